/**
 * What is in a document, and where? A tape is the flat index of JSON text: one entry of four 32-bit words for
 * every value and every key, in the order of the text. Nothing is decoded until somebody asks.
 *
 * An entry is `[start, end, skip, kind | flags]`: the range of its bytes (quotes included), the index of the entry
 * after its subtree, and what it is. A key's third word is its hash instead (see `key.ts`). The bytes lie in `text`,
 * which belongs to the source, or in `scratch`, which holds what steps have written. An edited object or array is an
 * entry `[first member, last member, number of members, kind | EDITED]` over the linked list in `members`.
 *
 * One tape serves one document at a time: `begin` forgets the document before. Names and constants of a plan are put on
 * the tape when a document first needs them (`key.ts`, `literal.ts`), which `serial` makes cheap to know.
 */
import { Buffer } from 'node:buffer';

/** The index of a value on its tape, or `MISSING`. */
export type Value = number;
/** A place in an object or array: an entry of the text (0 and up), a member of an edited level (-2 and down), or `END`. */
export type Cursor = number;

/** In the place of its hash: the key has escapes and must be decoded to be compared. */
export const ESCAPED_KEY = -1;

export const MISSING = -1;
export const END = -1;

export const OBJECT = 1;
export const ARRAY = 2;
export const STRING = 3;
export const NUMBER = 4;
export const TRUE = 5;
export const FALSE = 6;
export const NULL = 7;
export const KIND_MASK = 7;
/** The string or key holds at least one `\`. */
export const ESCAPED = 16;
/** The number is longer than 15 characters or has an exponent, so a double may not hold it. */
export const SUSPECT = 32;
/** The bytes lie in `scratch`. */
export const SCRATCH = 64;
/** The object or array is a list of members, not a range of text. */
export const EDITED = 128;

let lastSerial = 0;

export class Tape {
  /** Bytes of the batch that the source handed over; one byte behind the last document must be readable. */
  text: Buffer = Buffer.alloc(1);
  /** `ESCAPED` when the text that is being put together in the scratch bytes has an escape so far. */
  textFlags = 0;
  /** Bytes that steps wrote. */
  scratch: Buffer = Buffer.alloc(1 << 16);
  scratchLength = 0;
  words: Int32Array = new Int32Array(1 << 14);
  /** Entries in use. */
  length = 0;
  /** Members of edited levels: `[key, value, next, previous]`, `END` where there is none. */
  members: Int32Array = new Int32Array(1 << 12);
  memberCount = 0;
  /** Whether an object of the document names a key twice. */
  hasDuplicateKeys = false;
  /** Whether the document holds a number that a double may not hold. */
  hasSuspects = false;
  /** Whether a key of the document starts with `_`, or has escapes and might: only then can it hold system properties. */
  hasUnderscoreKeys = false;
  /** How deep the document nests; the document itself is 1. */
  depth = 0;
  /** Another number for every document of the process. */
  serial = 0;
  /** Below these, words and members are as old as the mark: what they were before a change is kept. */
  #markedWords = 0;
  #markedMembers = 0;
  /** Since the mark, in pairs: the place that was changed (`~place` in the members), and what stood there. */
  #undo: number[] = [];

  /** Forgets the document before: all handles of its values are void afterwards. */
  begin(text: Buffer): void {
    this.text = text;
    this.length = 0;
    this.scratchLength = 0;
    this.serial = ++lastSerial;
    this.memberCount = 0;
    this.hasDuplicateKeys = false;
    this.hasSuspects = false;
    this.hasUnderscoreKeys = false;
    this.depth = 0;
    this.#markedWords = 0;
    this.#markedMembers = 0;
    if (this.#undo.length > 0) this.#undo = [];
  }

  /** From here on, changes of levels that are edited already can be taken back by `undo`. */
  mark(): void {
    this.#markedWords = this.length * 4;
    this.#markedMembers = this.memberCount * 4;
    if (this.#undo.length > 0) this.#undo = [];
  }

  /** Every level that there was at the mark is again as it was. */
  undo(): void {
    const undo = this.#undo;
    for (let i = undo.length - 2; i >= 0; i -= 2) {
      const place = undo[i]!;
      if (place < 0) this.members[~place] = undo[i + 1]!;
      else this.words[place] = undo[i + 1]!;
    }
    this.#undo = [];
  }

  /** Changes a word of an edited level's entry. */
  writeWord(place: number, word: number): void {
    if (place < this.#markedWords) this.#undo.push(place, this.words[place]!);
    this.words[place] = word;
  }

  /** Changes a word of a member. */
  writeMember(place: number, word: number): void {
    if (place < this.#markedMembers) this.#undo.push(~place, this.members[place]!);
    this.members[place] = word;
  }

  kind(value: Value): number {
    return this.words[value * 4 + 3]! & KIND_MASK;
  }

  is(value: Value, flag: number): boolean {
    return (this.words[value * 4 + 3]! & flag) !== 0;
  }

  /** The bytes that an unedited value's range refers to. */
  bytesOf(value: Value): Buffer {
    return (this.words[value * 4 + 3]! & SCRATCH) === 0 ? this.text : this.scratch;
  }

  start(value: Value): number {
    return this.words[value * 4]!;
  }

  end(value: Value): number {
    return this.words[value * 4 + 1]!;
  }

  /** Appends an entry and returns its index. */
  append(start: number, end: number, third: number, kind: number): Value {
    const at = this.length++;
    if (at * 4 + 4 > this.words.length) this.growWords(at + 1);
    const words = this.words;
    words[at * 4] = start;
    words[at * 4 + 1] = end;
    words[at * 4 + 2] = third;
    words[at * 4 + 3] = kind;
    return at;
  }

  /** Appends a member of an edited level, not linked to anything yet. */
  appendMember(key: Value, value: Value): number {
    const at = this.memberCount++;
    if (at * 4 + 4 > this.members.length) this.growMembers(at * 4 + 4);
    const members = this.members;
    members[at * 4] = key;
    members[at * 4 + 1] = value;
    members[at * 4 + 2] = END;
    members[at * 4 + 3] = END;
    return at;
  }

  growWords(entries: number): Int32Array {
    this.words = grown(this.words, entries * 4);
    return this.words;
  }

  growMembers(words: number): Int32Array {
    this.members = grown(this.members, words);
    return this.members;
  }

  /** Makes room for `bytes` more bytes of scratch, and one to be read behind them. */
  reserveScratch(bytes: number): Buffer {
    const needed = this.scratchLength + bytes + 1;
    if (needed > this.scratch.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.scratch.length * 2));
      this.scratch.copy(larger, 0, 0, this.scratchLength);
      this.scratch = larger;
    }
    return this.scratch;
  }
}

function grown(array: Int32Array, needed: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(needed, array.length * 2));
  larger.set(array);
  return larger;
}
