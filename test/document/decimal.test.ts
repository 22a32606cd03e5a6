import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals, decimalOf, floorOf } from '../../src/document/decimal.ts';
import { holds } from '../property.ts';
import { compareFractions, fractionOf, jsonNumber } from './fractions.ts';

describe('decimalOf', () => {
  it.each([
    ['1', ['1', '1.0', '1e0', '10e-1', '0.1E1', `1.${'0'.repeat(100)}`]],
    ['0', ['0', '-0', '-0.0', '0e999', '-0E-99999999999999999999']],
    ['-12.5', ['-12.5', '-12.50', '-125e-1']],
    ['1e-7', ['1e-7', '0.0000001', '0.00000010']],
    ['.1e401', ['1e400', '10e399', '0.1e401', `1${'0'.repeat(400)}`]],
    ['.9007199254740993e16', ['9007199254740993', '9007199254740993.0', '90071992547409930e-1']],
  ])('is %s for all ways of writing it', (decimal, sources) => {
    expect(sources.map((source) => decimalOf(source))).toEqual(sources.map(() => decimal));
  });

  it('tells numbers apart that are one double', () => {
    expect(decimalOf('9007199254740993')).not.toBe(decimalOf('9007199254740992'));
    expect(decimalOf('1e400')).not.toBe(decimalOf('1e401'));
  });

  it('takes exponents of any length', () => {
    const nines = '9'.repeat(100_000);
    expect(decimalOf(`10e${nines}`)).toBe(decimalOf(`1e1${'0'.repeat(100_000)}`));
    expect(decimalOf(`1e-${nines}`)).not.toBe(decimalOf(`1e${nines}`));
    expect(compareDecimals(`1e${nines}`, `2e${nines}`)).toBeLessThan(0);
    expect(compareDecimals(`1e-${nines}`, '1e-400')).toBeLessThan(0);
  });
});

describe('floorOf', () => {
  it.each([
    ['0', 0, 0],
    ['-0.0', 3, 0],
    ['1.5', 0, 1],
    ['-1.5', 0, -2],
    ['-1.0', 0, -1],
    ['1.2345', 3, 1234],
    ['-1.2345', 3, -1235],
    ['12e-1', 1, 12],
    ['1e-99999999999999999999', 3, 0],
    ['-1e-99999999999999999999', 3, -1],
    ['1e99999999999999999999', 3, undefined],
    ['9007199254740991.9', 0, 9007199254740991],
    ['9007199254740992', 0, undefined],
    ['-9007199254740991.5', 0, undefined],
    ['9007199254740.991', 3, 9007199254740991],
  ])('of %s × 10^%d is %s', (source, shift, floor) => {
    expect(floorOf(source, shift)).toBe(floor);
  });
});

describe('for all JSON numbers', () => {
  const pair = fc.oneof(
    fc.tuple(jsonNumber(), jsonNumber()),
    // The same number, or nearly, written in another way.
    fc
      .tuple(jsonNumber(), fc.constantFrom('0', '00', '1'))
      .map(([source, tail]) => [source, lengthened(source, tail)] as const),
  );

  it('order and equality are those of exact fractions', () => {
    holds(
      fc.property(pair, ([a, b]) => {
        const expected = compareFractions(fractionOf(a), fractionOf(b));
        expect(Math.sign(compareDecimals(a, b))).toBe(expected);
        expect(decimalOf(a) === decimalOf(b)).toBe(expected === 0);
      }),
      5000,
    );
  });

  it('the floor is that of exact fractions, where a double holds it', () => {
    holds(
      fc.property(jsonNumber(), fc.constantFrom(0, 3), (source, shift) => {
        const { over, under } = fractionOf(source);
        const scaled = over * 10n ** BigInt(shift);
        const exact = scaled / under - (scaled < 0n && scaled % under !== 0n ? 1n : 0n);
        const isSafe = exact >= BigInt(Number.MIN_SAFE_INTEGER) && exact <= BigInt(Number.MAX_SAFE_INTEGER);
        expect(floorOf(source, shift)).toBe(isSafe ? Number(exact) : undefined);
      }),
      5000,
    );
  });
});

function lengthened(source: string, tail: string): string {
  const [mantissa = '', exponent] = source.split(/[eE]/);
  return `${mantissa}${mantissa.includes('.') ? '' : '.'}${tail}${exponent === undefined ? '' : `e${exponent}`}`;
}
