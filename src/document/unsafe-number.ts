/**
 * Is a number of the tape one that a double does not hold? Nearly all numbers with many digits are prints of doubles, so
 * that this is told from their bytes, without a text of each; what the bytes do not tell, `number.ts` decides.
 */
import { isUnsafe } from './number.ts';
import { END, KIND_MASK, NUMBER, SUSPECT, type Tape, type Value } from './tape.ts';

export function isUnsafeAt(tape: Tape, number: Value): boolean {
  if (!tape.is(number, SUSPECT)) return false;
  const bytes = tape.bytesOf(number);
  const start = tape.start(number);
  const end = tape.end(number);
  return !isPrinted(bytes, start, end) && isUnsafe(bytes.toString('latin1', start, end));
}

/** The first unsafe number of the tape from `at` on, or `END` where there is none before `end`. */
export function firstUnsafe(tape: Tape, at: Value, end: Value): Value {
  const { words } = tape;
  for (let entry = at; entry < end; entry++) {
    const flags = words[entry * 4 + 3]!;
    if ((flags & SUSPECT) !== 0 && (flags & KIND_MASK) === NUMBER && isUnsafeAt(tape, entry)) return entry;
  }
  return END;
}

/**
 * Whether the digits are certainly those of a double: an integer up to 2^53 − 1, or a decimal without exponent that is
 * the shortest or the 17-digit print of its double. False says nothing.
 *
 * Of the decimals with 16 significant digits there is at most one for each double as long as the digits, read as one
 * integer, are below 2^52. Above, and with 17 digits, the nearest double is looked at: the decimal is its print when no
 * other decimal with as many digits is nearer to it. With 16 digits, a shorter one beside it could be the print then,
 * and such end in 0: so this one must not end in 1 or 9.
 */
export function isPrinted(bytes: Uint8Array, start: number, end: number): boolean {
  // The first eight significant digits, and up to nine more.
  let head = 0;
  let tail = 0;
  let digits = 0;
  let point = end;
  for (let at = bytes[start] === MINUS ? start + 1 : start; at < end; at++) {
    const digit = bytes[at]! - ZERO;
    if (digit >= 0 && digit <= 9) {
      if (digits < 8) head = head * 10 + digit;
      else tail = tail * 10 + digit;
      if (digit > 0 || digits > 0) digits++;
    } else if (digit === POINT) point = at + 1;
    else return false;
  }
  const places = end - point;
  if (digits > 17 || places >= POWERS.length) return false;
  if (digits <= 15) return true;
  const most = head * (digits === 16 ? 1e8 : 1e9);
  if (places === 0) return most + tail <= Number.MAX_SAFE_INTEGER;
  if (digits === 16) {
    if (most + tail < 2 ** 52) return true;
    const last = tail % 10;
    if (last === 1 || last === 9) return false;
  } else if (head === 10_000_000 && tail === 0) return false;
  const power = POWERS[places]!;
  const near = (most + tail) / power;
  const nearest = near - distance(near, power, most, tail) / power;
  return Math.abs(distance(nearest, power, most, tail)) < 0.49;
}

/** How far `double × power` is from the integer `most + tail`, exactly: the product in two halves (Dekker). */
function distance(double: number, power: number, most: number, tail: number): number {
  const product = double * power;
  const doubleHigh = highHalf(double);
  const doubleLow = double - doubleHigh;
  const powerHigh = highHalf(power);
  const powerLow = power - powerHigh;
  const rest = doubleHigh * powerHigh - product + doubleHigh * powerLow + doubleLow * powerHigh + doubleLow * powerLow;
  return product - most - tail + rest;
}

/** The higher 26 bits of a double. */
function highHalf(double: number): number {
  const shifted = double * (2 ** 27 + 1);
  return shifted - (shifted - double);
}

const MINUS = 45;
const ZERO = 48;
/** Less than zero by so much. */
const POINT = 46 - ZERO;
/** Those that a double holds exactly. */
const POWERS: readonly number[] = Array.from({ length: 23 }, (_, places) => Number(`1e${places}`));
