/** Where does a value end that nobody needs? Passes over it, whatever it is, and keeps nothing of it. */
import type { Buffer } from 'node:buffer';
import { endsScalar } from './bytes.ts';
import { ValueScan } from './value-scan.ts';

export class ValuePass {
  /** Newlines met since it began. */
  newlines = 0;
  readonly #scan = new ValueScan();
  #isScalar = false;

  /** @param byte its first byte */
  begin(byte: number): void {
    this.newlines = 0;
    this.#scan.begin();
    this.#isScalar = byte !== 123 && byte !== 91 && byte !== 34;
  }

  /** The next byte stands within so many brackets, of which the last one is to be closed. */
  beginInside(depth: number): void {
    this.begin(123);
    this.#scan.depth = depth;
  }

  /** The position behind its last byte, -1 when it goes on behind `length`, where `bytes` has a quote as a sentinel. */
  pass(bytes: Buffer, from: number, length: number): number {
    if (this.#isScalar) {
      let position = from;
      while (position < length && !endsScalar(bytes[position]!)) position++;
      return position === length ? -1 : position;
    }
    const end = this.#scan.scan(bytes, from, length);
    this.newlines = this.#scan.newlines;
    return end;
  }
}
