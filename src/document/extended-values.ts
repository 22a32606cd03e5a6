/**
 * What does an object of MongoDB's Extended JSON stand for? Knows version 1 and 2, canonical and relaxed. Where plain
 * JSON has a counterpart, it is a value of the tape: a string or number in the text of the object itself, mostly.
 */
import { Buffer } from 'node:buffer';
import { textOf, sourceOf } from './decode.ts';
import { addJson, addText } from './literal.ts';
import { timeText } from './time-text.ts';
import { parseTime, timeIn } from './time.ts';
import { ESCAPED, MISSING, NUMBER, OBJECT, SCRATCH, STRING, SUSPECT, type Tape, TRUE, type Value } from './tape.ts';

/** A type of MongoDB that plain JSON has no counterpart for. */
const UNEQUALLED = -2;
/** It looks like a type of MongoDB, but its value is none of that type. */
export const UNFIT = -3;

/** The plain value of an unedited object, `UNEQUALLED`, `UNFIT`, or `MISSING` where it is an ordinary object. */
export function plainValue(tape: Tape, object: Value): Value {
  const { words } = tape;
  const end = words[object * 4 + 2]!;
  const second = words[(object + 2) * 4 + 2]!;
  const name = textOf(tape, object + 1);
  if (second === end) return TYPES.get(name)?.(tape, object + 2) ?? MISSING;
  if (words[(second + 1) * 4 + 2]! !== end) return MISSING;
  const other = textOf(tape, second);
  return (
    PAIRS.get(`${name} ${other}`)?.(tape, object + 2, second + 1) ??
    PAIRS.get(`${other} ${name}`)?.(tape, second + 1, object + 2) ??
    MISSING
  );
}

/** Whether an object begins with a key that begins with `$`, as those of Extended JSON do. */
export function beginsWithDollar(tape: Tape, object: Value): boolean {
  const { words } = tape;
  if (words[object * 4 + 2]! === object + 1) return false;
  const key = object + 1;
  if (tape.bytesOf(key)[words[key * 4]! + 1] === DOLLAR) return true;
  return tape.is(key, ESCAPED) && textOf(tape, key).startsWith('$');
}

type Meaning = (tape: Tape, value: Value) => Value;

/** What an object with this key alone stands for. */
const TYPES: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['$oid', (tape, value) => textLike(tape, value, /^[0-9a-f]{24}$/i)],
  ['$uuid', (tape, value) => textLike(tape, value, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)],
  ['$numberInt', (tape, value) => integer(tape, value, 31)],
  ['$numberLong', (tape, value) => integer(tape, value, 63)],
  ['$numberDouble', double],
  [
    '$numberDecimal',
    (tape, value) => textLike(tape, value, /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[+-]?inf(?:inity)?|[+-]?nan)$/i),
  ],
  ['$date', date],
  ['$binary', binary],
  ['$symbol', unequalled(STRING)],
  ['$code', unequalled(STRING)],
  ['$timestamp', unequalled(OBJECT)],
  ['$regularExpression', unequalled(OBJECT)],
  ['$dbPointer', unequalled(OBJECT)],
  ['$undefined', unequalled(TRUE)],
  ['$minKey', unequalled(NUMBER)],
  ['$maxKey', unequalled(NUMBER)],
]);

/** What an object with these two keys stands for, in any order. */
const PAIRS: ReadonlyMap<string, (tape: Tape, first: Value, second: Value) => Value> = new Map([
  ['$binary $type', (tape: Tape, base64: Value, type: Value) => bytesOrUuid(tape, base64, type)],
  [
    '$regex $options',
    (tape: Tape, pattern: Value, options: Value) =>
      tape.kind(pattern) === STRING && tape.kind(options) === STRING ? UNEQUALLED : MISSING,
  ],
  [
    '$code $scope',
    (tape: Tape, code: Value, scope: Value) =>
      tape.kind(code) === STRING && tape.kind(scope) === OBJECT ? UNEQUALLED : MISSING,
  ],
]);

/** A key that many use for other things: only with the value that MongoDB gives it does it mean one of its types. */
function unequalled(kind: number): Meaning {
  return (tape, value) => (tape.kind(value) === kind ? UNEQUALLED : MISSING);
}

function textLike(tape: Tape, value: Value, form: RegExp): Value {
  return tape.kind(value) === STRING && form.test(textOf(tape, value)) ? value : UNFIT;
}

/** @param bits how many of them say how large the number is */
function integer(tape: Tape, value: Value, bits: number): Value {
  if (tape.kind(value) !== STRING) return UNFIT;
  const digits = textOf(tape, value);
  return isInteger(digits, bits) ? numberIn(tape, value, digits) : UNFIT;
}

function isInteger(digits: string, bits: number): boolean {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(digits)) return false;
  return digits.length < 10 || BigInt.asIntN(bits + 1, BigInt(digits)) === BigInt(digits);
}

function double(tape: Tape, value: Value): Value {
  if (tape.kind(value) !== STRING) return UNFIT;
  const digits = textOf(tape, value);
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(digits)) return numberIn(tape, value, digits);
  return /^(?:-?Infinity|NaN)$/.test(digits) ? UNEQUALLED : UNFIT;
}

/** The number that a string of the tape holds, as it is written there. */
function numberIn(tape: Tape, value: Value, digits: string): Value {
  if (tape.is(value, ESCAPED)) return addJson(tape, digits);
  const isSuspect = digits.length > 15 || /e/i.test(digits);
  if (isSuspect) tape.hasSuspects = true;
  const flags = (tape.is(value, SCRATCH) ? SCRATCH : 0) | (isSuspect ? SUSPECT : 0);
  return tape.append(tape.start(value) + 1, tape.end(value) - 1, tape.length + 1, NUMBER | flags);
}

/** Text stays as it is; numbers are milliseconds since 1970. */
function date(tape: Tape, value: Value): Value {
  if (tape.kind(value) === STRING) return isTime(tape, value) ? value : UNFIT;
  const milliseconds = millisecondsIn(tape, value);
  const text = Number.isInteger(milliseconds) ? timeText(milliseconds) : undefined;
  return text === undefined ? UNFIT : addText(tape, text);
}

function isTime(tape: Tape, value: Value): boolean {
  if (tape.is(value, ESCAPED)) return parseTime(textOf(tape, value)) !== undefined;
  return timeIn(tape.bytesOf(value), tape.start(value) + 1, tape.end(value) - 1) !== undefined;
}

function millisecondsIn(tape: Tape, value: Value): number {
  if (tape.kind(value) === NUMBER) return Number(sourceOf(tape, value));
  const long = memberOf(tape, value, ['$numberLong'])?.[0];
  if (long === undefined || tape.kind(long) !== STRING) return NaN;
  const digits = textOf(tape, long);
  return isInteger(digits, 63) ? Number(digits) : NaN;
}

function binary(tape: Tape, value: Value): Value {
  const members = memberOf(tape, value, ['base64', 'subType']);
  return members === undefined ? UNFIT : bytesOrUuid(tape, members[0]!, members[1]!);
}

/** Base64 stays as it is; the bytes of a UUID are written as one, so that it looks as it does under `$uuid`. */
function bytesOrUuid(tape: Tape, base64: Value, type: Value): Value {
  if (tape.kind(type) !== STRING || !/^[0-9a-f]{1,2}$/i.test(textOf(tape, type))) return UNFIT;
  if (textLike(tape, base64, /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/) === UNFIT)
    return UNFIT;
  if (Number.parseInt(textOf(tape, type), 16) !== UUID_TYPE) return base64;
  const hex = Buffer.from(textOf(tape, base64), 'base64').toString('hex');
  return hex.length === 32 ? addText(tape, hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')) : base64;
}

/** The values of an object that has these keys, in any order, and no other. */
function memberOf(tape: Tape, object: Value, names: readonly string[]): Value[] | undefined {
  if (tape.kind(object) !== OBJECT) return undefined;
  const { words } = tape;
  const values: Value[] = [];
  const end = words[object * 4 + 2]!;
  let count = 0;
  for (let key = object + 1; key < end; key = words[key * 4 + 6]!) {
    const place = count++ < names.length ? names.indexOf(textOf(tape, key)) : -1;
    if (place < 0) return undefined;
    values[place] = key + 1;
  }
  return count === names.length && names.every((_, i) => values[i] !== undefined) ? values : undefined;
}

const DOLLAR = 36;
/** Subtype of binary values. */
const UUID_TYPE = 4;
