/** Does a double hold this number, and what is its text? Works on the digits of JSON numbers as they are written. */
import { decimalOf, isPlain } from './decimal.ts';

/**
 * Whether the number is an integer beyond ±(2^53−1), or has a fraction or exponent and equals neither the shortest nor
 * the 17-digit print of its double.
 */
export function isUnsafe(source: string): boolean {
  if (isPlain(source)) return false;
  if (isInteger(source)) return exceedsSafeInteger(source);
  const double = Number(source);
  if (!Number.isFinite(double)) return true;
  const shortest = String(double);
  if (source === shortest) return false;
  const exact = decimalOf(source);
  return exact !== decimalOf(shortest) && exact !== decimalOf(double.toPrecision(17));
}

/** The number as text, by value: as JavaScript prints its double, or its own digits where a double cannot hold it. */
export function numberText(source: string): string {
  return isUnsafe(source) ? source : String(Number(source));
}

function isInteger(source: string): boolean {
  for (let i = source.startsWith('-') ? 1 : 0; i < source.length; i++) {
    const unit = source.charCodeAt(i);
    if (unit < 48 || unit > 57) return false;
  }
  return true;
}

/** JSON has no leading zeros, so that digits of equal length compare as text. */
function exceedsSafeInteger(source: string): boolean {
  const digits = source.startsWith('-') ? source.slice(1) : source;
  return digits.length > 16 || (digits.length === 16 && digits > '9007199254740991');
}
