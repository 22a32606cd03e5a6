/**
 * What stands in a file that is read here and there? Pages that were read are kept, each in the one slot that it can
 * have, so that memory is bounded and what is asked for again is at hand.
 */
import { Buffer } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const PAGE_BITS = 12;
/** Bytes of a page. */
const PAGE = 1 << PAGE_BITS;

export class CachedFile {
  readonly size: number;
  readonly #file: number;
  readonly #slots: number;
  readonly #pages: Buffer;
  /** Which page a slot holds, counted from 1; 0 is none. */
  readonly #held: Float64Array;

  /** @param bytes of the pages that are kept */
  constructor(path: string, bytes: number) {
    this.#file = openSync(path, 'r');
    this.size = fstatSync(this.#file).size;
    this.#slots = Math.max(1, Math.min(bytes >> PAGE_BITS, Math.ceil(this.size / PAGE)));
    this.#pages = Buffer.allocUnsafeSlow(this.#slots << PAGE_BITS);
    this.#held = new Float64Array(this.#slots);
  }

  /** Copies bytes of the file. */
  copy(into: Buffer, at: number, position: number, length: number): void {
    // What is larger than several pages would only drive out others.
    if (length > 4 * PAGE) {
      this.#read(into, at, position, length);
      return;
    }
    for (let done = 0; done < length;) {
      const page = Math.floor((position + done) / PAGE);
      const within = position + done - page * PAGE;
      const size = Math.min(PAGE - within, length - done);
      const start = this.#startOf(page) + within;
      this.#pages.copy(into, at + done, start, start + size);
      done += size;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Where in the pages this one stands, once it has been read. */
  #startOf(page: number): number {
    const slot = page % this.#slots;
    const start = slot << PAGE_BITS;
    if (this.#held[slot] !== page + 1) {
      this.#held[slot] = 0;
      this.#read(this.#pages, start, page * PAGE, Math.min(PAGE, this.size - page * PAGE));
      this.#held[slot] = page + 1;
    }
    return start;
  }

  #read(into: Buffer, at: number, position: number, length: number): void {
    for (let got = 0; got < length;) {
      const read = readSync(this.#file, into, at + got, length - got, position + got);
      if (read === 0) throw new Error('What a reference was indexed into is shorter than it was written.');
      got += read;
    }
  }
}
