import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addJson } from '../../src/document/literal.ts';
import { compareOrder, NOT_COMPARABLE, orderValue, type OrderValue } from '../../src/document/order.ts';
import { MISSING, Tape } from '../../src/document/tape.ts';
import { holds } from '../property.ts';
import { compareFractions, fractionOf, jsonNumber } from './fractions.ts';

const tape = new Tape();

/** The value of JSON text, or of nothing at all. */
function valueOf(json: string | undefined): OrderValue {
  tape.begin(Buffer.alloc(1));
  return orderValue(tape, json === undefined ? MISSING : addJson(tape, json));
}

describe('order', () => {
  it('puts what is not comparable before text, text before numbers, numbers before times', () => {
    const ascending = [
      'null',
      '""',
      '"10"',
      '"2024-02-30"',
      '"9"',
      '"Z"',
      '"a"',
      '"\u{1f600}"',
      '"\uff5a"',
      '-1e400',
      '-1',
      '-0.5',
      '0',
      '1e-400',
      '9007199254740992',
      '9007199254740993',
      '1e400',
      '1e401',
      '"0001-01-01"',
      '"2024-01-01T00:00+01:00"',
      '"2024-01-01"',
      '"2024-01-01T00:00:00.0000001Z"',
      '"2024-01-01T00:00:00.00000011Z"',
      '"2024-01-01T00:00:00.001"',
    ];
    const values = ascending.map(valueOf);
    for (const [i, a] of values.entries()) {
      for (const [j, b] of values.entries())
        expect([ascending[i], ascending[j], Math.sign(compareOrder(a, b))]).toEqual([
          ascending[i],
          ascending[j],
          Math.sign(i - j),
        ]);
    }
  });

  it.each([undefined, 'null', 'true', 'false', '{}', '[1]'])('calls %s not comparable', (json) => {
    expect(valueOf(json).rank).toBe(NOT_COMPARABLE);
    expect(compareOrder(valueOf(json), valueOf('null'))).toBe(0);
  });

  it.each([
    ['1', '1.0'],
    ['1e0', '1'],
    ['-0', '0e5'],
    ['9007199254740993', '9007199254740993.0'],
    ['"2024-01-01"', '"2024-01-01T00:00:00.000Z"'],
    ['"2024-01-01T10:00Z"', '"2024-01-01T12:00+0200"'],
    ['"2024-01-01T10:00:00.1234560Z"', '"2024-01-01T10:00:00.123456Z"'],
    ['"2024\\u002d01-01"', '"2024-01-01"'],
    ['"a\\u0062"', '"ab"'],
  ])('finds %s and %s equal', (a, b) => {
    expect(compareOrder(valueOf(a), valueOf(b))).toBe(0);
  });

  it('is that of exact fractions for all numbers', () => {
    holds(
      fc.property(jsonNumber(), jsonNumber(), (a, b) => {
        expect(Math.sign(compareOrder(valueOf(a), valueOf(b)))).toBe(compareFractions(fractionOf(a), fractionOf(b)));
      }),
      3000,
    );
  });
});
