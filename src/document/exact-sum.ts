/**
 * What do numbers come to, exactly? They are added as decimals, whole numbers by the place of their last digit, so that
 * neither their order nor their number changes the result; it is rounded to a double once, when it is asked for.
 */
import { isPlain } from './decimal.ts';

/** Digits before or behind the point: what lies further out has no place in a sum. */
const MOST_PLACES = 1_100;
/** A number has so many places at most to be added as one. */
const PLAIN_PLACES = 16;
const LARGEST = 2 ** 52;

export class ExactSum {
  /** Whether all numbers so far were written as whole ones, so that the sum has all its digits. */
  isWhole = true;
  /** Sums of short numbers, by their digits behind the point. */
  readonly #plain = new Float64Array(PLAIN_PLACES);
  /** The rest of the sum, in units of `10 ** -#places`. */
  #units = 0n;
  #places = 0;

  clear(): void {
    this.isWhole = true;
    this.#plain.fill(0);
    this.#units = 0n;
    this.#places = 0;
  }

  /** Adds a JSON number; false, and nothing, when it is too large or too small to be added exactly. */
  add(source: string): boolean {
    const point = source.indexOf('.');
    if (isPlain(source)) {
      if (point < 0) this.#addPlain(Number(source), 0);
      else this.#addPlain(Number(source.slice(0, point) + source.slice(point + 1)), source.length - point - 1);
      if (point >= 0) this.isWhole = false;
      return true;
    }
    const mark = source.search(/[eE]/);
    const mantissa = mark < 0 ? source : source.slice(0, mark);
    const exponent = mark < 0 ? 0 : Number(source.slice(mark + 1));
    const places = (point < 0 ? 0 : mantissa.length - point - 1) - exponent;
    const digits = mantissa.replace('.', '');
    if (/^-?0+$/.test(digits)) return true;
    if (Math.abs(places) > MOST_PLACES || digits.length > MOST_PLACES) return false;
    if (point >= 0 || mark >= 0) this.isWhole = false;
    if (places >= 0) this.#addUnits(BigInt(digits), places);
    else this.#addUnits(BigInt(digits) * 10n ** BigInt(-places), 0);
    return true;
  }

  /** The text of the sum; `undefined` when no double is so large. */
  sum(): string | undefined {
    this.#gather();
    return this.isWhole ? String(this.#units) : textOf(quotient(this.#units, 10n ** BigInt(this.#places)));
  }

  /** The text of the sum divided by a count. */
  mean(count: number): string | undefined {
    this.#gather();
    return textOf(quotient(this.#units, 10n ** BigInt(this.#places) * BigInt(count)));
  }

  #addPlain(units: number, places: number): void {
    const sum = this.#plain[places]! + units;
    this.#plain[places] = sum;
    if (sum < LARGEST && sum > -LARGEST) return;
    this.#plain[places] = 0;
    this.#addUnits(BigInt(sum), places);
  }

  #addUnits(units: bigint, places: number): void {
    if (places > this.#places) {
      this.#units *= 10n ** BigInt(places - this.#places);
      this.#places = places;
    }
    this.#units += units * 10n ** BigInt(this.#places - places);
  }

  #gather(): void {
    for (let places = 0; places < PLAIN_PLACES; places++) {
      const sum = this.#plain[places]!;
      if (sum === 0) continue;
      this.#plain[places] = 0;
      this.#addUnits(BigInt(sum), places);
    }
  }
}

function textOf(double: number): string | undefined {
  // Adding 0 turns -0 into 0.
  return Number.isFinite(double) ? String(double + 0) : undefined;
}

/** The double that is nearest to a fraction, of two that are equally near the even one. */
function quotient(dividend: bigint, divisor: bigint): number {
  if (dividend < 0n) return -quotient(-dividend, divisor);
  if (dividend === 0n) return 0;
  // At least 55 bits, the last of which stands for all that follow.
  const shift = 56 - bitsOf(dividend) + bitsOf(divisor);
  const [above, below] = shift >= 0 ? [dividend << BigInt(shift), divisor] : [dividend, divisor << BigInt(-shift)];
  const rounded = Number((above / below) | (above % below === 0n ? 0n : 1n));
  // Two factors, as one of them may be no double.
  const half = Math.trunc(-shift / 2);
  return rounded * 2 ** half * 2 ** (-shift - half);
}

function bitsOf(value: bigint): number {
  const hex = value.toString(16);
  return (hex.length - 1) * 4 + (32 - Math.clz32(Number.parseInt(hex[0]!, 16)));
}
