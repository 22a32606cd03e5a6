/** How does a value stand in a message? As JSON, and cut where it is long: messages are no place for documents. */
import { kindName } from './decode.ts';
import { scalarText } from './scalar-text.ts';
import type { Tape, Value } from './tape.ts';

const LONGEST = 80;

export function shownValue(tape: Tape, value: Value): string {
  const text = scalarText(tape, value);
  if (text === undefined) return `an ${kindName(tape, value)}`;
  return kindName(tape, value) === 'string' ? JSON.stringify(cut(text)) : cut(text);
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}
