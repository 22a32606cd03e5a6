import { inspect, isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnsafe } from '../../src/document/number.ts';
import { parsePath } from '../../src/document/path.ts';
import { type Plain, plainOf } from '../../src/document/plain.ts';
import { Tape } from '../../src/document/tape.ts';
import { addJson, addNull } from '../../src/document/literal.ts';
import { holds } from '../property.ts';
import { jsonNumber } from './fractions.ts';
import { anyObject, anyTree, NAMES, type ObjectTree, print, printSpaced, scalar, type Tree } from './json-tree.ts';
import { parsed } from './parsed.ts';
import { readAll, write } from './tree-edits.ts';

const tape = new Tape();

function plain(text: string): Plain {
  const document = parsed(text, tape);
  return plainOf(tape, document.root);
}

describe('a document as plain values', { timeout: 60_000 }, () => {
  it.each<[string, unknown]>([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-12345678901234567890', -12345678901234567890n],
    ['1.0', 1],
    ['1e3', 1000],
    ['-0', -0],
    ['10.50', 10.5],
    ['-65.613616999999977', -65.613616999999977],
    ['0.1234567890123456789', '0.1234567890123456789'],
    ['9007199254740993.0', '9007199254740993.0'],
    ['1e400', '1e400'],
    ['-1E-400', '-1E-400'],
    [String.raw`"\ud83d"`, '\ud83d'],
    [String.raw`"\u0000\udc00\ud800"`, '\0\udc00\ud800'],
    ['[null,true,false,"é"]', [null, true, false, 'é']],
    ['[[],{},[12345678901234567890,{"a":[1e400]}],7]', [[], {}, [12345678901234567890n, { a: ['1e400'] }], 7]],
  ])('has %s as it is', (source, value) => {
    const made = plain(`{"v":${source}}`) as { v: Plain };
    expect(made.v).toStrictEqual(value);
  });

  it.each([
    ['numbers that doubles hold', '1'],
    ['an unsafe one', '12345678901234567890'],
  ])('has keys that objects inherit as keys of its own, beside %s', (_name, number) => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '10', '', 'id'];
    const members = names.map((name) => `${JSON.stringify(name)}:{"polluted":${number}}`).join(',');
    const made = plain(`{"deep":{${members}}}`) as { deep: Record<string, Plain> };
    // As with JSON.parse, names that look like indexes come first.
    expect(Object.keys(made.deep).toSorted()).toEqual(names.toSorted());
    for (const name of names)
      expect(Object.getOwnPropertyDescriptor(made.deep, name)).toMatchObject({ writable: true, enumerable: true });
    expect(Object.getPrototypeOf(made.deep)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  it('takes the last of repeated keys, at the place of the first', () => {
    for (const number of ['3', '12345678901234567893']) {
      const made = plain(`{"a":1,"b":2,"a":${number},"__proto__":1,"__proto__":[${number}]}`);
      expect(Object.entries(made!)).toEqual([
        ['a', number === '3' ? 3 : BigInt(number)],
        ['b', 2],
        ['__proto__', [number === '3' ? 3 : BigInt(number)]],
      ]);
    }
  });

  it('is the same as a plain tree says, edited or not', () => {
    const numbers = jsonNumber().map(scalar);
    const edits = fc.array(
      fc.record({
        way: fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
        value: fc.oneof(anyTree, numbers),
      }),
      { maxLength: 4 },
    );
    holds(
      fc.property(anyObject, edits, fc.boolean(), (tree, changes, spaced) => {
        const document = parsed(spaced ? printSpaced(tree) : print(tree), tape);
        expectSame(plainOf(tape, document.root), tree);
        for (const { way, value } of changes) {
          const path = parsePath(way.map((name) => `/${JSON.stringify(name)}`).join(''));
          if (document.set(path, addJson(tape, print(value))) !== undefined) break;
          expect(write(tree, way, value)).toBe(true);
          expectSame(plainOf(tape, document.root), tree);
          expectSame(plainOf(tape, document.get(path)), readAll(tree, way)[0]!);
        }
      }),
      3000,
    );
  });

  it.each([
    ['objects', '{"d":', '}'],
    ['arrays', '[', ']'],
  ])('is made of 100,000 levels of %s', (_name, open, close) => {
    const levels = 100_000;
    for (const number of ['1', '12345678901234567890']) {
      const document = parsed(`{"d":${open.repeat(levels)}${number}${close.repeat(levels)}}`, tape);
      document.set(parsePath('/new'), addNull(tape));
      let inner = (plainOf(tape, document.root) as { d: Plain }).d;
      for (let level = 0; level < levels; level++) inner = Object.values(inner as object)[0] as Plain;
      expect(inner).toBe(number === '1' ? 1 : 12345678901234567890n);
    }
  });
});

function expectSame(made: Plain, tree: Tree): void {
  const expected = reference(tree);
  // Node's own comparison, as the test runner's asks objects for their `constructor`.
  expect(isDeepStrictEqual(made, expected), `${inspect(made)} is not ${inspect(expected)}`).toBe(true);
  expect(Object.keys(Object(made) as object)).toEqual(Object.keys(Object(expected) as object));
}

/** The engine's own parser, told how each number of the text shall come out. */
function reference(tree: Tree): unknown {
  return JSON.parse(print(marked(tree)), (_key, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (!value.startsWith('number ')) return value;
    const source = value.slice('number '.length);
    if (!isUnsafe(source)) return Number(source);
    return /[.eE]/.test(source) ? source : BigInt(source);
  });
}

function marked(tree: Tree): Tree {
  if (tree.kind === 'array') return { kind: 'array', elements: tree.elements.map(marked) };
  if (tree.kind === 'object') return markedObject(tree);
  return /^[-\d]/.test(tree.source) ? scalar(`"number ${tree.source}"`) : tree;
}

function markedObject(tree: ObjectTree): ObjectTree {
  return { kind: 'object', members: tree.members.map((member) => ({ ...member, value: marked(member.value) })) };
}
