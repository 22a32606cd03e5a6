/** How far is a run, for somebody who only looks on? Reads a state while it is worked on, and changes nothing. */
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openForReading } from './database.ts';
import { STATE_FILE } from './folder.ts';
import { type Owner, readOwner } from './lease.ts';
import { isAlive } from './liveness.ts';
import type { SavedRun } from './saved-run.ts';
import { isPrepared, readSaved } from './schema.ts';
import { openingError } from './sqlite-errors.ts';

export interface StateSeen {
  /** Absent where no run has begun in the folder. */
  readonly saved: SavedRun | undefined;
  /** Who works on it, or did so last. */
  readonly owner: Owner | undefined;
  /** Whether the owner's process lives; `undefined` where it is on another machine and cannot be asked. */
  readonly isOwnerAlive: boolean | undefined;
}

/** @returns `undefined` where there is no state. @throws Fatal when another version of remodel wrote it */
export function readState(folder: string): StateSeen | undefined {
  const file = join(folder, STATE_FILE);
  if (!existsSync(file)) return undefined;
  let database: DatabaseSync | undefined;
  try {
    database = openForReading(file);
    // One moment of it, however long this takes.
    database.exec('BEGIN');
    if (!isPrepared(database, file)) return undefined;
    const owner = readOwner(database);
    return { saved: readSaved(database), owner, isOwnerAlive: owner && livesHere(folder, owner) };
  } catch (error) {
    throw openingError(error, folder, file);
  } finally {
    database?.close();
  }
}

function livesHere(folder: string, { epoch, host, hasLeft }: Owner): boolean | undefined {
  if (hasLeft) return false;
  return host === hostname() ? isAlive(folder, epoch) : undefined;
}
