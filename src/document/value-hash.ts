/**
 * Are two values that are no longer side by side the same? When 64 or 128 bits of their content are: numbers by exact
 * value or as doubles, key order aside, of a repeated key the last, as `compare` would say of them. Values nest as deep as
 * they like; a missing one is null.
 */
import type { NumberEquality } from './compare.ts';
import { textOf } from './decode.ts';
import { KeyBytes, NULL_TAG } from './key-bytes.ts';
import { KeyHash } from './key-hash.ts';
import { elementAt, firstMember, keyAt, nextElement, nextMember, valueAt } from './members.ts';
import { ARRAY, type Cursor, END, OBJECT, type Tape, type Value } from './tape.ts';

/** What stands for an object or array inside of another one: this and its hash. */
const LEVEL_TAG = 8;
/** So many levels are used again. */
const LEVELS_KEPT = 100;
const SEEDS = [0x2f6af274, 0x9368e53c, 0x7c1d3ab9, 0x51ed270b] as const;

export class ValueHash {
  /** Of what was hashed last; of 64 bits the last two stay 0. */
  readonly words: Int32Array = new Int32Array(4);
  readonly #bits: 64 | 128;
  readonly #bytes: KeyBytes;
  readonly #hash = new KeyHash();
  /** The levels around the value that is being hashed, outermost first; those behind `#depth` are used again. */
  readonly #levels: Level[] = [];
  #depth = 0;
  readonly #before = new Int32Array(4);

  constructor(bits: 64 | 128 = 128, numbers: NumberEquality = 'exact') {
    this.#bits = bits;
    this.#bytes = new KeyBytes(1 << 8, numbers);
  }

  of(tape: Tape, value: Value): void {
    this.#depth = 0;
    if (!this.#enter(tape, value)) {
      this.#bytes.clear();
      this.#bytes.append(tape, value, NULL_TAG);
      this.#finish();
      return;
    }
    while (this.#depth > 0) {
      const level = this.#levels[this.#depth - 1]!;
      const cursor = level.next(tape);
      if (cursor === END) this.#leave(tape, level);
      else if (!this.#enter(tape, level.valueAt(tape, cursor))) {
        this.#begin(tape, level);
        this.#bytes.append(tape, level.valueAt(tape, cursor), NULL_TAG);
        this.#add(level);
      }
    }
    if (this.#levels.length > LEVELS_KEPT) this.#levels.length = LEVELS_KEPT;
  }

  /** Several values in their order. */
  ofAll(tape: Tape, values: readonly Value[]): void {
    const before = this.#before.fill(0);
    for (const value of values) {
      this.of(tape, value);
      this.#bytes.clear();
      this.#append(before);
      this.#append(this.words);
      this.#finish();
      before.set(this.words);
    }
  }

  /** Begins an object or array; false for a scalar. */
  #enter(tape: Tape, value: Value): boolean {
    const kind = tape.kind(value);
    if (kind !== OBJECT && kind !== ARRAY) return false;
    const level = (this.#levels[this.#depth++] ??= new Level());
    level.enter(tape, value, kind === OBJECT);
    return true;
  }

  /** The level is hashed, and so a member or an element of the one around it. */
  #leave(tape: Tape, level: Level): void {
    this.#bytes.clear();
    this.#tag(level.isObject ? OBJECT : ARRAY);
    this.#tag(level.count);
    this.#append(level.state);
    this.#finish();
    if (--this.#depth === 0) return;
    const outer = this.#levels[this.#depth - 1]!;
    this.#begin(tape, outer);
    this.#tag(LEVEL_TAG);
    this.#append(this.words);
    this.#add(outer);
  }

  /** Puts before a member its name, and before an element all elements before it. */
  #begin(tape: Tape, level: Level): void {
    this.#bytes.clear();
    if (level.isObject) this.#bytes.append(tape, keyAt(tape, level.cursor), NULL_TAG);
    else this.#append(level.state);
  }

  /** What holds for the level with one more member, in whichever order, or with one more element. */
  #add(level: Level): void {
    this.#finish();
    const { state, isObject } = level;
    level.count++;
    for (let i = 0; i < 4; i++) state[i] = isObject ? (state[i]! + this.words[i]!) | 0 : this.words[i]!;
  }

  #tag(word: number): void {
    this.#bytes.reserve(1);
    this.#bytes.words[this.#bytes.length++] = word;
  }

  #append(state: Int32Array): void {
    this.#bytes.reserve(4);
    const { words } = this.#bytes;
    for (let i = 0; i < 4; i++) words[this.#bytes.length++] = state[i]!;
  }

  #finish(): void {
    const { words, length } = this.#bytes;
    const hash = this.#hash;
    hash.of(words, 0, length, SEEDS[0], SEEDS[1]);
    this.words[0] = hash.high;
    this.words[1] = hash.low;
    if (this.#bits === 64) return;
    hash.of(words, 0, length, SEEDS[2], SEEDS[3]);
    this.words[2] = hash.high;
    this.words[3] = hash.low;
  }
}

/** An object or array that is being walked through. */
class Level {
  isObject = false;
  cursor: Cursor = END;
  count = 0;
  /** Of an object the sum of what its members come to, of an array what its elements so far come to, one by one. */
  readonly state: Int32Array = new Int32Array(4);
  #value: Value = END;
  #isBegun = false;
  /** The last members of each name, where names are repeated. */
  #last: Cursor[] | undefined;

  enter(tape: Tape, value: Value, isObject: boolean): void {
    this.isObject = isObject;
    this.#value = value;
    this.#isBegun = false;
    this.#last = isObject && tape.hasDuplicateKeys ? lastMembers(tape, value) : undefined;
    this.count = 0;
    this.state.fill(0);
  }

  next(tape: Tape): Cursor {
    if (this.#last !== undefined) this.cursor = this.#last.pop() ?? END;
    else if (!this.#isBegun) this.cursor = firstMember(tape, this.#value);
    else
      this.cursor = this.isObject
        ? nextMember(tape, this.#value, this.cursor)
        : nextElement(tape, this.#value, this.cursor);
    this.#isBegun = true;
    return this.cursor;
  }

  valueAt(tape: Tape, cursor: Cursor): Value {
    return this.isObject ? valueAt(tape, cursor) : elementAt(tape, cursor);
  }
}

function lastMembers(tape: Tape, object: Value): Cursor[] {
  const members = new Map<string, Cursor>();
  for (let cursor = firstMember(tape, object); cursor !== END; cursor = nextMember(tape, object, cursor))
    members.set(textOf(tape, keyAt(tape, cursor)), cursor);
  return [...members.values()];
}
