// Is every option of every step held to its name and its kind, with a suggestion where it is wrong?
import { describe, expect, it } from 'vitest';
import { problemText } from '../../src/plan/problem.ts';
import { readPlanText } from '../../src/plan/read.ts';
import type { OptionSpec, OptionSpecs } from '../../src/transform/option-spec.ts';
import { STEPS } from '../../transforms/index.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Options with which each step is right, in its long form. */
const RIGHT: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  set: { values: { '/a': 1 } },
  fill: { values: { '/a': 1 } },
  rename: { paths: { '/a': '/b' } },
  copy: { paths: { '/a': '/b' } },
  remove: { paths: ['/a'] },
  pick: { paths: ['/id'] },
  flatten: { path: '/a' },
  nest: { into: '/a' },
  stringify: { numbers: 'unsafe' },
  type: { property: 'kind' },
  id: { value: '{/a}' },
  partitionKey: { property: 'pk', value: '{/a}-{shard}', shards: 4 },
  convert: { types: { '/a': 'number' } },
  ttl: { seconds: 60 },
  validate: { schema: 'test/cases/validate/03-keys-that-look-special/strict.json' },
  script: { file: 'test/cases/script/02-none-one-or-several/copies.js' },
  where: { condition: 'doc.a == 1' },
  mask: { paths: { '/a': 'redact' } },
  split: { path: '/a', into: 'made', keep: { as: 'kept', newest: 1, by: '/at' } },
  bucket: { path: '/a', into: 'made', size: 2 },
  extract: { path: '/a', into: 'made', key: '/k' },
  view: { into: 'made' },
  group: { key: ['/k'], into: 'made', gather: { all: { pick: '/a', by: '/at' } }, aggregate: { n: 'count' } },
  dedupe: { key: '/k', keep: 'newest', by: '/at' },
  lookup: { in: 'others', local: '/a', foreign: '/b', as: '/c' },
  ancestors: { parent: '/a' },
};

/** What an option of a kind can never be. */
const WRONG: Readonly<Record<OptionSpec['type'], readonly Json[]>> = {
  path: [5, null, ['/a'], 'a', '/a//b'],
  paths: [5, null, {}, ['a'], [5]],
  template: [null, [], {}, '{a}', '{/a|uper}', '{/a'],
  entity: [5, null, [], '', '*'],
  // Not '', which is a name like any other.
  property: [5, null, {}, '/a'],
  properties: [5, null, {}, ['/a'], [null]],
  text: [5, null, [], true],
  file: [5, null, [], 'no/such/file.json'],
  boolean: ['yes', 1, null, []],
  integer: ['2', 1.5, -7, null, true],
  choice: ['nothing of the kind', 5, null, []],
  reference: [5, null, 'id', ['/id'], { a: 5 }],
  named: [5, null, ['a'], [5], { a: 5 }, { a: '{b}' }, { '/a': '/a' }],
  picked: [5, null, {}, 'a', ['a'], [5], '/a/*'],
  sideInput: [5, null, [], '', 'nothing of the kind'],
  taken: [5, null, 'a', [], {}, [5], { b: 5 }, { b: 'c' }],
  condition: [null, [], 'doc.a +', 'dco.a == 1', '1 + 1'],
  // Any JSON is one; what its templates may be is shown by the maps of values.
  value: [],
  map: [5, null, [], 'text'],
  object: [5, null, [], 'text'],
};

/** In YAML a choice called null is none. */
function wrongFor(spec: OptionSpec): readonly Json[] {
  const wrong = WRONG[spec.type];
  return spec.type === 'choice' && spec.choices.includes('null') ? wrong.filter((value) => value !== null) : wrong;
}

/** How messages say what is expected, or what to write. */
const SAYS_WHAT =
  /has to be|cannot be|is not available|known here:|[;:] write |a script is a file that ends with|did you mean|possible:|is empty|empty segment|no such file|never closed|ends too early/;

interface Place {
  readonly step: string;
  /** From the outside in: `keep`, `as`. */
  readonly way: readonly string[];
  readonly spec: OptionSpec;
}

const places = STEPS.flatMap(({ name, options }) => placesIn(name, options, []));

function placesIn(step: string, specs: OptionSpecs, outer: readonly string[]): Place[] {
  return Object.entries(specs).flatMap(([name, spec]) => {
    const way = [...outer, name];
    return [{ step, way, spec }, ...(spec.type === 'object' ? placesIn(step, spec.options, way) : [])];
  });
}

async function problemsOf(step: string, options: Json): Promise<string[]> {
  const plan = {
    version: 1,
    name: 'wrong',
    source: { file: 'in.ndjson', entity: 'doc' },
    references: { others: { file: 'others.ndjson' } },
    transforms: [{ [step]: options }],
    containers: { all: { entities: ['doc'], partitionKey: '/id' } },
    ...(JSON.stringify(options).includes('"made"') && { discard: ['made'] }),
  };
  const { problems } = await readPlanText('plan.json', JSON.stringify(plan), {
    env: { MASK_KEY: 'a key of this test' },
    lenientTarget: true,
  });
  return problems.filter(({ severity }) => severity === 'error').map(problemText);
}

/** The right options of a step with another value at a place, or under another name there. */
function changed(right: Json, way: readonly string[], change: (name: string, there: Json) => [string, Json]): Json {
  const [name = '', ...inner] = way;
  const { [name]: there = null, ...others } = right as { readonly [name: string]: Json };
  const [as, value] = inner.length === 0 ? change(name, there) : [name, changed(there, inner, change)];
  return { ...others, [as]: value };
}

it('knows right options of every step', async () => {
  expect(Object.keys(RIGHT).toSorted()).toEqual(STEPS.map(({ name }) => name).toSorted());
  for (const [step, options] of Object.entries(RIGHT)) expect(await problemsOf(step, options)).toEqual([]);
});

describe.each(places.map((place) => [`${place.step}.${place.way.join('.')}`, place] as const))(
  '%s',
  (_, { step, way, spec }) => {
    const right = RIGHT[step]!;

    it('is suggested where it is misspelled', async () => {
      // Beside a right option, as a map alone could be the short form.
      const options = changed(right, way, (name, there) => [`${name}${name.at(-1)!}`, there]);
      const name = way.at(-1)!;
      const problems = await problemsOf(step, options);
      if (Object.keys(options as object).length === 1 && problems.some((text) => text.includes('a path starts with')))
        return;
      expect(problems).toContainEqual(
        expect.stringMatching(`unknown-option .*has no option "${name}${name.at(-1)!}"; did you mean "${name}"\\?`),
      );
    });

    it.each(wrongFor(spec).map((value) => [JSON.stringify(value), value] as const))(
      'is refused as %s, with what it has to be',
      async (__, value) => {
        const problems = await problemsOf(
          step,
          changed(right, way, (name) => [name, value]),
        );
        const named = problems.filter(
          (text) => text.includes(`"${way.at(-1)!}"`) || (typeof value === 'string' && text.includes(value)),
        );
        expect(named).toContainEqual(expect.stringMatching(SAYS_WHAT));
      },
    );
  },
);
