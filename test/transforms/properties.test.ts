// What holds for steps whatever the data is.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Path, parsePath } from '../../src/document/path.ts';
import { constantOf } from '../../src/document/literal.ts';
import type { ApplyStep, StepDefinition } from '../../src/transform/step.ts';
import { flatten } from '../../transforms/flatten.ts';
import { remove } from '../../transforms/remove.ts';
import { rename } from '../../transforms/rename.ts';
import { set } from '../../transforms/set.ts';
import { holds } from '../property.ts';
import { type Passed, passThrough } from './pass-through.ts';

const setting = { overwrite: false, entities: ['doc'] };

function passed(json: string, ...steps: readonly [StepDefinition, ApplyStep][]): Passed {
  const plan = steps.map(([{ name }, apply], index) => ({
    index,
    name,
    for: ['doc'],
    overwrite: false,
    makes: [],
    compile: () => apply,
  }));
  return passThrough({ steps: plan, entities: ['doc'], sources: [{ entity: 'doc', file: '-', maxDocument: 0 }] }, [
    json,
  ]);
}

function renaming(from: string, to: string): [StepDefinition, ApplyStep] {
  return [rename, rename.compile({ paths: [{ key: parsePath(from), value: parsePath(to) }] }, setting)];
}

/** Texts of JSON: small names, so that they meet often, and scalars that each stand once in a document. */
const NAMES = ['a', 'b', 'c', 'a_b', 'a_2', 'b_c', '', '__proto__', 'é', 'a.b', '10'];
const { tree, object } = fc.letrec<{ tree: string; object: string }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('#', 'null', '1.50', '"\\u0061"', '9007199254740993', 'true'),
    fc.array(tie('tree'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    tie('object'),
  ),
  object: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), tie('tree')), { maxLength: 5, selector: ([name]) => name })
    .map((members) => `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`),
}));
const document = fc.tuple(object, tree).map(([rest, a]) => {
  let count = 0;
  return `{"id":"#","a":${a},"rest":${rest},${rest.slice(1)}`
    .replace(/,}$/, '}')
    .replaceAll('#', () => String(++count));
});

describe('flatten', () => {
  it.each(['number', 'array'] as const)('never loses a scalar with onConflict: %s', (onConflict) => {
    const places = fc.constantFrom('/a', '/', '/rest', '/rest/a', '/rest/*/b');
    holds(
      fc.property(document, places, fc.integer({ min: 1, max: 4 }), fc.boolean(), (json, path, depth, prefixed) => {
        const options = { path: parsePath(path), depth, onConflict, ...(prefixed ? { prefix: 'b_' } : {}) };
        const { documents, rejects } = passed(json, [flatten, flatten.compile(options, setting)]);
        expect(rejects).toEqual([]);
        const [left = ''] = documents['doc']!;
        expect(scalarsOf(left)).toEqual(scalarsOf(json));
      }),
      500,
    );
  });

  it('leaves each name once where each stood once', () => {
    holds(
      fc.property(document, fc.integer({ min: 1, max: 4 }), (json, depth) => {
        fc.pre(hasUniqueNames(json));
        const { documents } = passed(json, [flatten, flatten.compile({ path: parsePath('/'), depth }, setting)]);
        expect(hasUniqueNames(documents['doc']![0]!)).toBe(true);
      }),
      300,
    );
  });

  it('lifts what nests as deep as it likes', () => {
    const depth = 20_000;
    const json = `{"a":${'{"x":'.repeat(depth)}1${'}'.repeat(depth)}}`;
    const step = flatten.compile({ path: parsePath('/a'), depth: 1000 }, setting);
    const [left = ''] = passed(json, [flatten, step]).documents['doc']!;
    expect(left.startsWith(`{"a${'_x'.repeat(1000)}":{"x":`)).toBe(true);
    expect(left.length).toBe(json.length - 5 * 1000 + 1000);
  });
});

describe('set and remove', () => {
  it('of another property leave every byte as it was', () => {
    const path: Path = parsePath('/new/inner');
    holds(
      fc.property(document, (json) => {
        const { documents, lost } = passed(
          json,
          [set, set.compile({ values: [{ key: path, value: { constant: constantOf([1, {}]) } }] }, setting)],
          [remove, remove.compile({ paths: [parsePath('/new')] }, setting)],
        );
        expect(documents['doc']).toEqual([json]);
        expect(lost).toEqual(['{"path":"/new","step":"remove","count":1}']);
      }),
      300,
    );
  });
});

describe('rename there and back', () => {
  it('within one object gives the same document, byte for byte', () => {
    holds(
      fc.property(document, fc.constantFrom('a', 'rest', 'id', 'b'), (json, name) => {
        const { documents } = passed(json, renaming(`/${name}`, '/other'), renaming('/other', `/${name}`));
        expect(documents['doc']).toEqual([json]);
      }),
      300,
    );
  });

  it('across levels gives the same values', () => {
    holds(
      fc.property(document, fc.constantFrom('/a', '/rest', '/rest/a'), (json, path) => {
        fc.pre(hasUniqueNames(json));
        const { documents } = passed(json, renaming(path, '/other/place'), renaming('/other/place', path), [
          remove,
          remove.compile({ paths: [parsePath('/other')] }, setting),
        ]);
        expect(sorted(documents['doc']![0]!)).toEqual(sorted(json));
      }),
      300,
    );
  });
});

/** Every scalar as it is written, sorted; keys are none. */
function scalarsOf(json: string): string[] {
  const tokens = json.match(/"(?:[^"\\]|\\.)*":?|-?\d[\d.eE+-]*|true|false|null/gsu) ?? [];
  return tokens.filter((token) => !token.endsWith(':')).toSorted();
}

function sorted(json: string): string {
  const order = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(order);
    if (typeof value !== 'object' || value === null) return value;
    return Object.entries(value)
      .map(([name, inner]) => [name, order(inner)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
  };
  return JSON.stringify(order(JSON.parse(json)));
}

function hasUniqueNames(json: string): boolean {
  const names = (json.match(/"(?:[^"\\]|\\.)*":/gsu) ?? []).length;
  let kept = 0;
  JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) kept += Object.keys(value).length;
    return value;
  });
  return names === kept;
}
