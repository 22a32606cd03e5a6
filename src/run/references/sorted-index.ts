/**
 * Where are the entries with a hash? In a file, in the order of their hashes; a table in memory says for each range of
 * hashes where it begins, some four bytes for 64 entries. Entries with one hash keep the order in which they came.
 */
import { Buffer } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { AppendFile } from '../../container/append-file.ts';
import type { ExternalSort } from '../../container/external-sort.ts';
import { CachedFile } from './cached-file.ts';
import { DIGITS, KIND_BITS } from './entry-hash.ts';

/** Bytes of an entry: its hash, and the place of the document. */
const ENTRY = 16;
/** Entries of a range, on average. */
const RANGE_BITS = 6;
const WORD = 2 ** 32;

/** What is found while entries pass in order. */
export interface Repeated {
  /** Entries whose value came before in another document. */
  count: number;
  /** Places of the first such documents. */
  readonly places: number[];
}

/** So many are kept for examples. */
const MOST_PLACES = 3;

/** Writes the sorted entries, of which there are so many at most. */
export async function writeIndex(path: string, sort: ExternalSort, most: number): Promise<Repeated> {
  const bits = bitsFor(most);
  const starts = new Uint32Array((1 << bits) + 1);
  const repeated: Repeated = { count: 0, places: [] };
  const file = AppendFile.create(path);
  const entries = sort.finish();
  try {
    const bytes = Buffer.alloc(ENTRY);
    let [high, low, third, fourth] = [-1, -1, -1, -1];
    while (entries.next()) {
      const isSame = entries.high === high && entries.low === low;
      // A document that holds a value several times is found once.
      if (isSame && entries.third === third && entries.fourth === fourth) continue;
      if (isSame && (low & KIND_BITS) !== DIGITS) {
        repeated.count++;
        if (repeated.places.length < MOST_PLACES) repeated.places.push(placeOf(entries.third, entries.fourth));
      }
      ({ high, low, third, fourth } = entries);
      bytes.writeUInt32LE(high, 0);
      bytes.writeUInt32LE(low, 4);
      bytes.writeUInt32LE(third, 8);
      bytes.writeUInt32LE(fourth, 12);
      file.output.copy(bytes, 0, ENTRY);
      file.pass();
      starts[rangeOf(high, bits) + 1]!++;
      if (file.length % (1 << 20) === 0) await file.drain();
    }
    await file.end();
  } finally {
    entries.close();
    file.close();
  }
  for (let range = 0; range < 1 << bits; range++) starts[range + 1]! += starts[range]!;
  writeFileSync(tableOf(path), Buffer.from(starts.buffer));
  return repeated;
}

export class SortedIndex {
  readonly #file: CachedFile;
  readonly #starts: Uint32Array;
  readonly #bits: number;
  readonly #block: Buffer = Buffer.alloc(BLOCK * ENTRY);

  /** @param bytes of the file that are kept in memory */
  constructor(path: string, bytes: number) {
    const table = readFileSync(tableOf(path));
    this.#starts = new Uint32Array(table.length / 4);
    table.copy(Buffer.from(this.#starts.buffer));
    this.#bits = Math.log2(this.#starts.length - 1);
    this.#file = new CachedFile(path, bytes);
  }

  /**
   * Places of the entries with this hash, in the order of the file: by kind, then as they came.
   * @param mask the bits of its lower half that count, of which only the last may be left out
   */
  *placesOf(high: number, low: number, mask: number): Generator<number, void, undefined> {
    const range = rangeOf(high, this.#bits);
    const end = this.#starts[range + 1]!;
    const wanted = (low & mask) >>> 0;
    let entry = this.#firstFrom(this.#starts[range]!, end, high, wanted);
    while (entry < end) {
      const count = Math.min(BLOCK, end - entry);
      const places: number[] = [];
      this.#read(entry, count);
      const block = this.#block;
      for (let at = 0; at < count * ENTRY; at += ENTRY) {
        const isFound = block.readUInt32LE(at) === high && (block.readUInt32LE(at + 4) & mask) >>> 0 === wanted;
        if (!isFound) break;
        places.push(placeOf(block.readUInt32LE(at + 8), block.readUInt32LE(at + 12)));
      }
      yield* places;
      if (places.length < count) return;
      entry += count;
    }
  }

  close(): void {
    this.#file.close();
  }

  /** The first entry from this hash on. */
  #firstFrom(from: number, to: number, high: number, low: number): number {
    let first = from;
    let end = to;
    while (first < end) {
      const middle = first + Math.floor((end - first) / 2);
      this.#read(middle, 1);
      const found = this.#block.readUInt32LE(0);
      const isBefore = found === high ? this.#block.readUInt32LE(4) < low : found < high;
      if (isBefore) first = middle + 1;
      else end = middle;
    }
    return first;
  }

  #read(entry: number, count: number): void {
    this.#file.copy(this.#block, 0, entry * ENTRY, count * ENTRY);
  }
}

/** Entries that are looked at together. */
const BLOCK = 16;

/** How a place is written into an entry. */
export function halvesOf(place: number): readonly [third: number, fourth: number] {
  return [place % WORD, Math.floor(place / WORD)];
}

export function placeOf(third: number, fourth: number): number {
  return third + fourth * WORD;
}

function bitsFor(entries: number): number {
  return Math.max(0, Math.min(26, Math.ceil(Math.log2(Math.max(1, entries))) - RANGE_BITS));
}

function rangeOf(high: number, bits: number): number {
  return bits === 0 ? 0 : high >>> (32 - bits);
}

function tableOf(path: string): string {
  return `${path}.ranges`;
}
