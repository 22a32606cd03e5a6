/**
 * Which values of a unique key would be the same if case, blanks at the ends and the composition of letters did not
 * count? They are no conflict, but a migration is the moment to look at them. Remembers a bounded number of values; what
 * comes behind is held against those.
 */
import { textOf } from '../document/decode.ts';
import type { NoticeExample, Observe } from '../document/notice.ts';
import type { Place } from '../document/position.ts';
import { ESCAPED, MISSING, STRING, type Tape, type Value } from '../document/tape.ts';
import { KeyBytes, NULL_TAG } from '../document/key-bytes.ts';
import { KeyHash } from '../document/key-hash.ts';
import { plainValue } from './plain-value.ts';

/** Places of the table, and how many of them are filled at most. */
const PLACES = 1 << 18;
const FILLED = 1 << 17;
const WORDS = 4;
const EXAMPLES = 3;

export class NearDuplicates {
  readonly #paths: readonly string[];
  readonly #folded = new KeyBytes(256);
  readonly #hash = new KeyHash();
  /** `[folded high, folded low, exact high, exact low]` in open addressing; made when the first text comes. */
  #table: Uint32Array | undefined;
  /** 1: filled; 2: counted already. */
  #marks = new Uint8Array(0);
  #filled = 0;
  #count = 0;
  readonly #examples: NoticeExample[] = [];

  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  /** Holds one tuple, `values[from..to)`, against those before; `exact` is its hash, `partition` that of its partition key. */
  add(
    tape: Tape,
    values: Int32Array,
    from: number,
    to: number,
    exact: KeyHash,
    partition: KeyHash,
    id: Value,
    place: Place,
  ): void {
    if (!this.#fold(tape, values, from, to)) return;
    this.#hash.of(this.#folded.words, 0, this.#folded.length, partition.high, partition.low);
    const { high, low } = this.#hash;
    const table = (this.#table ??= this.#makeTable());
    for (let slot = low & (PLACES - 1); ; slot = (slot + 1) & (PLACES - 1)) {
      const at = slot * WORDS;
      const mark = this.#marks[slot]!;
      if (mark === 0) {
        if (this.#filled === FILLED) return;
        this.#filled++;
        this.#marks[slot] = 1;
        table[at] = high;
        table[at + 1] = low;
        table[at + 2] = exact.high;
        table[at + 3] = exact.low;
        return;
      }
      if (table[at] !== high || table[at + 1] !== low) continue;
      if (table[at + 2] === exact.high && table[at + 3] === exact.low) return;
      // The one before counts with the first that is like it.
      this.#count += mark === 1 ? 2 : 1;
      this.#marks[slot] = 2;
      if (this.#examples.length < EXAMPLES) {
        const text = Array.from(
          values.subarray(from, to),
          (value) => JSON.stringify(plainValue(tape, value)) ?? 'nothing',
        ).join(', ');
        this.#examples.push({ place: { ...place }, id: String(plainValue(tape, id)), value: text });
      }
      return;
    }
  }

  notice(container: string, observe: Observe): void {
    const path = this.#paths.join(', ');
    const bound = this.#filled === FILLED ? `; held against the first ${FILLED} values only` : '';
    for (let i = 0; i < this.#examples.length; i++) {
      observe({
        code: 'UNIQUE_KEY_NEAR_DUPLICATE',
        container,
        path,
        message: `${this.#count} documents have values of ${path} that differ only in case, in blanks at the ends or in the composition of letters${bound}. The service keeps them apart.`,
        count: i === 0 ? this.#count - (this.#examples.length - 1) : 1,
        example: this.#examples[i]!,
      });
    }
  }

  /** Puts the folded tuple together; false when it holds no text. */
  #fold(tape: Tape, values: Int32Array, from: number, to: number): boolean {
    const folded = this.#folded;
    folded.clear();
    let hasText = false;
    for (let i = from; i < to; i++) {
      const value = values[i]!;
      if (value === MISSING || tape.kind(value) !== STRING) folded.append(tape, value, NULL_TAG);
      else {
        hasText = true;
        if (!this.#foldPlain(tape, value)) folded.text(textOf(tape, value).normalize('NFC').trim().toLowerCase());
      }
    }
    return hasText;
  }

  /** Folds text of ASCII without escapes where it lies; false when it is something else. */
  #foldPlain(tape: Tape, value: Value): boolean {
    if (tape.is(value, ESCAPED)) return false;
    const bytes = tape.bytesOf(value);
    let start = tape.start(value) + 1;
    let end = tape.end(value) - 1;
    while (start < end && bytes[start] === 32) start++;
    while (start < end && bytes[end - 1] === 32) end--;
    return this.#folded.lowered(bytes, start, end);
  }

  #makeTable(): Uint32Array {
    this.#marks = new Uint8Array(PLACES);
    return new Uint32Array(PLACES * WORDS);
  }
}
