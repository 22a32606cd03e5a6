/**
 * Where does a frame of zstd end? Follows the lengths that stand in it, from block to block. Node's decoder stops behind
 * the first frame of a piece and takes a frame that was cut off for a whole one, both without a word, so pieces are cut
 * at the ends of frames and it is known here whether the last one is complete.
 *
 * `MAGIC` → the four bytes that every frame begins with · `HEADER` → what follows them, of a length that its first byte
 * tells · `BLOCK` → the three bytes before a block · `CONTENT` → the rest of a block, or the sum at the end · `SKIPPED` →
 * the length of a frame that decoders pass over, `PASSING` → its content.
 */
import type { Buffer } from 'node:buffer';
import { FRAME, SKIPPED_FRAME } from './compression.ts';

type State = 'MAGIC' | 'DESCRIPTOR' | 'HEADER' | 'BLOCK' | 'CONTENT' | 'SKIPPED' | 'PASSING';

export class ZstdFrames {
  #state: State = 'MAGIC';
  /** Bytes that are missing before the state is done, and those of a number that have come, its lowest byte first. */
  #missing = 4;
  #number = 0;
  #shift = 0;
  #hasSum = false;
  #isLast = false;

  /** Whether all frames that have begun have ended; zeros may stand behind them. */
  get isComplete(): boolean {
    return this.#state === 'MAGIC' && this.#number === 0;
  }

  /**
   * Follows `piece` from a position, up to where a frame ends or the piece does.
   * @returns where it stopped, or -1 where something stands that begins no frame; that is zeros if all is complete
   */
  follow(piece: Buffer, from: number): number {
    let at = from;
    while (at < piece.length) {
      if (this.#state === 'HEADER' || this.#state === 'CONTENT' || this.#state === 'PASSING') {
        const passed = Math.min(this.#missing, piece.length - at);
        at += passed;
        this.#missing -= passed;
      } else {
        this.#number += piece[at++]! * 2 ** this.#shift;
        this.#shift += 8;
        this.#missing--;
      }
      while (this.#missing === 0) {
        if (!this.#next()) return -1;
        if (this.#state === 'MAGIC') return at;
      }
    }
    return at;
  }

  /** A state is done; false where no frame begins. */
  #next(): boolean {
    const number = this.#number;
    if (this.#state === 'MAGIC' && number !== FRAME && number - (number % 16) !== SKIPPED_FRAME) return false;
    this.#number = 0;
    this.#shift = 0;
    switch (this.#state) {
      case 'MAGIC':
        if (number === FRAME) this.#enter('DESCRIPTOR', 1);
        else this.#enter('SKIPPED', 4);
        break;
      case 'DESCRIPTOR':
        this.#hasSum = (number & 4) !== 0;
        this.#isLast = false;
        this.#enter('HEADER', headerLength(number));
        break;
      case 'HEADER':
        this.#enter('BLOCK', 3);
        break;
      case 'BLOCK': {
        this.#isLast = (number & 1) !== 0;
        // A block of one repeated byte holds that byte alone.
        const isRepeated = (number & 6) === 2;
        const sum = this.#isLast && this.#hasSum ? 4 : 0;
        this.#enter('CONTENT', (isRepeated ? 1 : number >>> 3) + sum);
        break;
      }
      case 'CONTENT':
        if (this.#isLast) this.#enter('MAGIC', 4);
        else this.#enter('BLOCK', 3);
        break;
      case 'SKIPPED':
        this.#enter('PASSING', number);
        break;
      case 'PASSING':
        this.#enter('MAGIC', 4);
        break;
    }
    return true;
  }

  #enter(state: State, missing: number): void {
    this.#state = state;
    this.#missing = missing;
  }
}

/** Bytes of a frame's header behind its descriptor: the window's size, the dictionary's number, the content's size. */
function headerLength(descriptor: number): number {
  const isSingle = (descriptor & 32) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3]!;
  const size = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  return (isSingle ? 0 : 1) + dictionary + size;
}
