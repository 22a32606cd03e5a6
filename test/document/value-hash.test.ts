import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare } from '../../src/document/compare.ts';
import { Document } from '../../src/document/document.ts';
import { addNull } from '../../src/document/literal.ts';
import { parsePath } from '../../src/document/path.ts';
import { ValueHash } from '../../src/document/value-hash.ts';
import { holds } from '../property.ts';
import { jsonNumber } from './fractions.ts';
import { anyTree, print, scalar, type Tree } from './json-tree.ts';
import { parsed } from './parsed.ts';

const hash = new ValueHash();

function hashOf({ tape, root }: Document): string {
  hash.of(tape, root);
  return hash.words.join(' ');
}

/** The value as the one property of a document. */
function documentOf(value: string): Document {
  return parsed(`{"value":${value}}`);
}

function isSame(left: Document, right: Document): boolean {
  return compare(left.tape, left.root, right.tape, right.root, 'exact').length === 0;
}

/** The same value with its members in another order and some numbers written in another way. */
function rewritten(tree: Tree): Tree {
  if (tree.kind === 'array') return { kind: 'array', elements: tree.elements.map(rewritten) };
  if (tree.kind === 'object') {
    const last = new Map(tree.members.map((member) => [member.name, member]));
    return {
      kind: 'object',
      members: [...last.values()].toReversed().map((m) => ({ ...m, value: rewritten(m.value) })),
    };
  }
  return scalar({ '7': '70e-1', '1.0': '1', '-0': '0.0', '1e3': '1000' }[tree.source] ?? tree.source);
}

it('is equal for values that are the same, however they are written', () => {
  holds(
    fc.property(anyTree, (tree) => {
      expect(hashOf(documentOf(print(rewritten(tree))))).toBe(hashOf(documentOf(print(tree))));
    }),
    500,
  );
});

it('says what compare says of any two values', () => {
  const pair = fc.tuple(anyTree, anyTree);
  holds(
    fc.property(pair, ([one, other]) => {
      const [left, right] = [documentOf(print(one)), documentOf(print(other))];
      expect(hashOf(left) === hashOf(right)).toBe(isSame(left, right));
    }),
    1_000,
  );
});

it('tells numbers apart by their exact value', () => {
  holds(
    fc.property(jsonNumber(), jsonNumber(), (one, other) => {
      const [left, right] = [documentOf(one), documentOf(other)];
      expect(hashOf(left) === hashOf(right)).toBe(isSame(left, right));
    }),
    1_000,
  );
  expect(hashOf(documentOf('9007199254740993'))).not.toBe(hashOf(documentOf('9007199254740992')));
  expect(hashOf(documentOf('1'))).not.toBe(hashOf(documentOf('"1"')));
});

it.each([
  ['[[1],2]', '[1,[2]]'],
  ['[1,2]', '[2,1]'],
  ['[[],[]]', '[[[]]]'],
  ['{"a":{"b":1}}', '{"b":{"a":1}}'],
  ['{"a":1,"b":2}', '{"a":2,"b":1}'],
  ['[]', '{}'],
  ['[0]', '[]'],
  ['[null]', '[[]]'],
  ['"ab"', '["a","b"]'],
])('tells %s from %s', (one, other) => {
  expect(hashOf(documentOf(one))).not.toBe(hashOf(documentOf(other)));
});

it('takes what steps have edited for what it is', () => {
  const edited = parsed('{"b":{"x":1}}');
  edited.set(parsePath('/a/c'), addNull(edited.tape));
  expect(hashOf(edited)).toBe(hashOf(parsed('{"a":{"c":null},"b":{"x":1.0}}')));
});

it('hashes several values in their order', () => {
  const { tape, root } = parsed('{"a":1,"b":"x"}');
  const of = (...names: string[]): string => {
    hash.ofAll(
      tape,
      names.map((name) => new Document(tape, 'x', root).get(parsePath(name))),
    );
    return hash.words.join(' ');
  };
  expect(new Set([of('/a', '/b'), of('/b', '/a'), of('/a'), of('/a', '/a')]).size).toBe(4);
  expect(of('/a', '/b')).toBe(of('/a', '/b'));
});

it('tells them apart by half of its bits as well', () => {
  const half = new ValueHash(64);
  const texts = ['1', '[1]', '{"a":1}', '{"a":[1]}', '"1"', '[[1]]', 'null', '[]', '{}'];
  const hashes = texts.map((text) => {
    const { tape, root } = documentOf(text);
    half.of(tape, root);
    return half.words.join(' ');
  });
  expect(new Set(hashes).size).toBe(texts.length);
  expect(hashes.every((words) => words.endsWith(' 0 0'))).toBe(true);
});

it('takes no stack frame for a level', () => {
  const deep = (inner: string): Document => documentOf('{"d":['.repeat(50_000) + inner + ']}'.repeat(50_000));
  expect(hashOf(deep('1'))).toBe(hashOf(deep('1.0')));
  expect(hashOf(deep('1'))).not.toBe(hashOf(deep('2')));
});
