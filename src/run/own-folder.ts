/**
 * In which folder does a process keep what steps know before the first document? In one that no other process has, since one that has lost its run to
 * another may still be reading what it had put there.
 */
import { randomUUID } from 'node:crypto';
import { rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder in the state folder in which they lie. */
const KNOWLEDGE = 'knowledge';

export function ownKnowledge(folder: string): string {
  return join(folder, KNOWLEDGE, randomUUID());
}

/** Removes what processes have left that came to no end. */
export function removeKnowledge(folder: string): void {
  rmSync(join(folder, KNOWLEDGE), { recursive: true, force: true });
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
