/** Which number has the so-many-th of those with one key? However many there are, only the last of them are in memory. */
import { Buffer } from 'node:buffer';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

/** Numbers in memory: 256 KB. */
const KEPT = 1 << 16;

export class MemberNumbers {
  readonly #path: string;
  readonly #kept: number;
  readonly #last: Uint32Array;
  readonly #bytes: Buffer;
  #file: number | undefined;
  #count = 0;

  /**
   * @param path where more than that is written; the file has no name for longer than a moment
   * @param kept numbers in memory. @default 65,536
   */
  constructor(path: string, kept: number = KEPT) {
    this.#path = path;
    this.#kept = kept;
    this.#last = new Uint32Array(kept);
    this.#bytes = Buffer.from(this.#last.buffer);
  }

  clear(): void {
    this.#count = 0;
  }

  add(number: number): void {
    const at = this.#count % this.#kept;
    if (at === 0 && this.#count > 0) this.#write((this.#count - this.#kept) * 4);
    this.#last[at] = number;
    this.#count++;
  }

  at(which: number): number {
    if (which < 0 || which >= this.#count) throw new Error(`There are ${this.#count} with the key, and no ${which}.`);
    const inFile = Math.floor((this.#count - 1) / this.#kept) * this.#kept;
    if (which >= inFile) return this.#last[which - inFile]!;
    const number = new Uint32Array(1);
    readSync(this.#file!, number, { position: which * 4 });
    return number[0]!;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #write(position: number): void {
    if (this.#file === undefined) {
      this.#file = openSync(this.#path, 'w+', 0o600);
      rmSync(this.#path, { force: true });
    }
    const bytes = this.#bytes;
    for (let at = 0; at < bytes.length; at += writeSync(this.#file, bytes, at, bytes.length - at, position + at));
  }
}
