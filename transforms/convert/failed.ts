/** Why can a value not be converted, and what can be done about it? */
import { kindName } from '../../src/document/decode.ts';
import type { Path } from '../../src/document/path.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { ARRAY, NUMBER, OBJECT, STRING, type Tape, type Value } from '../../src/document/tape.ts';
import { TARGETS, type TargetName } from './targets.ts';

export function failed(tape: Tape, value: Value, { text }: Path, name: TargetName): Rejection {
  const found = tape.kind(value) === STRING ? 'a string that is no such thing' : kindName(tape, value);
  return reject(
    'CONVERT_FAILED',
    `${text} is ${withArticle(found)}, and ${name} is made of ${TARGETS[name].takes}. ${adviceFor(tape, value, text, name)}`,
    text,
  );
}

function adviceFor(tape: Tape, value: Value, text: string, name: TargetName): string {
  const kind = tape.kind(value);
  if (kind === ARRAY) return `Write ${text}/* for its elements.`;
  if (kind === OBJECT) return 'Name what is inside of it.';
  if (kind === NUMBER && name.startsWith('epoch'))
    return 'Seconds or milliseconds? Convert it to iso8601 in an earlier step, which tells them apart by their size.';
  return 'Mend the source, or set the value in an earlier step.';
}

function withArticle(found: string): string {
  if (found.startsWith('a ')) return found;
  return /^[aeiou]/.test(found) ? `an ${found}` : `a ${found}`;
}
