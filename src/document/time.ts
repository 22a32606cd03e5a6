/**
 * Is this text a time, and which one? Times are ISO 8601: `YYYY-MM-DD` or
 * `YYYY-MM-DDThh:mm[:ss[.f…]][Z|±hh[:]mm]`, without an offset in UTC. What the calendar does not have is no time.
 */
import { Buffer } from 'node:buffer';

export interface Instant {
  /** Whole milliseconds since 1970, rounded down. */
  readonly milliseconds: number;
  /** The digits of the second behind the milliseconds, without trailing zeros. */
  readonly finer: string;
}

export function parseTime(text: string): Instant | undefined {
  if (text.length < 10 || text[4] !== '-') return undefined;
  const bytes = Buffer.from(text, 'utf8');
  return timeIn(bytes, 0, bytes.length);
}

/** The time that the UTF-8 text in `bytes[start..end)` says. */
export function timeIn(bytes: Uint8Array, start: number, end: number): Instant | undefined {
  const day = dayIn(bytes, start, end);
  if (day === undefined) return undefined;
  let at = start + 10;
  if (at === end) return { milliseconds: day * MILLISECONDS_A_DAY, finer: '' };
  if (bytes[at] !== T) return undefined;
  const hour = digitsIn(bytes, at + 1, 2, end);
  const minute = bytes[at + 3] === COLON ? digitsIn(bytes, at + 4, 2, end) : -1;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return undefined;
  at += 6;
  let milliseconds = 0;
  let finer = '';
  if (at < end && bytes[at] === COLON) {
    const second = digitsIn(bytes, at + 1, 2, end);
    if (second < 0 || second > 59) return undefined;
    milliseconds = second * 1000;
    at += 3;
    if (at < end && bytes[at] === POINT) {
      const from = at + 1;
      at = from;
      while (at < end && isDigit(bytes[at]!)) at++;
      if (at === from) return undefined;
      for (let i = 0; i < 3; i++) milliseconds += from + i < at ? (bytes[from + i]! - ZERO) * 10 ** (2 - i) : 0;
      finer = digitsBehind(bytes, from + 3, at);
    }
  }
  const offset = offsetIn(bytes, at, end);
  if (offset === undefined) return undefined;
  return { milliseconds: day * MILLISECONDS_A_DAY + (hour * 60 + minute - offset) * 60_000 + milliseconds, finer };
}

/** Days since 1970 of the date at `start`. */
function dayIn(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end - start < 10 || bytes[start + 4] !== DASH || bytes[start + 7] !== DASH) return undefined;
  const year = digitsIn(bytes, start, 4, end);
  const month = digitsIn(bytes, start + 5, 2, end);
  const day = digitsIn(bytes, start + 8, 2, end);
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  // Counted in years that begin in March, so that a leap day comes last.
  const shifted = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + dayOfYear - DAYS_BEFORE_1970;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Minutes east of UTC that stand in `bytes[at..end)`. */
function offsetIn(bytes: Uint8Array, at: number, end: number): number | undefined {
  if (at === end) return 0;
  const sign = bytes[at]!;
  if (sign === Z) return at + 1 === end ? 0 : undefined;
  if (sign !== PLUS && sign !== DASH) return undefined;
  const hours = digitsIn(bytes, at + 1, 2, end);
  const from = bytes[at + 3] === COLON ? at + 4 : at + 3;
  const minutes = digitsIn(bytes, from, 2, end);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || from + 2 !== end) return undefined;
  return (sign === DASH ? -1 : 1) * (hours * 60 + minutes);
}

/** A number of exactly `count` digits, or -1. */
function digitsIn(bytes: Uint8Array, at: number, count: number, end: number): number {
  if (at + count > end) return -1;
  let number = 0;
  for (let i = at; i < at + count; i++) {
    if (!isDigit(bytes[i]!)) return -1;
    number = number * 10 + bytes[i]! - ZERO;
  }
  return number;
}

function digitsBehind(bytes: Uint8Array, from: number, to: number): string {
  let last = to;
  while (last > from && bytes[last - 1] === ZERO) last--;
  return last <= from ? '' : Buffer.from(bytes.buffer, bytes.byteOffset + from, last - from).toString('latin1');
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 57;
}

const ZERO = 48;
const PLUS = 43;
const DASH = 45;
const POINT = 46;
const COLON = 58;
const T = 84;
const Z = 90;
const MILLISECONDS_A_DAY = 86_400_000;
/** From the first of March of the year 0. */
const DAYS_BEFORE_1970 = 719_468;
