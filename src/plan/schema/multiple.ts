/** Is a number a multiple of another one, exactly? 19.99 is one of 0.01, which doubles deny. */
import { decimalOf, zerosBehind } from '../../document/decimal.ts';

export function isMultiple(value: string, divisor: string): boolean {
  const [a, b] = [scaled(value), scaled(divisor)];
  if (a.units === 0n) return true;
  if (b.units === 0n) return false;
  const shift = a.exponent - b.exponent;
  // Its last digit is not 0, so that it is no multiple of ten times anything.
  if (shift < 0n) return false;
  // So many zeros hold every 2 and 5 of the divisor; a document may ask for a billion of them.
  if (shift >= BigInt(b.units.toString(2).length)) return a.units % without(5n, without(2n, b.units)) === 0n;
  return (a.units * 10n ** shift) % b.units === 0n;
}

/** The number `units × 10^exponent`, without its sign; the last digit of the units is not 0. */
function scaled(source: string): { readonly units: bigint; readonly exponent: bigint } {
  const [mantissa, exponent = '0'] = decimalOf(source).replace('-', '').split('e') as [string, string?];
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?];
  const digits = whole + fraction;
  const kept = digits.slice(0, digits.length - zerosBehind(digits));
  const power = BigInt(exponent.replace('+', '')) - BigInt(fraction.length) + BigInt(digits.length - kept.length);
  return { units: BigInt(kept === '' ? '0' : kept), exponent: kept === '' ? 0n : power };
}

function without(factor: bigint, number: bigint): bigint {
  let left = number;
  while (left % factor === 0n) left /= factor;
  return left;
}
