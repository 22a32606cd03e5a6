/** Why can a value not be converted, and what can be done about it? */
import { kindName } from '../../src/document/decode.ts';
import type { Path } from '../../src/document/path.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { ARRAY, NUMBER, OBJECT, type Tape, type Value } from '../../src/document/tape.ts';
import { TARGETS, type TargetName } from './targets.ts';

export function failed(tape: Tape, value: Value, { text }: Path, name: TargetName): Rejection {
  const { becomes, takes } = TARGETS[name];
  return reject(
    'CONVERT_FAILED',
    `${text} cannot become ${becomes}: it is ${aKind(kindName(tape, value))}, and ${takes} is needed. ${adviceFor(tape, value, text, name)}`,
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

function aKind(kind: string): string {
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
