/** What was flattened becomes an object again. */
import { childPath, parentText, type Path } from '../src/document/path.ts';
import { keyOf } from '../src/document/key.ts';
import { defineStep, type OptionsOf, type StepDefinition, type StepEffect } from '../src/transform/step.ts';
import { Nester } from './nest/nester.ts';

const options = {
  into: {
    type: 'path',
    required: true,
    description:
      'The object that takes the properties. It is made where there is something to put in; one that is there takes more.',
  },
  from: {
    type: 'properties',
    description:
      'Names of the properties that go into it; they stand beside the object. Default: all that begin with `strip`.',
  },
  strip: {
    type: 'text',
    description:
      'What is cut off the front of the names. Default: nothing where `from` is given, else the name of the object and the separator.',
  },
  separator: { type: 'text', default: '_', description: 'What names were joined with.' },
  depth: {
    type: 'integer',
    minimum: 1,
    default: 1,
    description: 'How many levels of objects are made: beyond 1, what is left of a name is cut at its separators.',
  },
} as const;

export const nest: StepDefinition<typeof options> = defineStep({
  name: 'nest',
  summary: 'Moves properties into an object: the inverse of flatten.',
  options,
  short: [{ form: 'text', option: 'into' }],
  details: [
    'The properties are those beside the object: with `into: /billing/address` they are looked for in `/billing`, with `into: /items/*/address` in each element. The object stands where the first of them stood, and holds them in the order of the document. Where there are none, nothing happens: no empty object is made.',
    'An object that is there already keeps what it holds. A name that it has with another value rejects the document (`TARGET_EXISTS`), and so does anything else that stands at `into`, null included; `overwrite: true` lets the moved value win, and counts the other one as lost.',
    '`flatten` and then `nest` with the same path, `separator` and `depth` give the document back, if it has no empty objects there, if no other property begins with the same name, and, beyond depth 1, if the names inside hold no separator.',
  ],
  examples: [
    {
      title: 'Columns of a table become an object',
      plan: '- nest: { into: /address, from: [address_city, address_zip], strip: address_ }',
      given: '{"id":"1","address_city":"Bern","address_zip":"3000","name":"Ada"}',
      gives: { document: ['{"id":"1","address":{"city":"Bern","zip":"3000"},"name":"Ada"}'] },
    },
    {
      title: 'Everything that begins with the name, two levels deep',
      plan: '- nest: { into: /address, depth: 2 }',
      given: '{"id":"1","address_city":"Bern","address_geo_lat":46.95,"address_geo_lon":7.45}',
      gives: { document: ['{"id":"1","address":{"city":"Bern","geo":{"lat":46.95,"lon":7.45}}}'] },
    },
    {
      title: 'Names of its own, in each element of an array',
      plan: '- nest: { into: /lines/*/price, from: [amount, currency] }',
      given: '{"id":"1","lines":[{"amount":9.90,"currency":"CHF"},{"note":"free"}]}',
      gives: { document: ['{"id":"1","lines":[{"price":{"amount":9.90,"currency":"CHF"}},{"note":"free"}]}'] },
    },
    {
      title: 'Two different values for one name reject',
      plan: '- nest: { into: /address, from: [zip, address_zip], strip: address_ }',
      given: '{"id":"1","zip":"3000","address_zip":"8000"}',
      rejects: 'TARGET_EXISTS',
    },
  ],
  overwrites: true,
  check: (given) => problems(given),
  effects: (given) => [effect(given)],
  compile(given, { overwrite }) {
    const nester = new Nester(given, overwrite);
    return (document, context) => nester.apply(document, context);
  },
});

function problems({ into, from, strip, separator, depth = 1 }: OptionsOf<typeof options>): readonly string[] {
  const found: string[] = [];
  if (into.segments.at(-1)?.each === true)
    found.push(
      `${into.text} means the elements of an array, which have no names; name the object inside of them, as in ${into.text}/address.`,
    );
  if (from === undefined && strip === '') found.push('an empty strip would move every property; name them in from.');
  if (from !== undefined && separator !== undefined && depth === 1)
    found.push('separator has no meaning beside from at depth 1; what is cut off the names is strip.');
  if (separator === '' && (depth > 1 || strip === undefined))
    found.push('names cannot be cut at a separator that is empty.');
  return found;
}

function effect({ into, from = [] }: OptionsOf<typeof options>): StepEffect {
  const moved = from.map((name) => beside(into, name));
  return { reads: moved, removes: moved, writes: [into] };
}

/** `/a/address` and `zip` give `/a/zip`. */
function beside(into: Path, name: string): Path {
  const segments = [...into.segments.slice(0, -1), { key: keyOf(name), index: -1, each: false }];
  return { text: childPath(parentText(into), name), segments, many: into.many };
}
