/**
 * How are small pieces of a file read in an order that is not quite its own? By blocks, of which some are kept: pieces
 * that are asked for one after the other often lie near each other.
 */
import { Buffer } from 'node:buffer';
import { readSync } from 'node:fs';
import { damaged } from '../../reopened-file.ts';

const BLOCK = 1 << 12;
/** Blocks that are kept: 8 MB. */
const KEPT = 1 << 11;

export interface Piece {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

export class BlockReader {
  readonly #file: number;
  readonly #blocks = Buffer.allocUnsafeSlow(BLOCK * KEPT);
  /** Which block of the file stands in each place, and how many bytes of it there were. */
  readonly #numbers = new Float64Array(KEPT).fill(-1);
  readonly #sizes = new Uint16Array(KEPT);
  #joined = Buffer.allocUnsafe(BLOCK * 2);

  /** @param file what is in it does not change any more */
  constructor(file: number) {
    this.#file = file;
  }

  /**
   * A piece, which holds until the next one is asked for.
   * @param behind bytes behind it that must be readable in the buffer
   */
  read(position: number, size: number, behind: number): Piece {
    const start = position % BLOCK;
    if (start + size + behind <= BLOCK) {
      const at = this.#enter((position - start) / BLOCK, start + size) * BLOCK;
      return { bytes: this.#blocks, start: at + start, end: at + start + size };
    }
    if (this.#joined.length < size + behind) this.#joined = Buffer.allocUnsafe((size + behind) * 2);
    this.readFully(this.#joined, position, size);
    return { bytes: this.#joined, start: 0, end: size };
  }

  readFully(into: Buffer, position: number, size: number): void {
    for (let got = 0; got < size;) {
      const read = readSync(this.#file, into, got, size - got, position + got);
      if (read === 0) throw damaged('What a step has gathered ends too early.');
      got += read;
    }
  }

  /** The place of a block of which so many bytes are needed. */
  #enter(block: number, needed: number): number {
    const place = block % KEPT;
    if (this.#numbers[place] !== block) {
      this.#numbers[place] = -1;
      this.#sizes[place] = readSync(this.#file, this.#blocks, place * BLOCK, BLOCK, block * BLOCK);
      this.#numbers[place] = block;
    }
    if (this.#sizes[place]! < needed) throw damaged('What a step has gathered ends too early.');
    return place;
  }
}
