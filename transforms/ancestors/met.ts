/**
 * Which documents of a tree have been met? Numbers stand for them, found by their ids, however these are written: 1, 1.0
 * and 1e0 are one, "1" is another. All is flat, so that half a million of them are a few arrays, and forgotten at once.
 */
import { KeyBytes, NULL_TAG } from '../../src/document/key-bytes.ts';
import { KeyHash } from '../../src/document/key-hash.ts';
import { OutputBuffer } from '../../src/document/output-buffer.ts';
import type { Tape, Value } from '../../src/document/tape.ts';

/** In the place of a number: there is none. */
export const NOBODY = -1;

/** Words of one: its hash, where its id and its text end, its parent, the way on which it was met, whether it is on a circle. */
const WIDTH = 7;
const ID_END = 2;
const TEXT_END = 3;
const PARENT = 4;
const WAY = 5;
const CIRCLE = 6;
/** A table has so many slots for each, at least. */
const SLOTS = 2;
const SEEDS = [0x243f6a88, 0x13198a2e] as const;

export class Met {
  /** They have the numbers below. */
  count = 0;
  /** What is said of each, one after the other. */
  readonly texts: OutputBuffer = new OutputBuffer();
  #words = new Int32Array(WIDTH << 10);
  #table = new Int32Array(SLOTS << 10).fill(NOBODY);
  #ids = new Int32Array(1 << 12);
  /** The id that was looked for last. */
  readonly #id = new KeyBytes(1 << 6, 'exact');
  readonly #hash = new KeyHash();

  /** The number of the one with a scalar id, or `NOBODY`. */
  find(tape: Tape, id: Value): number {
    this.#id.clear();
    this.#id.append(tape, id, NULL_TAG);
    this.#hash.of(this.#id.words, 0, this.#id.length, SEEDS[0], SEEDS[1]);
    const { high, low } = this.#hash;
    const words = this.#words;
    for (let slot = high & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const one = this.#table[slot]!;
      if (one === NOBODY) return NOBODY;
      if (words[one * WIDTH] === (high | 0) && words[one * WIDTH + 1] === (low | 0) && this.#hasId(one)) return one;
    }
  }

  /** Adds the one that was looked for last; its text is what the texts have more than before. */
  add(way: number): number {
    const one = this.count++;
    this.#makeRoom();
    const { high, low } = this.#hash;
    const start = this.#idStart(one);
    this.#ids.set(this.#id.words.subarray(0, this.#id.length), start);
    this.#words.set([high, low, start + this.#id.length, this.texts.length, NOBODY, way, 0], one * WIDTH);
    this.#enter(one);
    return one;
  }

  textStart(one: number): number {
    return one === 0 ? 0 : this.#words[(one - 1) * WIDTH + TEXT_END]!;
  }

  textEnd(one: number): number {
    return this.#words[one * WIDTH + TEXT_END]!;
  }

  /** The next one up, or `NOBODY`. */
  parentOf(one: number): number {
    return this.#words[one * WIDTH + PARENT]!;
  }

  setParent(one: number, parent: number): void {
    this.#words[one * WIDTH + PARENT] = parent;
  }

  wayOf(one: number): number {
    return this.#words[one * WIDTH + WAY]!;
  }

  isOnCircle(one: number): boolean {
    return this.#words[one * WIDTH + CIRCLE] === 1;
  }

  putOnCircle(one: number): void {
    this.#words[one * WIDTH + CIRCLE] = 1;
  }

  /** About what all of it takes. */
  get bytes(): number {
    return this.count * (WIDTH + SLOTS) * 4 + this.#idStart(this.count) * 4 + this.texts.length;
  }

  forget(): void {
    this.count = 0;
    this.texts.length = 0;
    this.#table.fill(NOBODY);
  }

  get #mask(): number {
    return this.#table.length - 1;
  }

  #idStart(one: number): number {
    return one === 0 ? 0 : this.#words[(one - 1) * WIDTH + ID_END]!;
  }

  #hasId(one: number): boolean {
    const { words, length } = this.#id;
    const start = this.#idStart(one);
    if (this.#words[one * WIDTH + ID_END]! - start !== length) return false;
    for (let i = 0; i < length; i++) if (this.#ids[start + i] !== words[i]) return false;
    return true;
  }

  #enter(one: number): void {
    let slot = this.#words[one * WIDTH]! & this.#mask;
    while (this.#table[slot] !== NOBODY) slot = (slot + 1) & this.#mask;
    this.#table[slot] = one;
  }

  #makeRoom(): void {
    if (this.count * WIDTH > this.#words.length) this.#words = larger(this.#words, this.count * WIDTH);
    const ids = this.#idStart(this.count - 1) + this.#id.length;
    if (ids > this.#ids.length) this.#ids = larger(this.#ids, ids);
    if (this.count * SLOTS <= this.#table.length) return;
    this.#table = new Int32Array(this.#table.length * 2).fill(NOBODY);
    for (let one = 0; one < this.count - 1; one++) this.#enter(one);
  }
}

function larger(words: Int32Array<ArrayBuffer>, needed: number): Int32Array<ArrayBuffer> {
  const more = new Int32Array(Math.max(needed, words.length * 2));
  more.set(words);
  return more;
}
