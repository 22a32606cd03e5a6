/** What comes next in a sorted run? Entries in memory, or read from a file a piece at a time. */
import { Buffer } from 'node:buffer';
import { readSync } from 'node:fs';
import { ENTRY } from './sort-entries.ts';

/** Words of a piece: 64 KB. */
const PIECE = 1 << 14;

export class SortedRun {
  words: Uint32Array;
  /** The current entry, in words. */
  at = 0;
  #end: number;
  readonly #file: number;
  #position: number;
  readonly #fileEnd: number;

  /** @param words entries in memory; empty for a run that lies in the file from `start` to `end`. */
  constructor(words: Uint32Array, file: number = -1, start: number = 0, end: number = 0) {
    this.words = words;
    this.#end = words.length;
    this.#file = file;
    this.#position = start;
    this.#fileEnd = end;
    if (this.#end === 0) this.#refill();
  }

  /** Whether there is no current entry any more. */
  get isDone(): boolean {
    return this.#end === 0;
  }

  /** Goes on to the next entry; false at the end. */
  next(): boolean {
    this.at += ENTRY;
    if (this.at === this.#end) this.#refill();
    return this.#end > 0;
  }

  #refill(): void {
    this.at = 0;
    this.#end = 0;
    const size = Math.min(PIECE * 4, this.#fileEnd - this.#position);
    if (size <= 0) return;
    if (this.words.length < PIECE) this.words = new Uint32Array(PIECE);
    const bytes = Buffer.from(this.words.buffer, 0, size);
    for (let got = 0; got < size;) {
      const read = readSync(this.#file, bytes, got, size - got, this.#position + got);
      if (read === 0) throw new Error('A sorted run on disk is shorter than it was written.');
      got += read;
    }
    this.#position += size;
    this.#end = size / 4;
  }
}
