import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compareNumbers,
  divide,
  multiply,
  type Quantity,
  remainder,
  subtract,
} from '../../src/expression/numbers.ts';
import { compareFractions, type Fraction, fractionOf, jsonNumber } from '../document/fractions.ts';
import { isUnsafe } from '../../src/document/number.ts';
import { holds as holdsFor } from '../property.ts';
import { holds } from './asked.ts';

/** Whole numbers of any length, and decimals as doubles print them. */
const numbers: fc.Arbitrary<string> = fc.oneof(
  jsonNumber()
    .filter((source) => !isUnsafe(source))
    .map((source) => printed(Number(source))),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
  fc.bigInt({ min: 9007199254740980n, max: 9007199254741010n }).map(String),
  fc.integer({ min: -1000, max: 1000 }).map(String),
);
const whole = fc.oneof(
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
  fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }),
  fc.bigInt({ min: -9n, max: 9n }),
);

describe('numbers of expressions', { timeout: 60_000 }, () => {
  it('compare as their exact decimals do', () => {
    holdsFor(
      fc.property(numbers, numbers, (a, b) => {
        const order = compareFractions(fractionOf(a), fractionOf(b));
        const json = `{"a":${a},"b":${b}}`;
        for (const [operator, wanted] of [
          ['<', order < 0],
          ['<=', order <= 0],
          ['>', order > 0],
          ['>=', order >= 0],
          ['==', order === 0],
          ['!=', order !== 0],
        ] as const)
          expect([a, operator, b, holds(`doc.a ${operator} doc.b`, json)]).toEqual([a, operator, b, wanted]);
        expect([a, 'in', b, holds('doc.a in [doc.b]', json)]).toEqual([a, 'in', b, order === 0]);
      }),
      3000,
    );
  });

  it('calculate with whole numbers exactly', () => {
    holdsFor(
      fc.property(whole, whole, (x, y) => {
        const [a, b] = [quantityOf(x), quantityOf(y)];
        expect(BigInt(add(a, b))).toBe(x + y);
        expect(BigInt(subtract(a, b))).toBe(x - y);
        expect(BigInt(multiply(a, b))).toBe(x * y);
        if (y === 0n) return;
        expect(BigInt(remainder(a, b))).toBe(x % y);
        expect(x % y === 0n ? BigInt(divide(a, b)) : x / y).toBe(x / y);
      }),
      3000,
    );
  });

  it('give the nearest double where a large whole number meets a decimal', () => {
    const decimals = fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 })
      .filter((one) => !Number.isInteger(one));
    const large = fc.bigInt({ min: 2n ** 53n, max: 10n ** 30n });
    holdsFor(
      fc.property(large, decimals, (x, d) => {
        const [a, b] = [fractionOf(String(x)), fractionOf(printed(d))];
        const sums = [b.over, -b.over].map((over) => ({
          over: a.over * b.under + over * a.under,
          under: a.under * b.under,
        }));
        expect([add(x, d), subtract(x, d)]).toEqual(sums.map(nearest));
        expect(multiply(x, d)).toBe(nearest({ over: a.over * b.over, under: a.under * b.under }));
      }),
      1000,
    );
  });

  it('are never -0, Infinity or NaN', () => {
    expect(Object.is(multiply(0, -5), 0)).toBe(true);
    expect(Object.is(add(-0, -0), 0)).toBe(true);
    expect(Object.is(remainder(-4, 2), 0)).toBe(true);
    expect(() => multiply(1e308, 10.5)).toThrow('beyond');
    expect(() => subtract(-1.7e308, 1.7e308)).toThrow('beyond');
    expect(() => divide(1, 0)).toThrow('zero');
    expect(() => remainder(10n ** 30n, 0)).toThrow('zero');
    expect(() => multiply(10n ** 999n, 100)).toThrow('1000 digits');
    expect(compareNumbers(10n ** 999n, 1e308)).toBe(1);
  });
});

function quantityOf(integer: bigint): Quantity {
  return Number.isSafeInteger(Number(integer)) && BigInt(Number(integer)) === integer ? Number(integer) : integer;
}

function printed(double: number): string {
  return String(double === 0 ? 0 : double);
}

/** The number itself if it is whole, else the double next to it. */
function nearest({ over, under }: Fraction): Quantity {
  if (over % under === 0n) return quantityOf(over / under);
  // All digits that a double and a whole number can have together; the engine rounds them once.
  return Number(`${(over * 10n ** 400n) / under}e-400`);
}
