import { describe, expect, it } from 'vitest';
import { compare, type Difference, type NumberEquality } from '../../src/document/compare.ts';
import { Document } from '../../src/document/document.ts';
import { addText } from '../../src/document/literal.ts';
import { parseValue } from '../../src/document/parse.ts';
import { parsePath } from '../../src/document/path.ts';
import { Tape, type Value } from '../../src/document/tape.ts';

function read(json: string): { readonly tape: Tape; readonly value: Value } {
  const tape = new Tape();
  const text = Buffer.from(`${json}\n`);
  tape.begin(text);
  const value = parseValue(tape, text, 0, text.length - 1);
  if (typeof value !== 'number') throw new Error(value.problem);
  return { tape, value };
}

function differences(
  left: string,
  right: string,
  numbers: NumberEquality = 'exact',
  limit = 10,
): readonly Difference[] {
  const a = read(left);
  const b = read(right);
  return compare(a.tape, a.value, b.tape, b.value, numbers, limit);
}

const EQUAL: readonly (readonly [name: string, left: string, right: string])[] = [
  ['key order aside', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
  ['the last of a repeated key', '{"a":1,"a":2}', '{"a":2}'],
  ['escapes resolved, also in keys', '{"\\u0061":"\\u00e9\\/"}', '{"a":"é/"}'],
  ['numbers by value', '[1.0,1e0,10e-1,-0,100]', '[1,1,1,0,1E2]'],
  ['white space aside', '{ "a" : [ 1 , 2 ] }', '{"a":[1,2]}'],
  ['names that JavaScript treats apart', '{"__proto__":1,"10":2,"":3}', '{"":3,"10":2,"__proto__":1}'],
];

const DIFFERENT: readonly (readonly [name: string, left: string, right: string, differences: readonly Difference[]])[] =
  [
    ['another value', '{"a":{"b":1}}', '{"a":{"b":2}}', [{ path: '/a/b', kind: 'different' }]],
    ['another type', '[1,true,null]', '["1",false,0]', [0, 1, 2].map((i) => ({ path: `/${i}`, kind: 'different' }))],
    [
      'a missing and an extra property',
      '{"a":1,"c":3}',
      '{"a":1,"b":2}',
      [
        { path: '/c', kind: 'missing' },
        { path: '/b', kind: 'extra' },
      ],
    ],
    [
      'a shorter and a longer array',
      '{"x":[1,2],"y":[]}',
      '{"x":[1],"y":[3]}',
      [
        { path: '/x/1', kind: 'missing' },
        { path: '/y/0', kind: 'extra' },
      ],
    ],
    [
      'the order of elements',
      '[1,2]',
      '[2,1]',
      [
        { path: '/0', kind: 'different' },
        { path: '/1', kind: 'different' },
      ],
    ],
    ['the documents themselves', '{}', '[]', [{ path: '/', kind: 'different' }]],
    ['null and missing', '{"a":null}', '{}', [{ path: '/a', kind: 'missing' }]],
    ['a key that needs quotes', '{"a/b":1}', '{"a/b":2}', [{ path: '/"a/b"', kind: 'different' }]],
    ['composed and decomposed letters', '"é"', '"e\\u0301"', [{ path: '/', kind: 'different' }]],
  ];

describe('compare', () => {
  it.each(EQUAL)('finds no difference: %s', (_name, left, right) => {
    expect(differences(left, right)).toEqual([]);
    expect(differences(left, right, 'double')).toEqual([]);
  });

  it.each(DIFFERENT)('tells the paths: %s', (_name, left, right, expected) => {
    expect(differences(left, right)).toEqual(expected);
  });

  it('takes numbers that share a double as equal only when asked to', () => {
    expect(differences('{"n":9007199254740993}', '{"n":9007199254740992}', 'double')).toEqual([]);
    expect(differences('{"n":9007199254740993}', '{"n":9007199254740992}')).toEqual([
      { path: '/n', kind: 'different' },
    ]);
    expect(differences('0.1', '0.1000000000000000055', 'double')).toEqual([]);
    expect(differences('0.1', '0.1000000000000000055')).toHaveLength(1);
  });

  it('tells one difference by default and never more than asked for', () => {
    const a = read('[1,2,3]');
    const b = read('[4,5,6]');
    expect(compare(a.tape, a.value, b.tape, b.value, 'exact')).toHaveLength(1);
    expect(compare(a.tape, a.value, b.tape, b.value, 'exact', 2)).toHaveLength(2);
  });

  it('compares edited documents with texts', () => {
    const { tape, value } = read('{"a":{"b":1},"c":[1]}');
    const document = new Document(tape, 'thing', value);
    document.set(parsePath('/a/b'), addText(tape, 'x"y'));
    document.remove(parsePath('/c'));
    const other = read('{"a":{"b":"x\\"y"}}');
    expect(compare(tape, document.root, other.tape, other.value, 'exact')).toEqual([]);
  });

  it('walks 100,000 levels without recursion', () => {
    const deep = (inner: string): string => `${'[{"a":'.repeat(50_000)}${inner}${'}]'.repeat(50_000)}`;
    expect(differences(deep('1'), deep('1.0'))).toEqual([]);
    expect(differences(deep('1'), deep('2'))).toHaveLength(1);
  });
});
