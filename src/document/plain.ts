/**
 * What is a value in JavaScript, for code that is not ours? Made on demand for scripts and schema validation: integers
 * that a double does not hold are bigints, other unsafe numbers their own text, all other numbers doubles.
 *
 * Objects are what `JSON.parse` makes: ordinary ones, whose keys, `__proto__` too, are own properties that never reach a
 * prototype. Scripts expect `doc.hasOwnProperty` and `${doc}` to work, and validators compare what objects inherit, so
 * that objects without prototype would break both. Who asks for a key must ask for an own one (`Object.hasOwn`).
 */
import { scalarOf, sourceOf, textOf } from './decode.ts';
import { elementAt, firstElement, firstMember, keyAt, nextElement, nextMember, valueAt } from './members.ts';
import { isUnsafe } from './number.ts';
import { ARRAY, type Cursor, EDITED, END, NUMBER, type Tape, type Value } from './tape.ts';
import { firstUnsafe, isUnsafeAt } from './unsafe-number.ts';

export type Plain = null | boolean | number | bigint | string | Plain[] | PlainObject;
export interface PlainObject {
  [key: string]: Plain;
}

/** What somebody wants to know or decide while values are made. */
export interface PlainWishes {
  /** Is told of each object and array around an unsafe number what it was made of. */
  readonly origins?: Map<object, Value>;
  /** Answers what an unsafe number becomes, by its digits, in the object or array that will hold it. */
  readonly number?: (digits: string, holder: object, key: string | number) => number;
}

/** A value that is there. Of repeated keys the last one counts, at the place of the first. */
export function plainOf(tape: Tape, value: Value, { origins, number }: PlainWishes = {}): Plain {
  const root = leafOf(tape, value, false);
  if (root !== undefined) return root;
  const open = [levelOf(tape, value)];
  origins?.set(open[0]!.into, value);
  const [{ into }] = open as [Level];
  // A stack of its own, as a document may be deeper than JavaScript's.
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { cursor } = level;
    if (cursor === END) {
      open.pop();
      continue;
    }
    level.cursor = (level.isArray ? nextElement : nextMember)(tape, level.value, cursor);
    const below = level.isArray ? elementAt(tape, cursor) : valueAt(tape, cursor);
    const key = Array.isArray(level.into) ? level.into.length : textOf(tape, keyAt(tape, cursor));
    let made =
      number !== undefined && tape.kind(below) === NUMBER && isUnsafeAt(tape, below)
        ? number(sourceOf(tape, below), level.into, key)
        : leafOf(tape, below, level.isText);
    if (made === undefined) {
      const inner = levelOf(tape, below);
      open.push(inner);
      origins?.set(inner.into, below);
      made = inner.into;
    }
    if (Array.isArray(level.into)) level.into.push(made);
    else define(level.into, key as string, made);
  }
  return into;
}

/** A number by its digits: a double, or what holds all of them. */
export function plainNumber(source: string): number | bigint | string {
  if (!isUnsafe(source)) return Number(source);
  return /^-?\d+$/.test(source) ? BigInt(source) : source;
}

interface Level {
  readonly value: Value;
  readonly isArray: boolean;
  /** It is a range of text that has been looked through for unsafe numbers, and holds some. */
  readonly isText: boolean;
  readonly into: Plain[] | PlainObject;
  cursor: Cursor;
}

function levelOf(tape: Tape, value: Value): Level {
  const isArray = tape.kind(value) === ARRAY;
  return {
    value,
    isArray,
    isText: !tape.is(value, EDITED),
    into: isArray ? [] : {},
    cursor: isArray ? firstElement(tape, value) : firstMember(tape, value),
  };
}

/** A scalar, or an object or array that the engine's own parser can make; `undefined` when its level must be walked. */
function leafOf(tape: Tape, value: Value, lookedThrough: boolean): Plain | undefined {
  const kind = tape.kind(value);
  if (kind === NUMBER) return isUnsafeAt(tape, value) ? plainNumber(sourceOf(tape, value)) : scalarOf(tape, value);
  if (kind > ARRAY) return scalarOf(tape, value);
  if (lookedThrough || tape.is(value, EDITED) || holdsUnsafe(tape, value)) return undefined;
  return JSON.parse(sourceOf(tape, value)) as Plain;
}

function holdsUnsafe(tape: Tape, value: Value): boolean {
  if (!tape.hasSuspects) return false;
  return firstUnsafe(tape, value, tape.words[value * 4 + 2]!) !== END;
}

/** `object.__proto__ = …` would set the prototype; every other key can be assigned. */
function define(object: PlainObject, key: string, value: Plain): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}
