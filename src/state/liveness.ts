/**
 * Does the process that owns a state still live? It holds an exclusive lock of SQLite on a file of its own for as long
 * as it lives. The operating system gives the lock back when the process dies, however it dies, and also where its
 * number is given to another process or the machine starts anew; a number of a process in a file tells none of this.
 * The file carries the number of the lease, so that a process that was stopped and outlived its lease holds another
 * one than its successor.
 */
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './sqlite-errors.ts';

export interface LifeSign {
  /** Takes it away: the process has nothing to do with the state any more. */
  end(): void;
}

/** Is seen as alive from now on. */
export function showLife(folder: string, epoch: number): LifeSign {
  const file = lifeFile(folder, epoch);
  makeFile(file);
  const database = new DatabaseSync(file);
  // Without a journal on disk, since nothing is ever written.
  database.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  return {
    end() {
      database.close();
      rmSync(file, { force: true });
    },
  };
}

/** Whether the process lives that took this lease. */
export function isAlive(folder: string, epoch: number): boolean {
  return isHeld(lifeFile(folder, epoch));
}

/** Takes away what dead processes have left. */
export function buryTheDead(folder: string, epoch: number): void {
  for (const name of readdirSync(folder)) {
    if (!LIFE_FILE.test(name) || name === nameOf(epoch)) continue;
    const file = join(folder, name);
    if (!isHeld(file)) rmSync(file, { force: true });
  }
}

const LIFE_FILE = /^owner-\d+\.lock$/;

function nameOf(epoch: number): string {
  return `owner-${epoch}.lock`;
}

function lifeFile(folder: string, epoch: number): string {
  return join(folder, nameOf(epoch));
}

function isHeld(file: string): boolean {
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(file, { readOnly: true });
  } catch {
    // It is gone.
    return false;
  }
  try {
    database.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    database.close();
  }
}

/**
 * Made only where it is missing, readable by its owner alone: where a process closes a file that it has locked through
 * SQLite, even by another descriptor, the lock is gone.
 */
export function makeFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
