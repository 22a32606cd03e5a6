/**
 * Which number do these digits mean, exactly? The value of a JSON number as a decimal, without going through a double.
 * Equality and order by exact value stand on it.
 */

/** The value `0.digits × 10^exponent`, with its sign; digits without leading and trailing zeros, none for zero. */
interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  /** A bigint only where no safe integer holds it. */
  readonly exponent: number | bigint;
}

/** The same text for all ways of writing one number: 1.0, 1e0 and 10e-1 are `1`, -0 is `0`. */
export function decimalOf(source: string): string {
  if (isPlain(source)) {
    if (!source.includes('.')) return source === '-0' ? '0' : source;
    return String(Number(source));
  }
  const { negative, digits, exponent } = parseDecimal(source);
  if (digits === '') return '0';
  // A decimal of up to 15 digits is the shortest print of its double, so that short numbers keep a readable form.
  if (digits.length <= 15 && exponent > -300 && exponent < 300) return String(Number(source));
  return `${negative ? '-' : ''}.${digits}e${exponent}`;
}

/** Negative, zero or positive, as the first number is below, equal to or above the second one. */
export function compareDecimals(first: string, second: string): number {
  const a = parseDecimal(first);
  const b = parseDecimal(second);
  const signs = signOf(a) - signOf(b);
  if (signs !== 0) return signs;
  return a.negative ? compareSizes(b, a) : compareSizes(a, b);
}

/** The largest whole number that is not above `source × 10^shift`; `undefined` where a double cannot hold it exactly. */
export function floorOf(source: string, shift: number): number | undefined {
  const { negative, digits, exponent } = parseDecimal(source);
  if (digits === '') return 0;
  const places = typeof exponent === 'bigint' ? exponent + BigInt(shift) : exponent + shift;
  if (places > MOST_PLACES) return undefined;
  const whole = places > 0 ? Number(digits.slice(0, Number(places)).padEnd(Number(places), '0')) : 0;
  const below = negative && digits.length > places ? whole + 1 : whole;
  if (!Number.isSafeInteger(below)) return undefined;
  return negative ? -below : below;
}

/** Whether a JSON number is short enough for any double to hold it: at most 15 characters, no exponent. */
export function isPlain(source: string): boolean {
  return source.length <= 15 && !source.includes('e') && !source.includes('E');
}

/** How many zeros are at the end of a text. An expression that looks for them tries from each zero of a long number. */
export function zerosBehind(text: string): number {
  let at = text.length;
  while (at > 0 && text.charCodeAt(at - 1) === ZERO) at--;
  return text.length - at;
}

function signOf(decimal: Decimal): number {
  return decimal.digits === '' ? 0 : decimal.negative ? -1 : 1;
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.exponent !== b.exponent) return a.exponent < b.exponent ? -1 : 1;
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -1 : 1;
}

function parseDecimal(source: string): Decimal {
  const negative = source.startsWith('-');
  const mark = source.search(/[eE]/);
  const mantissa = source.slice(negative ? 1 : 0, mark < 0 ? source.length : mark);
  const point = mantissa.indexOf('.');
  const all = point < 0 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1);
  let first = 0;
  while (first < all.length && all.charCodeAt(first) === ZERO) first++;
  const last = Math.max(first, all.length - zerosBehind(all));
  if (first === last) return { negative, digits: '', exponent: 0 };
  const shift = (point < 0 ? all.length : point) - first;
  return { negative, digits: all.slice(first, last), exponent: mark < 0 ? shift : sum(source.slice(mark + 1), shift) };
}

function sum(exponent: string, shift: number): number | bigint {
  if (exponent.length <= 15) return Number(exponent) + shift;
  const exact = BigInt(exponent) + BigInt(shift);
  const near = Number(exact);
  return Number.isSafeInteger(near) ? near : exact;
}

const ZERO = 48;
/** Of a safe integer. */
const MOST_PLACES = 16;
