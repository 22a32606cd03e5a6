/** Which plain value does a value of one of MongoDB's types stand for? A string or number in the text itself, mostly. */
import { Buffer } from 'node:buffer';
import { sourceOf, textOf } from './decode.ts';
import { addJson, addText } from './literal.ts';
import { timeText } from './time-text.ts';
import { parseTime, timeIn } from './time.ts';
import { ESCAPED, NUMBER, SCRATCH, STRING, SUSPECT, type Tape, type Value } from './tape.ts';

/** A type of MongoDB that plain JSON has no counterpart for. */
export const UNEQUALLED = -2;
/** It looks like a type of MongoDB, but its value is none of that type. */
export const UNFIT = -3;

/** A string of that form as it is; the text may be very long, so that the form has to be found in one pass. */
export function textLike(tape: Tape, value: Value, form: RegExp): Value {
  return tape.kind(value) === STRING && form.test(textOf(tape, value)) ? value : UNFIT;
}

/** @param bits how many of them say how large the number is */
export function integer(tape: Tape, value: Value, bits: 31 | 63): Value {
  if (tape.kind(value) !== STRING) return UNFIT;
  const short = shortInteger(tape, value);
  if (!Number.isNaN(short)) return bits === 63 || short === (short | 0) ? numberIn(tape, value, '') : UNFIT;
  const digits = textOf(tape, value);
  return isInteger(digits, bits) ? numberIn(tape, value, digits) : UNFIT;
}

export function double(tape: Tape, value: Value): Value {
  if (tape.kind(value) !== STRING) return UNFIT;
  const digits = textOf(tape, value);
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(digits)) return numberIn(tape, value, digits);
  return /^(?:-?Infinity|NaN)$/.test(digits) ? UNEQUALLED : UNFIT;
}

/** A date that is text, as it is. */
export function dateText(tape: Tape, value: Value): Value {
  const isTime = tape.is(value, ESCAPED)
    ? parseTime(textOf(tape, value)) !== undefined
    : timeIn(tape.bytesOf(value), tape.start(value) + 1, tape.end(value) - 1) !== undefined;
  return isTime ? value : UNFIT;
}

/** A date that is a number, or a string that holds one: milliseconds since 1970. */
export function dateNumber(tape: Tape, value: Value): Value {
  const milliseconds = tape.kind(value) === NUMBER ? Number(sourceOf(tape, value)) : longIn(tape, value);
  const text = Number.isInteger(milliseconds) ? timeText(milliseconds) : undefined;
  return text === undefined ? UNFIT : addText(tape, text);
}

/** Base64 stays as it is; the bytes of a UUID are written as one, so that it looks as it does under `$uuid`. */
export function bytesOrUuid(tape: Tape, base64: Value, type: Value): Value {
  if (textLike(tape, type, /^[0-9a-f]{1,2}$/i) === UNFIT || !isBase64(tape, base64)) return UNFIT;
  if (Number.parseInt(textOf(tape, type), 16) !== UUID_TYPE) return base64;
  const hex = Buffer.from(textOf(tape, base64), 'base64').toString('hex');
  return hex.length === 32 ? addText(tape, hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')) : base64;
}

function isBase64(tape: Tape, value: Value): boolean {
  if (tape.kind(value) !== STRING) return false;
  const text = textOf(tape, value);
  // By its length, as a group of four that repeats would be remembered for each of its millions of turns.
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function longIn(tape: Tape, value: Value): number {
  if (tape.kind(value) !== STRING) return NaN;
  const short = shortInteger(tape, value);
  if (!Number.isNaN(short)) return short;
  const digits = textOf(tape, value);
  return isInteger(digits, 63) ? Number(digits) : NaN;
}

function isInteger(digits: string, bits: number): boolean {
  return /^(?:0|-?[1-9]\d{0,18})$/.test(digits) && BigInt.asIntN(bits + 1, BigInt(digits)) === BigInt(digits);
}

/** The whole number that a string says in at most 15 digits, as it is said without need; else NaN. */
function shortInteger(tape: Tape, value: Value): number {
  const bytes = tape.bytesOf(value);
  const end = tape.end(value) - 1;
  let at = tape.start(value) + 1;
  const isNegative = bytes[at] === MINUS;
  if (isNegative) at++;
  if (at === end || end - at > 15) return NaN;
  if (bytes[at] === ZERO) return end - at === 1 && !isNegative ? 0 : NaN;
  let number = 0;
  for (; at < end; at++) {
    const digit = bytes[at]! - ZERO;
    if (digit < 0 || digit > 9) return NaN;
    number = number * 10 + digit;
  }
  return isNegative ? -number : number;
}

/** The number that a string of the tape holds, as it is written there. @param digits what it says, where it has escapes */
function numberIn(tape: Tape, value: Value, digits: string): Value {
  if (tape.is(value, ESCAPED)) return addJson(tape, digits);
  const [start, end] = [tape.start(value) + 1, tape.end(value) - 1];
  const isSuspect = end - start > 15 || /e/i.test(digits);
  if (isSuspect) tape.hasSuspects = true;
  const flags = (tape.is(value, SCRATCH) ? SCRATCH : 0) | (isSuspect ? SUSPECT : 0);
  return tape.append(start, end, tape.length + 1, NUMBER | flags);
}

/** Subtype of binary values. */
const UUID_TYPE = 4;
const MINUS = 45;
const ZERO = 48;
