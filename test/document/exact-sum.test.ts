import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactSum } from '../../src/document/exact-sum.ts';
import { holds } from '../property.ts';

function sumOf(...numbers: readonly string[]): string | undefined {
  const sum = new ExactSum();
  for (const number of numbers) expect(sum.add(number)).toBe(true);
  return sum.sum();
}

describe('a sum', () => {
  it.each([
    [[], '0'],
    [['0.1', '0.2'], '0.3'],
    [['0.1', '0.2', '-0.3'], '0'],
    [['1.0', '2'], '3'],
    [['-0', '-0.0'], '0'],
    [['1e16', '1', '-1e16'], '1'],
    [['9007199254740993', '1'], '9007199254740994'],
    [['99999999999999999999', '1'], '100000000000000000000'],
    // Rounded once: 2^53 + 1 and a half is nearer to 2^53 + 2.
    [['9007199254740992', '1', '0.5'], '9007199254740994'],
    // Exactly between two doubles goes to the even one, and a hair above does not.
    [['9007199254740992.0', '1'], '9007199254740992'],
    [['9007199254740992.0', '1', '1e-300'], '9007199254740994'],
    [['5e-324', '5e-324'], '1e-323'],
    [['1e308', '-1e308', '0e999999999999'], '0'],
    [['1.5e308', '1.5e308'], undefined],
    [['123456789012345678901234567890e-10', '0.5'], '12345678901234567000'],
  ])('of %j is %s', (numbers, expected) => {
    expect(sumOf(...numbers)).toBe(expected);
  });

  it('does not take what would have no end of digits', () => {
    const sum = new ExactSum();
    expect(['1e999999999', '1e-999999999', `1${'0'.repeat(2_000)}`].map((number) => sum.add(number))).toEqual([
      false,
      false,
      false,
    ]);
    expect(sum.sum()).toBe('0');
  });

  it('begins anew when it is cleared', () => {
    const sum = new ExactSum();
    sum.add('1.5');
    sum.add('12345678901234567890');
    sum.clear();
    sum.add('2');
    expect([sum.sum(), sum.isWhole]).toEqual(['2', true]);
  });

  it('does not depend on the order of the numbers, and is the nearest double', () => {
    // Multiples of 1/1024 of up to 2^20 are exact in doubles, and so is the sum of a few of them.
    const numbers = fc.array(fc.integer({ min: -(2 ** 30), max: 2 ** 30 }), { minLength: 1, maxLength: 40 });
    holds(
      fc.property(numbers, (parts) => {
        const texts = parts.map((part) => String(part / 1024));
        const exact = String(parts.reduce((sum, part) => sum + part, 0) / 1024 + 0);
        expect(sumOf(...texts)).toBe(exact);
        expect(sumOf(...texts.toReversed())).toBe(exact);
      }),
      200,
    );
  });
});

describe('a mean', () => {
  it.each([
    [['1', '2'], '1.5'],
    [['20.5', '21.5', '21'], '21'],
    [['1', '1', '0'], '0.6666666666666666'],
    [['1.7e308', '1.7e308'], '1.7e+308'],
    [['-1', '0', '0'], '-0.3333333333333333'],
    [['9007199254740993', '9007199254740993'], '9007199254740992'],
  ])('of %j is %s', (numbers, expected) => {
    const sum = new ExactSum();
    for (const number of numbers) sum.add(number);
    expect(sum.mean(numbers.length)).toBe(expected);
  });
});
