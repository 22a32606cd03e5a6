/** Is a plain scalar what `plainOf` makes of this value? Then the value keeps its bytes. */
import { sourceOf, textOf } from './decode.ts';
import { isUnsafe } from './number.ts';
import { ESCAPED, FALSE, NULL, NUMBER, STRING, SUSPECT, type Tape, TRUE, type Value } from './tape.ts';
import { isUnsafeAt } from './unsafe-number.ts';

export function sameScalar(tape: Tape, value: Value, plain: unknown): boolean {
  switch (tape.kind(value)) {
    case STRING:
      return typeof plain === 'string' && sameText(tape, value, plain);
    case NUMBER:
      return sameNumber(tape, value, plain);
    case TRUE:
      return plain === true;
    case FALSE:
      return plain === false;
    case NULL:
      return plain === null;
    default:
      return false;
  }
}

/** Up to so many bytes, comparing them is faster than decoding. */
const SHORT = 64;

function sameText(tape: Tape, value: Value, plain: string): boolean {
  const start = tape.start(value) + 1;
  const length = tape.end(value) - 1 - start;
  // UTF-8 is never shorter than UTF-16, and neither are escapes.
  if (length < plain.length) return false;
  if (length > SHORT || tape.is(value, ESCAPED)) return textOf(tape, value) === plain;
  const bytes = tape.bytesOf(value);
  for (let i = 0; i < plain.length; i++) {
    const unit = plain.charCodeAt(i);
    if (unit > 127) return textOf(tape, value) === plain;
    if (bytes[start + i] !== unit) return false;
  }
  return length === plain.length;
}

function sameNumber(tape: Tape, value: Value, plain: unknown): boolean {
  const source = sourceOf(tape, value);
  if (typeof plain === 'number') return Object.is(Number(source), plain) && !isUnsafeAt(tape, value);
  if (!tape.is(value, SUSPECT)) return false;
  // The plain value of a number that a double does not hold: its digits.
  if (typeof plain === 'bigint') return source === String(plain) && isUnsafe(source);
  return plain === source && isUnsafe(source) && !/^-?\d+$/.test(source);
}
