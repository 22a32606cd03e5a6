/** What are the rounded, the absolute, the least and the greatest number? Whole numbers stay exact. */
import type { Content } from '../content.ts';
import { compareNumbers, negative, type Quantity, truncated } from '../numbers.ts';
import { type CelFunctions, NUMBER } from './cel-function.ts';

const MOST_ARGUMENTS = 16;

export const MATHEMATICS: CelFunctions = {
  'math.abs': one((number) => (compareNumbers(number, 0) < 0 ? negative(number) : number)),
  'math.ceil': one((number) => (typeof number === 'bigint' ? number : truncated(Math.ceil(number)))),
  'math.floor': one((number) => (typeof number === 'bigint' ? number : truncated(Math.floor(number)))),
  'math.round': one((number) => (typeof number === 'bigint' ? number : truncated(rounded(number)))),
  'math.trunc': one(truncated),
  'math.sign': one((number) => Math.sign(compareNumbers(number, 0))),
  'math.least': several((a, b) => (compareNumbers(b, a) < 0 ? b : a)),
  'math.greatest': several((a, b) => (compareNumbers(b, a) > 0 ? b : a)),
};

/** A half goes away from zero. */
function rounded(number: number): number {
  const whole = Math.trunc(number);
  return Math.abs(number - whole) >= 0.5 ? whole + Math.sign(number) : whole;
}

function one(apply: (number: Quantity) => Quantity): CelFunctions[string] {
  return { takes: [NUMBER], kind: 'number', apply: ([number]) => apply(number as Quantity) };
}

function several(choose: (a: Quantity, b: Quantity) => Quantity): CelFunctions[string] {
  return {
    takes: Array.from({ length: MOST_ARGUMENTS }, () => NUMBER),
    least: 1,
    kind: 'number',
    apply: (numbers: readonly Content[]) => (numbers as readonly Quantity[]).reduce(choose),
  };
}
