/**
 * In which folder does a process index references? In one that no other process has, since one that has lost its run to
 * another may still be reading what it had indexed.
 */
import { randomUUID } from 'node:crypto';
import { rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder in the state folder in which they lie. */
const REFERENCES = 'references';

export function ownReferences(folder: string): string {
  return join(folder, REFERENCES, randomUUID());
}

/** Removes what processes have left that came to no end. */
export function removeReferences(folder: string): void {
  rmSync(join(folder, REFERENCES), { recursive: true, force: true });
}

/** Removes the folder of one process, and the one around it unless it holds another one's. */
export function removeOwn(own: string): void {
  rmSync(own, { recursive: true, force: true });
  try {
    rmdirSync(dirname(own));
  } catch {
    // Another process is at work there.
  }
}
