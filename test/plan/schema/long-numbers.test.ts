// Are numbers of a document judged in a time that grows with their length only?
import { expect, it } from 'vitest';
import { parseSchema, takeUnsafe } from '../../../src/plan/schema/exact.ts';
import { isMultiple } from '../../../src/plan/schema/multiple.ts';
import { processorTime } from '../../processor-time.ts';

const ZEROS = '0'.repeat(300_000);

it.each([
  ['a fraction', `1.${ZEROS}1`, false],
  ['a fraction that an exponent takes away', `1.${ZEROS}1e300001`, true],
  ['one that ends with zeros', `1${ZEROS}e-300000`, true],
])('whether it is an integer: %s', async (_what, digits, isInteger) => {
  let double = 0;
  const time = await processorTime(() => void (double = takeUnsafe(digits, {}, 'n')));
  expect(Number.isInteger(double)).toBe(isInteger);
  expect(time).toBeLessThan(2000);
});

it('whether it is a multiple', async () => {
  const time = await processorTime(() => {
    expect(isMultiple(`0.1${ZEROS}1`, '0.01')).toBe(false);
    expect(isMultiple(`1${ZEROS}e-2`, '0.01')).toBe(true);
  });
  expect(time).toBeLessThan(3000);
  expect(parseSchema('{"multipleOf":0.01}')).toEqual({ multipleOf: 0.01 });
});
