/**
 * How does an expression calculate? Whole numbers are exact at any length, decimals are doubles, and both mix: 7/2 is
 * 3.5. Where a whole number that no double holds meets a decimal, the decimal is what it prints as, and the result is
 * exact if it is whole, else the nearest double. What grows beyond all doubles is a failure, never Infinity.
 */
import { compareDecimals } from '../document/decimal.ts';
import { Failure } from './failure.ts';

/** Longer numbers could keep the machine busy for minutes. */
export const MOST_DIGITS = 1000;
const LARGEST = 10n ** BigInt(MOST_DIGITS);

/** A bigint only where no double holds the number. */
export type Quantity = number | bigint;

export function add(a: Quantity, b: Quantity): Quantity {
  if (typeof a !== 'number' || typeof b !== 'number') return exactly(a, b, (x, y) => x + y);
  const sum = a + b;
  return areExact(a, b, sum) ? sum + 0 : wholeNumber(BigInt(a) + BigInt(b));
}

export function subtract(a: Quantity, b: Quantity): Quantity {
  if (typeof a !== 'number' || typeof b !== 'number') return exactly(a, b, (x, y) => x - y);
  const difference = a - b;
  return areExact(a, b, difference) ? difference + 0 : wholeNumber(BigInt(a) - BigInt(b));
}

export function multiply(a: Quantity, b: Quantity): Quantity {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    return areExact(a, b, product) ? product + 0 : wholeNumber(BigInt(a) * BigInt(b));
  }
  const [one, other] = [fractionOf(a), fractionOf(b)];
  return quantity(one.digits * other.digits, one.behind + other.behind);
}

export function divide(a: Quantity, b: Quantity): Quantity {
  if (b === 0) throw new Failure('a number is divided by zero');
  if (typeof a === 'number' && typeof b === 'number') return decimal(a / b);
  const { over, under } = aligned(a, b);
  if (over % under === 0n) return wholeNumber(over / under);
  const digits = (over * DIGITS_BEHIND) / under;
  // With so many digits the double is the nearest one; a smaller number is one that doubles divide well enough.
  return decimal(digits > ENOUGH || digits < -ENOUGH ? Number(`${digits}e-${FRACTION_DIGITS}`) : Number(a) / Number(b));
}

/** What is left has the sign of the first number. */
export function remainder(a: Quantity, b: Quantity): Quantity {
  if (b === 0) throw new Failure('a number is divided by zero');
  if (typeof a === 'number' && typeof b === 'number') return decimal(a % b);
  return exactly(a, b, (x, y) => x % y);
}

export function negative(a: Quantity): Quantity {
  return typeof a === 'number' ? 0 - a : wholeNumber(-a);
}

/** Negative, zero or positive: by exact value, a double being the number that it prints as. */
export function compareNumbers(a: Quantity, b: Quantity): number {
  if (typeof a === typeof b) return a === b ? 0 : a < b ? -1 : 1;
  return compareDecimals(String(a), String(b));
}

/** The whole number in front of the point. */
export function truncated(number: Quantity): Quantity {
  if (typeof number === 'bigint') return number;
  const whole = Math.trunc(number) + 0;
  return Number.isSafeInteger(whole) ? whole : wholeNumber(fractionOf(whole).digits);
}

export function isWhole(number: Quantity): boolean {
  return typeof number === 'bigint' || Number.isInteger(number);
}

/** A failure where it has too many digits. */
export function wholeNumber(integer: bigint): Quantity {
  if (integer >= -MAX_SAFE && integer <= MAX_SAFE) return Number(integer);
  if (integer > -LARGEST && integer < LARGEST) return integer;
  throw new Failure(`a whole number grows to more than ${MOST_DIGITS} digits`);
}

/** A double that came out of a calculation. */
export function decimal(double: number): number {
  if (Number.isFinite(double)) return double + 0;
  throw new Failure('a number grows beyond what a double holds');
}

/** Whether doubles have given the right result: all but that of two whole numbers that is too large for them. */
function areExact(a: number, b: number, result: number): boolean {
  if (Number.isSafeInteger(result) || !Number.isSafeInteger(a) || !Number.isSafeInteger(b))
    return decimal(result) === result;
  return false;
}

/** The number `digits / 10^behind`. */
interface Fraction {
  readonly digits: bigint;
  readonly behind: number;
}

function fractionOf(number: Quantity): Fraction {
  if (typeof number === 'bigint') return { digits: number, behind: 0 };
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const [front = '', part = ''] = mantissa.split('.');
  const behind = part.length - Number(exponent);
  const digits = BigInt(front + part);
  return behind >= 0 ? { digits, behind } : { digits: digits * 10n ** BigInt(-behind), behind: 0 };
}

function exactly(a: Quantity, b: Quantity, calculate: (x: bigint, y: bigint) => bigint): Quantity {
  const { over, under, behind } = aligned(a, b);
  return quantity(calculate(over, under), behind);
}

/** Both with equally many digits behind the point. */
function aligned(a: Quantity, b: Quantity): { readonly over: bigint; readonly under: bigint; readonly behind: number } {
  const [one, other] = [fractionOf(a), fractionOf(b)];
  const behind = Math.max(one.behind, other.behind);
  const [over, under] = [one, other].map((each) => each.digits * 10n ** BigInt(behind - each.behind)) as [
    bigint,
    bigint,
  ];
  return { over, under, behind };
}

function quantity(digits: bigint, behind: number): Quantity {
  const unit = 10n ** BigInt(behind);
  return digits % unit === 0n ? wholeNumber(digits / unit) : decimal(Number(`${digits}e-${behind}`));
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const FRACTION_DIGITS = 40;
const DIGITS_BEHIND = 10n ** BigInt(FRACTION_DIGITS);
const ENOUGH = 10n ** 25n;
