/** What is a group called? After the parts of its key, or what a template makes of the result. */
import { kindName, sourceOf } from '../../src/document/decode.ts';
import { appendText, closeText, openText } from '../../src/document/literal.ts';
import type { ParsedJson } from '../../src/document/parsed-json.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { appendScalar } from '../../src/document/scalar-text.ts';
import type { Tape, Value } from '../../src/document/tape.ts';
import type { Template } from '../../src/document/template.ts';
import type { NamedValue } from '../../src/transform/step.ts';

/** The parts, joined by a colon, as the text of a JSON string. */
export function keyId(tape: Tape, values: readonly Value[], key: readonly NamedValue[]): string | Rejection {
  const start = openText(tape);
  for (const [i, value] of values.entries()) {
    if (i > 0) appendText(tape, ':');
    if (appendScalar(tape, value)) continue;
    tape.scratchLength = start;
    const { name } = key[i]!;
    const message = `"${name}" of the key is an ${kindName(tape, value)}, of which no id can be made. Give the step an id of its own.`;
    return reject('ID_INVALID', message, `/${name}`);
  }
  return sourceOf(tape, closeText(tape, start));
}

export function resultId(
  template: Template,
  { tape, root }: ParsedJson,
  sha256: (text: string) => string,
): string | Rejection {
  const id = template.evaluate(tape, { root }, sha256);
  return typeof id === 'number' ? sourceOf(tape, id) : id;
}
