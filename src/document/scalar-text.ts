/** What is a scalar as text? Strings say themselves, numbers become text by value, booleans are words. */
import { sourceOf, textOf } from './decode.ts';
import { appendContent, appendText } from './literal.ts';
import { numberText } from './number.ts';
import { FALSE, NUMBER, STRING, SUSPECT, type Tape, TRUE, type Value } from './tape.ts';

/** The text, or `undefined` for null, an object or an array. */
export function scalarText(tape: Tape, value: Value): string | undefined {
  switch (tape.kind(value)) {
    case STRING:
      return textOf(tape, value);
    case NUMBER:
      return numberText(sourceOf(tape, value));
    case TRUE:
      return 'true';
    case FALSE:
      return 'false';
    default:
      return undefined;
  }
}

/** Appends the text to the open string of the tape, without decoding where it can be copied; false when there is none. */
export function appendScalar(tape: Tape, value: Value): boolean {
  const kind = tape.kind(value);
  if (kind === STRING) appendContent(tape, value);
  else if (kind === NUMBER && isPrintedInteger(tape, value)) appendDigits(tape, value);
  else {
    const text = scalarText(tape, value);
    if (text === undefined) return false;
    appendText(tape, text);
  }
  return true;
}

/** Whether the digits of the number are its text: an integer of at most 15 characters, but not -0. */
function isPrintedInteger(tape: Tape, value: Value): boolean {
  if (tape.is(value, SUSPECT)) return false;
  const bytes = tape.bytesOf(value);
  const start = tape.start(value);
  const end = tape.end(value);
  if (bytes[start] === MINUS && bytes[start + 1] === ZERO) return false;
  for (let i = start; i < end; i++) if (bytes[i] === POINT) return false;
  return true;
}

function appendDigits(tape: Tape, value: Value): void {
  const start = tape.start(value);
  const end = tape.end(value);
  const scratch = tape.reserveScratch(end - start);
  const bytes = tape.bytesOf(value);
  let at = tape.scratchLength;
  for (let i = start; i < end; i++) scratch[at++] = bytes[i]!;
  tape.scratchLength = at;
}

const MINUS = 45;
const POINT = 46;
const ZERO = 48;
