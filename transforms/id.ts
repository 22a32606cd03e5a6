/** What is a document called in its container? */
import { encode as encodeText } from '../src/document/filters.ts';
import { kindName, textOf } from '../src/document/decode.ts';
import type { Document } from '../src/document/document.ts';
import { addText } from '../src/document/literal.ts';
import { type Path, propertyPath } from '../src/document/path.ts';
import { put } from '../src/document/put.ts';
import { reject, type Rejection } from '../src/document/rejection.ts';
import { scalarText } from '../src/document/scalar-text.ts';
import { MISSING, NULL, NUMBER, STRING, type Value } from '../src/document/tape.ts';
import { defineStep, type StepDefinition } from '../src/transform/step.ts';

const options = {
  value: { type: 'template', description: 'The id as a text with {/path} parts.' },
  from: { type: 'path', many: false, description: 'The one value that becomes the id; a number becomes text.' },
  encode: {
    type: 'boolean',
    default: false,
    description: 'Make characters that an id must not hold legal, reversibly: ~XX for each byte.',
  },
} as const;

export const id: StepDefinition<typeof options> = defineStep({
  name: 'id',
  summary: 'Builds the id of the document from its other values, and replaces the one that is there.',
  options,
  short: [{ form: 'text', option: 'value' }],
  details: [
    'Ids are made of the data alone, so that running twice gives the same documents. A template puts values together; `from` takes one value, a number by value. `encode` writes what an id must not hold (`/ \\ ? # %`, control characters, blanks at its ends) as `~XX`, so that it can be read back; without it such an id is rejected when the document enters a container (`ID_INVALID`). The old id is replaced and counted as lost where it is different, unless it is a number that becomes its own text.',
    'Missing and null reject (`TEMPLATE_PATH_MISSING`, `ID_MISSING`).',
  ],
  examples: [
    {
      title: 'Of two values',
      plan: "- id: '{/tenant}:{/number|pad 6}'",
      given: '{"tenant":"t7","number":42}',
      gives: { document: ['{"tenant":"t7","number":42,"id":"t7:000042"}'] },
    },
    {
      title: 'Of the key of another database, made legal',
      plan: '- id: { from: /_id, encode: true }',
      given: '{"_id":"a/b"}',
      gives: { document: ['{"_id":"a/b","id":"a~2Fb"}'] },
    },
    {
      title: 'Without the value there is no id',
      plan: '- id: { from: /_id }',
      given: '{"_id":null}',
      rejects: 'ID_MISSING',
    },
  ],
  check({ value, from, encode = false }) {
    if ((value === undefined) === (from === undefined)) return ['write either a template (value) or a path (from).'];
    // What begins as a path was meant as one: such an id would be the same for all documents, and refused.
    const isBarePath = value?.paths.length === 0 && /^\/|\{\{\//.test(value.text);
    return isBarePath && !encode
      ? [
          'the value is the same text for every document, and no id may hold a "/"; write "{/path}", or from: /path, for the value of a property.',
        ]
      : [];
  },
  effects: ({ value, from }) => [{ reads: from === undefined ? (value?.paths ?? []) : [from], writes: [ID] }],
  compile:
    ({ value, from, encode = false }) =>
    (document, context) => {
      const { tape, root } = document;
      const made = from === undefined ? value!.evaluate(tape, { root }, context.sha256) : valueFrom(document, from);
      if (typeof made !== 'number') return made;
      const text = encode ? encoded(document, made) : made;
      return put(document, ID, text, true, isSameText(document, text) ? NO_LOSS : context);
    },
});

const ID = propertyPath('id');
/** A number that becomes its own text is no loss. */
const NO_LOSS = { drop: (): void => undefined };

function isSameText(document: Document, made: Value): boolean {
  const old = document.get(ID);
  return (
    old !== MISSING &&
    document.tape.kind(old) === NUMBER &&
    scalarText(document.tape, old) === textOf(document.tape, made)
  );
}

function valueFrom(document: Document, from: Path): Value | Rejection {
  const { tape } = document;
  const value = document.get(from);
  if (value === MISSING || tape.kind(value) === NULL) {
    const found = value === MISSING ? 'missing' : 'null';
    return reject(
      'ID_MISSING',
      `${from.text} is ${found}, and the id is made from it. Fill it in an earlier step.`,
      from.text,
    );
  }
  const kind = tape.kind(value);
  if (kind === STRING) return value;
  if (kind === NUMBER) return addText(tape, scalarText(tape, value)!);
  return reject(
    'ID_INVALID',
    `${from.text} is of type ${kindName(tape, value)}, and only text or a number can become an id. Choose another path or write a template.`,
    from.text,
  );
}

function encoded({ tape }: Document, value: Value): Value {
  const text = textOf(tape, value);
  const legal = encodeText(text);
  return legal === text ? value : addText(tape, legal);
}
