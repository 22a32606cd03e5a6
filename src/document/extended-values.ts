/**
 * What does an object of MongoDB's Extended JSON stand for? Knows the keys of version 1 and 2, canonical and relaxed.
 * Keys are told by their hashes, so that most values are come to without decoding anything.
 */
import { textOf } from './decode.ts';
import { bytesOrUuid, dateNumber, dateText, double, integer, textLike, UNEQUALLED, UNFIT } from './extended-scalars.ts';
import { isKey, type Key, keyOf } from './key.ts';
import { ESCAPED, ESCAPED_KEY, MISSING, NUMBER, OBJECT, STRING, type Tape, TRUE, type Value } from './tape.ts';

/** The plain value of an unedited object, `UNEQUALLED`, `UNFIT`, or `MISSING` where it is an ordinary object. */
export function plainValue(tape: Tape, object: Value): Value {
  const { words } = tape;
  const end = words[object * 4 + 2]!;
  const second = words[(object + 2) * 4 + 2]!;
  if (second === end) return typeAt(tape, object + 1)?.meaning(tape, object + 2) ?? MISSING;
  if (words[(second + 1) * 4 + 2]! !== end) return MISSING;
  for (const { first, other, meaning } of PAIRS) {
    if (isKey(tape, object + 1, first) && isKey(tape, second, other)) return meaning(tape, object + 2, second + 1);
    if (isKey(tape, object + 1, other) && isKey(tape, second, first)) return meaning(tape, second + 1, object + 2);
  }
  return MISSING;
}

/** Whether an object begins with a key that begins with `$`, as those of Extended JSON do. */
export function beginsWithDollar(tape: Tape, object: Value): boolean {
  const { words } = tape;
  if (words[object * 4 + 2]! === object + 1) return false;
  const key = object + 1;
  if (tape.bytesOf(key)[words[key * 4]! + 1] === DOLLAR) return true;
  return tape.is(key, ESCAPED) && textOf(tape, key).startsWith('$');
}

/** What an object with this key alone stands for. */
interface Type {
  readonly key: Key;
  readonly meaning: (tape: Tape, value: Value) => Value;
}

/** What an object with these two keys stands for, in any order. */
interface Pair {
  readonly first: Key;
  readonly other: Key;
  readonly meaning: (tape: Tape, first: Value, other: Value) => Value;
}

const TYPES: readonly Type[] = Object.entries<Type['meaning']>({
  $oid: (tape, value) => textLike(tape, value, /^[0-9a-f]{24}$/i),
  $uuid: (tape, value) => textLike(tape, value, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  $date: date,
  $numberInt: (tape, value) => integer(tape, value, 31),
  $numberLong: (tape, value) => integer(tape, value, 63),
  $numberDouble: double,
  $numberDecimal: (tape, value) =>
    textLike(tape, value, /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|[+-]?inf(?:inity)?|[+-]?nan)$/i),
  $binary: binary,
  $symbol: unequalled(STRING),
  $code: unequalled(STRING),
  $timestamp: unequalled(OBJECT),
  $regularExpression: unequalled(OBJECT),
  $dbPointer: unequalled(OBJECT),
  $undefined: unequalled(TRUE),
  $minKey: unequalled(NUMBER),
  $maxKey: unequalled(NUMBER),
}).map(([name, meaning]) => ({ key: keyOf(name), meaning }));
const BY_HASH: ReadonlyMap<number, readonly Type[]> = new Map(
  TYPES.map(({ key: { hash } }) => [hash, TYPES.filter(({ key }) => key.hash === hash)]),
);

const PAIRS: readonly Pair[] = [
  { first: keyOf('$binary'), other: keyOf('$type'), meaning: bytesOrUuid },
  { first: keyOf('$regex'), other: keyOf('$options'), meaning: unequalledPair(STRING) },
  { first: keyOf('$code'), other: keyOf('$scope'), meaning: unequalledPair(OBJECT) },
];

function typeAt(tape: Tape, key: Value): Type | undefined {
  const hash = tape.words[key * 4 + 2]!;
  const types = hash === ESCAPED_KEY ? TYPES : BY_HASH.get(hash);
  return types?.find((type) => isKey(tape, key, type.key));
}

/** A key that many use for other things: only with the value that MongoDB gives it does it mean one of its types. */
function unequalled(kind: number): Type['meaning'] {
  return (tape, value) => (tape.kind(value) === kind ? UNEQUALLED : MISSING);
}

function unequalledPair(kind: number): Pair['meaning'] {
  return (tape, first, other) => (tape.kind(first) === STRING && tape.kind(other) === kind ? UNEQUALLED : MISSING);
}

/** Text stays as it is; numbers are milliseconds since 1970. */
function date(tape: Tape, value: Value): Value {
  const kind = tape.kind(value);
  if (kind === STRING) return dateText(tape, value);
  if (kind === NUMBER) return dateNumber(tape, value);
  const [long = MISSING] = membersOf(tape, value, [LONG]);
  return long === MISSING || tape.kind(long) !== STRING ? UNFIT : dateNumber(tape, long);
}

function binary(tape: Tape, value: Value): Value {
  const [base64 = MISSING, type = MISSING] = membersOf(tape, value, [BASE64, SUBTYPE]);
  return base64 === MISSING || type === MISSING ? UNFIT : bytesOrUuid(tape, base64, type);
}

/** The values of an object that has these keys, in any order, and no other; else none. */
function membersOf(tape: Tape, object: Value, keys: readonly Key[]): readonly Value[] {
  const { words } = tape;
  if (tape.kind(object) !== OBJECT) return [];
  const values: Value[] = [];
  const end = words[object * 4 + 2]!;
  let count = 0;
  for (let key = object + 1; key < end; key = words[key * 4 + 6]!) {
    const place = count++ < keys.length ? keys.findIndex((one) => isKey(tape, key, one)) : -1;
    if (place < 0) return [];
    values[place] = key + 1;
  }
  return count === keys.length ? values : [];
}

const LONG = keyOf('$numberLong');
const BASE64 = keyOf('base64');
const SUBTYPE = keyOf('subType');
const DOLLAR = 36;
