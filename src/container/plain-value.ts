/** What is a value in JavaScript, for people and for JSON that is written about it? Numbers as doubles. */
import { scalarOf, sourceOf } from '../document/decode.ts';
import { EDITED, MISSING, STRING, type Tape, type Value } from '../document/tape.ts';
import { wireText } from '../document/wire-text.ts';

/** `undefined` for a missing value. */
export function plainValue(tape: Tape, value: Value): unknown {
  if (value === MISSING) return undefined;
  if (tape.kind(value) >= STRING) return scalarOf(tape, value);
  return JSON.parse(tape.is(value, EDITED) ? wireText(tape, value).toString('utf8') : sourceOf(tape, value));
}
