/**
 * How many columns would the item make? Analytics mirroring turns properties into columns and takes 1,000 of them; an
 * array is one column, whatever it holds. The service itself has no limit.
 */
import { firstMember, nextMember, valueAt } from '../document/members.ts';
import { EDITED, END, OBJECT, type Tape, type Value } from '../document/tape.ts';

export const MOST_PROPERTIES = 1000;

/** The number of properties outside of arrays, or 0 when it is known to be at most 1,000 without counting. */
export function countProperties(tape: Tape, root: Value): number {
  // Each property is a key and a value on the tape.
  const entries = tape.is(root, EDITED) ? tape.length : tape.words[root * 4 + 2]! - root;
  if (entries <= MOST_PROPERTIES * 2) return 0;
  let count = 0;
  const open: Value[] = [root];
  while (open.length > 0) {
    const object = open.pop()!;
    for (let cursor = firstMember(tape, object); cursor !== END; cursor = nextMember(tape, object, cursor)) {
      count++;
      const value = valueAt(tape, cursor);
      if (tape.kind(value) === OBJECT) open.push(value);
    }
  }
  return count;
}
