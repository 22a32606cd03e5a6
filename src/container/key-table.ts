/**
 * Where are the sorted hashes of a key kept? In a file of entries `[hash high, hash low, document, 0]`, in order, which
 * can be searched by halving; documents that were refused in the end are in it as well.
 */
import { Buffer } from 'node:buffer';
import { closeSync, openSync, writeSync } from 'node:fs';
import { ENTRY } from './sort-entries.ts';

const FULL = 1 << 14;

export class KeyTable {
  readonly #file: number;
  readonly #words = new Uint32Array(FULL);
  #length = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  add(high: number, low: number, document: number): void {
    const words = this.#words;
    const at = this.#length;
    words[at] = high;
    words[at + 1] = low;
    words[at + 2] = document;
    words[at + 3] = 0;
    this.#length = at + ENTRY;
    if (this.#length === FULL) this.#write();
  }

  close(): void {
    this.#write();
    closeSync(this.#file);
  }

  #write(): void {
    const bytes = Buffer.from(this.#words.buffer, 0, this.#length * 4);
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
    this.#length = 0;
  }
}
