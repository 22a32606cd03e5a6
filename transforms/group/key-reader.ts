/** To which group does a document belong? To that of the values of its key, none of which is missing or null. */
import { readAt } from '../../src/document/read.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { MISSING, NULL, type Tape, type Value } from '../../src/document/tape.ts';
import type { NamedValue } from '../../src/transform/step.ts';

/** The values of the key in their order. */
export function keyValues(
  tape: Tape,
  root: Value,
  key: readonly NamedValue[],
  sha256: (text: string) => string,
): readonly Value[] | Rejection {
  const values: Value[] = [];
  for (const { name, of } of key) {
    if ('template' in of) {
      const text = of.template.evaluate(tape, { root }, sha256);
      if (typeof text !== 'number')
        return text.code === 'TEMPLATE_PATH_MISSING' ? { ...text, code: 'KEY_MISSING' } : text;
      values.push(text);
      continue;
    }
    const value = readAt(tape, root, of.path);
    if (value === MISSING || tape.kind(value) === NULL) return missing(name, of.path.text, value === MISSING);
    values.push(value);
  }
  return values;
}

function missing(name: string, path: string, isMissing: boolean): Rejection {
  const found = isMissing ? 'missing' : 'null';
  const message = `${path} is ${found}, and group needs it as "${name}" of its key. Fill it in an earlier step, or leave such documents out with where.`;
  return reject('KEY_MISSING', message, path);
}
