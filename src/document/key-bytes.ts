/**
 * When are two values of a key the same? When their key bytes are: a tag for the type, then the content. Numbers are
 * their double (1 = 1.0 = 1e0, -0 = 0; no source says otherwise, and the service stores doubles) or their exact decimal
 * value, text is its code units with escapes resolved, objects and arrays their whole content, key order aside.
 * Everything is padded to four bytes and carries its length, so that key bytes may stand side by side without being
 * mistaken.
 */
import { Buffer } from 'node:buffer';
import type { NumberEquality } from './compare.ts';
import { decimalOf } from './decimal.ts';
import { sourceOf, textOf } from './decode.ts';
import { elementAt, firstElement, firstMember, keyAt, nextElement, nextMember, valueAt } from './members.ts';
import {
  ARRAY,
  END,
  ESCAPED,
  FALSE,
  MISSING,
  NULL,
  NUMBER,
  OBJECT,
  STRING,
  type Tape,
  TRUE,
  type Value,
} from './tape.ts';

/** A missing value of a partition key: a partition of its own. In a unique key a missing value is null instead. */
export const NONE_TAG = 0;
export const NULL_TAG = 1;
const FALSE_TAG = 2;
const TRUE_TAG = 3;
const NUMBER_TAG = 4;
const STRING_TAG = 5;
const OBJECT_TAG = 6;
const ARRAY_TAG = 7;

export class KeyBytes {
  bytes: Buffer;
  /** The same memory in words, in which everything here is measured. */
  words: Int32Array;
  /** Words in use. */
  length = 0;
  readonly #numbers: NumberEquality;

  constructor(words: number = 1 << 10, numbers: NumberEquality = 'double') {
    this.#numbers = numbers;
    this.words = new Int32Array(words);
    this.bytes = Buffer.from(this.words.buffer);
  }

  clear(): void {
    this.length = 0;
  }

  /** Appends a value; a missing one as `missingTag`. */
  append(tape: Tape, value: Value, missingTag: number): void {
    this.reserve(4);
    if (value === MISSING) {
      this.words[this.length++] = missingTag;
      return;
    }
    switch (tape.kind(value)) {
      case STRING:
        if (tape.is(value, ESCAPED)) this.text(textOf(tape, value));
        else this.#content(tape.bytesOf(value), tape.start(value) + 1, tape.end(value) - 1);
        break;
      case NUMBER:
        if (this.#numbers === 'double') this.#number(doubleOf(tape, value));
        else if (isWholeText(tape, value))
          this.#content(tape.bytesOf(value), tape.start(value), tape.end(value), NUMBER_TAG);
        else this.#decimal(decimalOf(sourceOf(tape, value)));
        break;
      case TRUE:
        this.words[this.length++] = TRUE_TAG;
        break;
      case FALSE:
        this.words[this.length++] = FALSE_TAG;
        break;
      case NULL:
        this.words[this.length++] = NULL_TAG;
        break;
      case ARRAY:
        this.#array(tape, value);
        break;
      case OBJECT:
        this.#object(tape, value);
        break;
      default:
        throw new Error('A value without a kind has no key bytes.');
    }
  }

  /** Appends JavaScript text. A surrogate without its partner takes three bytes, so that different texts stay different. */
  text(text: string): void {
    if (LONE_SURROGATE.test(text)) {
      this.#units(text);
      return;
    }
    this.reserve(3 + text.length);
    const start = this.length + 2;
    const written = this.bytes.write(text, start * 4, 'utf8');
    this.#close(start, written);
  }

  /** Appends a value as a client gives it: what JSON knows, `undefined` or `{}` for a missing one. */
  plain(value: unknown): void {
    this.reserve(4);
    if (typeof value === 'string') this.text(value);
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'boolean') this.words[this.length++] = value ? TRUE_TAG : FALSE_TAG;
    else this.words[this.length++] = value === null ? NULL_TAG : NONE_TAG;
  }

  /** Appends text of ASCII in lower case; false, and nothing, when it is something else. */
  lowered(from: Buffer, start: number, end: number): boolean {
    this.reserve(3 + ((end - start) >> 2));
    const word = this.length + 2;
    let at = word * 4;
    for (let i = start; i < end; i++) {
      const byte = from[i]!;
      if (byte >= 0x80) return false;
      this.bytes[at++] = byte >= 65 && byte <= 90 ? byte + 32 : byte;
    }
    this.#close(word, end - start);
    return true;
  }

  /** The bytes from one word to another, as a copy. */
  slice(from: number, to: number): Buffer {
    return Buffer.from(this.bytes.subarray(from * 4, to * 4));
  }

  reserve(words: number): void {
    if (this.length + words <= this.words.length) return;
    const larger = new Int32Array(Math.max(this.length + words, this.words.length * 2));
    larger.set(this.words.subarray(0, this.length));
    this.words = larger;
    this.bytes = Buffer.from(larger.buffer);
  }

  #number(double: number): void {
    // Adding 0 turns -0 into 0.
    DOUBLE[0] = double + 0;
    this.words[this.length++] = NUMBER_TAG;
    this.words[this.length++] = HALVES[0]!;
    this.words[this.length++] = HALVES[1]!;
  }

  #decimal(text: string): void {
    this.reserve(3 + text.length);
    const start = this.length + 2;
    this.#close(start, this.bytes.write(text, start * 4, 'latin1'), NUMBER_TAG);
  }

  #content(from: Buffer, start: number, end: number, tag: number = STRING_TAG): void {
    const size = end - start;
    this.reserve(3 + (size >> 2));
    const word = this.length + 2;
    const bytes = this.bytes;
    let at = word * 4;
    if (size < 64) for (let i = start; i < end; i++) bytes[at++] = from[i]!;
    else from.copy(bytes, at, start, end);
    this.#close(word, size, tag);
  }

  /** Puts tag and length before the content of a text, and zeros behind it. */
  #close(word: number, size: number, tag: number = STRING_TAG): void {
    this.words[word - 2] = tag;
    this.words[word - 1] = size;
    const end = word + ((size + 3) >> 2);
    for (let at = word * 4 + size; at < end * 4; at++) this.bytes[at] = 0;
    this.length = end;
  }

  #units(text: string): void {
    this.reserve(3 + text.length);
    const word = this.length + 2;
    let at = word * 4;
    for (const character of text) {
      const code = character.codePointAt(0)!;
      if (code >= 0xd800 && code <= 0xdfff) {
        this.bytes[at++] = 0xe0 | (code >> 12);
        this.bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
        this.bytes[at++] = 0x80 | (code & 0x3f);
      } else at += this.bytes.write(character, at, 'utf8');
    }
    this.#close(word, at - word * 4);
  }

  #array(tape: Tape, array: Value): void {
    const start = this.length;
    this.length += 2;
    let count = 0;
    for (let cursor = firstElement(tape, array); cursor !== END; cursor = nextElement(tape, array, cursor)) {
      this.append(tape, elementAt(tape, cursor), NULL_TAG);
      count++;
    }
    this.words[start] = ARRAY_TAG;
    this.words[start + 1] = count;
  }

  /** Members by name, so that their order in the text does not matter; of a repeated name the last counts. */
  #object(tape: Tape, object: Value): void {
    const members = new Map<string, Value>();
    for (let cursor = firstMember(tape, object); cursor !== END; cursor = nextMember(tape, object, cursor)) {
      members.set(textOf(tape, keyAt(tape, cursor)), valueAt(tape, cursor));
    }
    this.words[this.length++] = OBJECT_TAG;
    this.words[this.length++] = members.size;
    for (const name of [...members.keys()].toSorted(byCodeUnit)) {
      this.text(name);
      this.append(tape, members.get(name)!, NULL_TAG);
    }
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const DOUBLE = new Float64Array(1);
const HALVES = new Int32Array(DOUBLE.buffer);

function doubleOf(tape: Tape, value: Value): number {
  const bytes = tape.bytesOf(value);
  const start = tape.start(value);
  const end = tape.end(value);
  if (end - start > 15) return Number(sourceOf(tape, value));
  let whole = 0;
  for (let i = start; i < end; i++) {
    const digit = bytes[i]! - 48;
    if (digit < 0 || digit > 9) return Number(sourceOf(tape, value));
    whole = whole * 10 + digit;
  }
  return whole;
}

/** Whether the digits of the number are its decimal: an integer of at most 15 characters, but not -0. */
function isWholeText(tape: Tape, value: Value): boolean {
  const bytes = tape.bytesOf(value);
  const start = tape.start(value);
  const end = tape.end(value);
  if (end - start > 15 || bytes[start] === 45) return false;
  for (let i = start; i < end; i++) if (bytes[i]! < 48 || bytes[i]! > 57) return false;
  return true;
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
