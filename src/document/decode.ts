/** What does a value say? Decodes single values of a tape into JavaScript, and only where a step needs it. */
import { ESCAPED, EDITED, FALSE, NULL, NUMBER, STRING, type Tape, TRUE, type Value } from './tape.ts';

/** The text of a string or key, escapes resolved. */
export function textOf(tape: Tape, value: Value): string {
  const bytes = tape.bytesOf(value);
  const start = tape.start(value);
  const end = tape.end(value);
  if (tape.is(value, ESCAPED)) return JSON.parse(bytes.toString('utf8', start, end)) as string;
  return bytes.toString('utf8', start + 1, end - 1);
}

/** The digits of a number, or the JSON text of any unedited value, as written. */
export function sourceOf(tape: Tape, value: Value): string {
  if (tape.is(value, EDITED)) throw new Error('An edited value has no text of its own; write it with wireText.');
  return tape.bytesOf(value).toString('utf8', tape.start(value), tape.end(value));
}

export const KIND_NAMES: readonly string[] = [
  'nothing',
  'object',
  'array',
  'string',
  'number',
  'boolean',
  'boolean',
  'null',
];

/** What people call the kind of a value: object, array, string, number, boolean or null. */
export function kindName(tape: Tape, value: Value): string {
  return KIND_NAMES[tape.kind(value)]!;
}

export function isScalar(tape: Tape, value: Value): boolean {
  return tape.kind(value) >= STRING;
}

/** A scalar as JavaScript has it, numbers as doubles. */
export function scalarOf(tape: Tape, value: Value): string | number | boolean | null {
  switch (tape.kind(value)) {
    case STRING:
      return textOf(tape, value);
    case NUMBER:
      return Number(sourceOf(tape, value));
    case TRUE:
      return true;
    case FALSE:
      return false;
    case NULL:
      return null;
    default:
      throw new Error(`A ${kindName(tape, value)} is no scalar.`);
  }
}
