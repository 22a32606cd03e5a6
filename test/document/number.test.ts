import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnsafe, numberText } from '../../src/document/number.ts';
import { holds } from '../property.ts';
import { compareFractions, fractionOf, jsonNumber } from './fractions.ts';

describe('a number is unsafe', () => {
  it.each([
    '9007199254740992',
    '9007199254740993',
    '-9007199254740992',
    '12345678901234567890',
    '1400079514980214528',
    '505874924095815700',
    '1e400',
    '-1E+400',
    '1e-400',
    '0.1234567890123456789',
    '12345678901234567.89',
    '9007199254740993.0',
    '9007199254740993e0',
    `1${'0'.repeat(400)}`,
    `0.${'0'.repeat(400)}1`,
  ])('when a double would change it: %s', (source) => {
    expect(isUnsafe(source)).toBe(true);
  });
});

describe('a number is safe', () => {
  it.each([
    '0',
    '-0',
    '-0.0',
    '0e999',
    '-0.000E-999999999999999999999',
    '1.0',
    '10.50',
    '0.1',
    '1e3',
    '6.02e23',
    '1e-7',
    '1e23',
    '5e-324',
    '1.7976931348623157e308',
    '9007199254740991',
    '-9007199254740991',
    '9007199254740992.0',
    '9007199254740992e0',
    '2100.607537417505',
    '0.30000000000000004',
    '-65.613616999999977',
    `1.${'0'.repeat(400)}`,
    `1${'0'.repeat(300)}e-300`,
  ])('when a double says the same, or prints so: %s', (source) => {
    expect(isUnsafe(source)).toBe(false);
  });
});

describe('a number becomes text', () => {
  it.each([
    ['1.0', '1'],
    ['1e3', '1000'],
    ['10.50', '10.5'],
    ['-0', '0'],
    ['-0.0', '0'],
    ['0e999', '0'],
    ['1E2', '100'],
    ['1e20', '100000000000000000000'],
    ['1e21', '1e+21'],
    ['1e-7', '1e-7'],
    ['0.0000001', '1e-7'],
    ['-65.613616999999977', '-65.61361699999998'],
    ['9007199254740992.0', '9007199254740992'],
    ['9007199254740993', '9007199254740993'],
    ['12345678901234567.89', '12345678901234567.89'],
    ['1e400', '1e400'],
  ])('by value: %s as %s', (source, text) => {
    expect(numberText(source)).toBe(text);
  });
});

describe('for every JSON number', () => {
  const printsAs = (source: string, print: string): boolean =>
    compareFractions(fractionOf(source), fractionOf(print)) === 0;

  it('unsafe is what the definition says', () => {
    holds(
      fc.property(jsonNumber(), (source) => {
        const double = Number(source);
        const expected = /^-?\d+$/.test(source)
          ? BigInt(source) > 2n ** 53n - 1n || BigInt(source) < 1n - 2n ** 53n
          : !Number.isFinite(double) || !(printsAs(source, String(double)) || printsAs(source, double.toPrecision(17)));
        expect(isUnsafe(source)).toBe(expected);
      }),
      5000,
    );
  });

  it('the text reads back as the same double, and as the same number where it is unsafe', () => {
    holds(
      fc.property(jsonNumber(), (source) => {
        const text = numberText(source);
        expect(Number(text) === Number(source)).toBe(true);
        expect(text).toBe(isUnsafe(source) ? source : String(Number(text)));
      }),
      5000,
    );
  });
});
