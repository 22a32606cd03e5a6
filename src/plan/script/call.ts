/** Which document is a script working on? Kept in memory that other threads can see, since a script may never come back. */
import type { PlanScript } from '../../transform/files.ts';

/**
 * `[calls, script, shard, index]`: how many calls have begun and ended together (odd: one is running), which script of
 * this thread, and the record that its document comes from.
 */
const running: Int32Array = new Int32Array(new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT));

/** The scripts of this thread, as their plans name them. */
const scriptNames: string[] = [];

export function called(name: string, script: unknown): PlanScript['call'] {
  const number = scriptNames.push(name) - 1;
  const call = script as (document: unknown, context: unknown) => unknown;
  return (document, context, { shard, index }) => {
    running[1] = number;
    running[2] = shard;
    running[3] = index;
    running[0]!++;
    try {
      return call(document, context);
    } finally {
      running[0]!++;
    }
  };
}
