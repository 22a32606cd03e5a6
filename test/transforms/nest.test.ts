// Does nest give back what flatten took apart?
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePath } from '../../src/document/path.ts';
import { flatten } from '../../transforms/flatten.ts';
import { nest } from '../../transforms/nest.ts';
import { holds } from '../property.ts';
import { passThrough } from './pass-through.ts';

const NAMES = ['a', 'b', 'c', '', '__proto__', 'é', '10', 'a/b', 'constructor', '\u{1F600}', 'b_c', '_', 'b.', '--a'];

/** JSON of an object that holds no empty object. */
function objectOf(names: readonly string[], depth: number): fc.Arbitrary<string> {
  const scalar = fc.constantFrom('1.50', 'null', '"\\u0061"', '9007199254740993', 'true', '"{}"', '[]');
  const inner = depth === 0 ? scalar : fc.oneof(scalar, objectOf(names, depth - 1), listOf(names, depth - 1));
  const member = fc.tuple(fc.constantFrom(...names), inner);
  return fc.uniqueArray(member, { minLength: 1, maxLength: 4, selector: ([name]) => name }).map(joined);
}

function listOf(names: readonly string[], depth: number): fc.Arbitrary<string> {
  return fc.array(objectOf(names, depth), { maxLength: 2 }).map((items) => `[${items.join(',')}]`);
}

function joined(members: readonly (readonly [string, string])[]): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

/** Other properties around the object, none of which begins as the lifted ones do. */
function around(object: string, before: string, behind: string): string {
  return `{${before.slice(1, -1)},"the object":${object},${behind.slice(1, -1)}}`;
}

const others = (first: string): fc.Arbitrary<string> =>
  objectOf(['x', 'y', 'the', '"', 'the object'], 1).map((json) => json.replaceAll(/"([^"]*?)":/g, `"${first}$1":`));

it.each([
  ['_', 1],
  ['.', 1],
  [' ', 2],
  ['_', 3],
  ['--', 4],
] as const)('nest after flatten gives the document back, with separator "%s" and depth %d', (separator, depth) => {
  // Beyond the first level a separator inside of a name would be taken for one between names.
  const names = NAMES.filter((name) => depth === 1 || !name.includes(separator));
  const path = parsePath('/the object');
  const setting = { overwrite: false, entities: ['doc'] };
  const steps = [
    flatten.compile({ path, separator, depth }, setting),
    nest.compile({ into: path, separator, depth }, setting),
  ];
  const plan = steps.map((step, index) => ({
    index,
    name: `step ${index}`,
    for: ['doc'],
    overwrite: false,
    makes: [],
    compile: () => step,
  }));
  holds(
    fc.property(objectOf(names, 4), others('b'), others('c'), (object, before, behind) => {
      const json = around(object, before, behind);
      const passed = passThrough(
        { steps: plan, entities: ['doc'], sources: [{ entity: 'doc', file: '-', maxDocument: 0 }] },
        [json],
      );
      expect(passed).toEqual({ documents: { doc: [json] }, rejects: [], lost: [], departures: [] });
    }),
    300,
  );
});

it('takes documents of a hundred thousand properties', { timeout: 30_000 }, () => {
  const count = 100_000;
  const json = `{${Array.from({ length: count }, (_, i) => `"a_${i}":${i}`).join(',')}}`;
  const step = nest.compile({ into: parsePath('/a') }, { overwrite: false, entities: ['doc'] });
  const plan = [{ index: 0, name: 'nest', for: ['doc'], overwrite: false, makes: [], compile: () => step }];
  const { documents } = passThrough(
    { steps: plan, entities: ['doc'], sources: [{ entity: 'doc', file: '-', maxDocument: 0 }] },
    [json],
  );
  expect(documents['doc']).toEqual([`{"a":${json.replaceAll('"a_', '"')}}`]);
});
