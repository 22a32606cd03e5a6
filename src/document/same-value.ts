/** Would writing a value over another one change anything? By exact value: 1 and 1.0 are the same, two unsafe numbers only if their digits say so. */
import { compare } from './compare.ts';
import type { Tape, Value } from './tape.ts';

export function sameValue(tape: Tape, a: Value, b: Value): boolean {
  return a === b || compare(tape, a, tape, b, 'exact').length === 0;
}
