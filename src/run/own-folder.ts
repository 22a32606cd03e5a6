/**
 * In which folder does a process keep what steps know before the first document? In one that no other process makes, since
 * one that has lost its run to another may still be reading what it had put there.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder in the state folder in which they lie. */
const KNOWLEDGE = 'knowledge';

/** The file in the folder of a process that says that all of it is there. */
export const WHOLE = 'whole.json';

export function ownKnowledge(folder: string): string {
  return join(folder, KNOWLEDGE, randomUUID());
}

/** What processes have left that came to no end. */
export function leftKnowledge(folder: string): string[] {
  try {
    return readdirSync(join(folder, KNOWLEDGE)).map((name) => join(folder, KNOWLEDGE, name));
  } catch {
    // Nobody has left anything.
    return [];
  }
}

/** Removes the folder of one process, and the one around it unless it holds another one's. */
export function removeOwn(own: string): void {
  // Who is killed in the middle of it must not leave a part that is said to be all.
  rmSync(join(own, WHOLE), { force: true });
  rmSync(own, { recursive: true, force: true });
  try {
    rmdirSync(dirname(own));
  } catch {
    // Another process is at work there.
  }
}
