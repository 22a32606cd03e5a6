// Does a plain value become the document again that it was made of, byte for byte where it is unchanged?
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlainObject, plainOf } from '../../src/document/plain.ts';
import { restore } from '../../src/document/restore.ts';
import { parsePath } from '../../src/document/path.ts';
import { addText } from '../../src/document/literal.ts';
import { Tape, type Value } from '../../src/document/tape.ts';
import { holds } from '../property.ts';
import { anyObject, anyPlainObject, cloned, print, printSpaced, scalar, type Tree } from './json-tree.ts';
import { parsed, textOfValue } from './parsed.ts';

const tape = new Tape();

/** What becomes of the document when its plain value is changed so. */
function changed(text: string, change: (plain: PlainObject) => unknown): string | { path: string; found: string } {
  const document = parsed(text, tape);
  const origins = new Map<object, Value>();
  const plain = plainOf(tape, document.root, { origins }) as PlainObject;
  const value = restore(tape, document.root, change(plain) as object, origins);
  return typeof value === 'number' ? textOfValue(document, value) : { ...value };
}

describe('a document whose plain value', { timeout: 60_000 }, () => {
  it('is handed back is the same value of the tape, whatever JSON it is', () => {
    holds(
      fc.property(anyObject, fc.boolean(), (tree, isSpaced) => {
        const text = isSpaced ? printSpaced(tree) : print(tree);
        const document = parsed(text, tape);
        const origins = new Map<object, Value>();
        const plain = plainOf(tape, document.root, { origins }) as PlainObject;
        expect(restore(tape, document.root, plain, origins)).toBe(document.root);
        // A copy is as good.
        expect(restore(tape, document.root, structuredClone(plain), new Map())).toBe(document.root);
      }),
      800,
    );
  });

  it('has changed at one place keeps every byte of all others', () => {
    holds(
      fc.property(anyPlainObject, fc.array(fc.nat(6), { minLength: 1, maxLength: 5 }), fc.nat(2), (tree, way, how) => {
        const expected = cloned(tree);
        const text = changed(print(tree), (plain) => {
          edit(expected, plain, way, (['set', 'remove', 'add'] as const)[how]!);
          return plain;
        });
        expect(text).toBe(print(expected));
      }),
      1500,
    );
  });

  it.each<[what: string, text: string, change: (plain: PlainObject) => unknown, result: string]>([
    ['has a new member', '{"a":1.0,"b":[1e3]}', (doc) => ({ ...doc, c: 1.5 }), '{"a":1.0,"b":[1e3],"c":1.5}'],
    ['has lost a member', '{"a":1.0,"b":2.0}', ({ b }) => ({ b }), '{"b":2.0}'],
    ['has an undefined member', '{"a":1.0,"b":2.0}', (doc) => ({ ...doc, a: undefined }), '{"b":2.0}'],
    ['is in another order', '{"a":1.0,"b":2.0}', ({ a, b }) => ({ b, a }), '{"b":2.0,"a":1.0}'],
    [
      'is new',
      '{"a":1.0}',
      () => ({ n: null, t: true, s: 'a"é', f: [0.1, -0, 1e21] }),
      String.raw`{"n":null,"t":true,"s":"a\"é","f":[0.1,0,1e+21]}`,
    ],
    ['is empty', '{"a":1.0}', () => ({}), '{}'],
    ['has another number', '{"a":1.0,"b":-0}', () => ({ a: 2, b: 0 }), '{"a":2,"b":0}'],
    [
      'has another big integer',
      '{"a":9007199254740993}',
      ({ a }) => ({ a: (a as bigint) + 1n }),
      '{"a":9007199254740994}',
    ],
    ['has a big integer elsewhere', '{"a":9007199254740993}', ({ a }) => ({ b: a }), '{"b":9007199254740993}'],
    ['has small big integers', '{}', () => ({ a: 1n, b: -0n }), '{"a":1,"b":0}'],
    [
      'has an unsafe fraction',
      '{"a":0.1234567890123456789,"b":1.0}',
      (doc) => ({ ...doc, b: 2 }),
      '{"a":0.1234567890123456789,"b":2}',
    ],
    ['has an unsafe fraction elsewhere', '{"a":1e400}', ({ a }) => ({ b: a }), '{"b":"1e400"}'],
    [
      'has moved an object with an unsafe fraction',
      '{"a":[{"x":1},{"x":1e400,"y":1.0}]}',
      ({ a }) => ({ a: [(a as object[])[1]] }),
      '{"a":[{"x":1e400,"y":1.0}]}',
    ],
    [
      'has changed an object that it has moved',
      '{"a":[{"x":1},{"x":1e400,"y":1.0}]}',
      ({ a }) => ({ a: [Object.assign((a as object[])[1]!, { y: 2 })] }),
      '{"a":[{"x":1e400,"y":2}]}',
    ],
    [
      'has two places for one object',
      '{"a":{"x":1.0}}',
      ({ a }) => ({ a, b: a, c: [a, a] }),
      '{"a":{"x":1.0},"b":{"x":1},"c":[{"x":1},{"x":1}]}',
    ],
    [
      'has an object for an array',
      '{"a":[1.0],"b":{"0":1.0}}',
      () => ({ a: { 0: 1 }, b: [1] }),
      '{"a":{"0":1},"b":[1]}',
    ],
    [
      'has more and fewer elements',
      '{"a":[1.0,2.0],"b":[1.0]}',
      () => ({ a: [1], b: [1, 2] }),
      '{"a":[1.0],"b":[1.0,2]}',
    ],
    [
      'repeats keys that are unchanged',
      '{"x":1,"a":1.0,"b":2,"a":3.0}',
      (doc) => ({ ...doc, b: 4 }),
      '{"x":1,"a":1.0,"a":3.0,"b":4}',
    ],
    ['repeats a key that changes', '{"a":1.0,"b":2.0,"a":3.0}', (doc) => ({ ...doc, a: 4 }), '{"a":4,"b":2.0}'],
    [
      'has keys like indexes and changes',
      '{"b":1.0,"10":2.0,"2":3.0}',
      (doc) => ({ ...doc, b: 2 }),
      '{"2":3.0,"10":2.0,"b":2}',
    ],
    [
      'has escapes that stay',
      String.raw`{"\u0061":"\u0062","b":1}`,
      (doc) => ({ ...doc, b: 2 }),
      String.raw`{"\u0061":"\u0062","b":2}`,
    ],
    [
      'has lone surrogates',
      String.raw`{"a":"\ud83d","b":1}`,
      (doc) => ({ ...doc, b: '\udc00' }),
      String.raw`{"a":"\ud83d","b":"\udc00"}`,
    ],
    [
      'has a key __proto__',
      '{"__proto__":{"x":1.0},"b":1}',
      (doc) => {
        doc['b'] = 2;
        return doc;
      },
      '{"__proto__":{"x":1.0},"b":2}',
    ],
    ['has no prototype', '{"a":1.0}', (doc) => Object.assign(Object.create(null) as object, doc), '{"a":1.0}'],
  ])('%s is written so', (_, text, change, result) => {
    expect(changed(text, change)).toBe(result);
  });

  it.each<[what: string, change: (plain: PlainObject) => unknown, path: string, found: string]>([
    ['a function', () => ({ a: { f() {} } }), '/a/f', 'a function'],
    ['a class', () => ({ c: Map }), '/c', 'a function'],
    ['NaN', () => ({ a: [1, { b: Number.NaN }] }), '/a/1/b', 'NaN'],
    ['Infinity', () => ({ a: -Infinity }), '/a', '-Infinity'],
    ['undefined in a list', () => ({ a: [1, undefined] }), '/a/1', 'undefined'],
    ['a hole in a list', () => ({ a: [1, , 3] }), '/a/1', 'undefined'], // oxlint-disable-line no-sparse-arrays -- it is what is tested
    ['a symbol', () => ({ a: Symbol('s') }), '/a', 'a symbol'],
    ['a symbol as key', () => ({ a: { [Symbol('s')]: 1 } }), '/a', 'an object with a symbol as key'],
    ['a Date', () => ({ a: new Date(0) }), '/a', 'an instance of Date'],
    ['a Map', () => ({ a: new Map() }), '/a', 'an instance of Map'],
    ['a boxed text', () => ({ a: Object('x') as unknown }), '/a', 'an instance of String'],
    ['an instance', () => ({ a: new URL('http://a') }), '/a', 'an instance of URL'],
    ['a promise inside', () => ({ a: Promise.resolve(1) }), '/a', 'a promise'],
    ['an own toJSON', () => ({ a: { toJSON: () => 1 } }), '/a/toJSON', 'a function'],
    [
      'the key __proto__ as path',
      () => JSON.parse('{"__proto__":[1]}', (_, one: unknown) => (one === 1 ? Number.NaN : one)) as unknown,
      '/__proto__/0',
      'NaN',
    ],
  ])('holds %s is told where', (_, change, path, found) => {
    expect(changed('{"a":1}', change)).toEqual({ path, found });
  });

  it('holds itself is told', () => {
    const answer = changed('{"a":1}', (doc) => {
      Object.assign(doc, { list: [doc] });
      return doc;
    });
    expect(answer).toMatchObject({ found: 'an object that holds itself' });
  });

  it('nests deeper than JavaScript can call is restored all the same', () => {
    const depth = 60_000;
    const text = `{"a":${'[{"b":'.repeat(depth)}1.0${'}]'.repeat(depth)},"c":2.0}`;
    expect(changed(text, (doc) => doc)).toBe(text);
    const result = changed(text, (doc) => {
      let at = doc;
      for (let i = 0; i <= depth; i++) {
        const next = at[i === 0 ? 'a' : 'b'];
        if (!Array.isArray(next)) break;
        at = next[0] as PlainObject;
      }
      at['b'] = 3;
      return doc;
    });
    expect(result === text.replace('1.0', '3')).toBe(true);
  });

  it('is restored where steps before have edited the document', () => {
    const document = parsed('{"a":{"x":1.0,"y":[1.0]},"b":1e400}', tape);
    document.set(parsePath('/a/z'), addText(tape, 'new'));
    const origins = new Map<object, Value>();
    const plain = plainOf(tape, document.root, { origins }) as { a: { z: string }; c?: unknown };
    expect(restore(tape, document.root, plain, origins)).toBe(document.root);
    plain.a.z = 'newer';
    const value = restore(tape, document.root, { ...plain, c: plain.a }, origins);
    expect(textOfValue(document, value as number)).toBe(
      '{"a":{"x":1.0,"y":[1.0],"z":"newer"},"b":1e400,"c":{"x":1.0,"y":[1.0],"z":"newer"}}',
    );
    expect(textOfValue(document, document.root)).toBe('{"a":{"x":1.0,"y":[1.0],"z":"new"},"b":1e400}');
  });
});

/** Makes one change in the tree and in the plain value, at the place that the way leads to. */
function edit(tree: Tree, plain: unknown, way: readonly number[], how: 'set' | 'remove' | 'add'): void {
  if (tree.kind === 'object') {
    // What has changed inside comes in the order of JavaScript.
    tree.members.sort((a, b) => indexOf(a.name) - indexOf(b.name));
  }
  const inner = tree.kind === 'array' ? tree.elements : tree.kind === 'object' ? tree.members : [];
  const at = way[0]! % Math.max(inner.length, 1);
  const isLast =
    way.length === 1 || inner.length === 0 || childOf(tree, at).kind === 'scalar' || isEmpty(childOf(tree, at));
  if (!isLast) {
    edit(childOf(tree, at), (plain as Record<string, unknown>)[nameOf(tree, at)], way.slice(1), how);
  } else if (tree.kind === 'array') {
    const list = plain as unknown[];
    if (how === 'add' || inner.length === 0) {
      tree.elements.push(scalar('"added"'));
      list.push('added');
    } else if (how === 'set') {
      tree.elements[at] = scalar('"set"');
      list[at] = 'set';
    } else {
      // In the middle, all behind it would have other places.
      tree.elements.pop();
      list.pop();
    }
  } else if (tree.kind === 'object') {
    const object = plain as Record<string, unknown>;
    if (how === 'add' || inner.length === 0) {
      tree.members.push({ name: 'added', source: '"added"', value: scalar('"added"') });
      object['added'] = 'added';
    } else if (how === 'set') {
      tree.members[at]!.value = scalar('"set"');
      Object.defineProperty(object, nameOf(tree, at), { value: 'set' });
    } else {
      const name = nameOf(tree, at);
      tree.members.splice(at, 1);
      delete object[name];
    }
  }
}

function childOf(tree: Tree, at: number): Tree {
  if (tree.kind === 'array') return tree.elements[at]!;
  return tree.kind === 'object' ? tree.members[at]!.value : tree;
}

function nameOf(tree: Tree, at: number): string {
  return tree.kind === 'object' ? tree.members[at]!.name : String(at);
}

function isEmpty(tree: Tree): boolean {
  return tree.kind === 'array' ? tree.elements.length === 0 : tree.kind === 'object' && tree.members.length === 0;
}

function indexOf(name: string): number {
  return /^\d+$/.test(name) ? Number(name) : Infinity;
}
