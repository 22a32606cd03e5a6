/** Where does the text of documents go on its way out? Bytes that grow as needed and are handed on when full enough. */
import { Buffer } from 'node:buffer';

/** Below this a loop beats the call of a copying function. */
const SHORT = 48;

export class OutputBuffer {
  bytes: Buffer;
  length = 0;
  readonly #allocate: (size: number) => Buffer;

  constructor(capacity: number = 1 << 12, allocate: (size: number) => Buffer = ownBytes) {
    this.#allocate = allocate;
    this.bytes = allocate(capacity);
  }

  byte(byte: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  copy(from: Buffer, start: number, end: number): void {
    const size = end - start;
    if (this.length + size > this.bytes.length) this.reserve(size);
    if (size < SHORT) {
      const bytes = this.bytes;
      let at = this.length;
      for (let i = start; i < end; i++) bytes[at++] = from[i]!;
      this.length = at;
    } else {
      from.copy(this.bytes, this.length, start, end);
      this.length += size;
    }
  }

  /** Appends JavaScript text as UTF-8. */
  text(text: string): void {
    this.reserve(text.length * 3);
    this.length += this.bytes.write(text, this.length, 'utf8');
  }

  reserve(size: number): void {
    if (this.length + size <= this.bytes.length) return;
    const larger = this.#allocate(Math.max(this.length + size, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

function ownBytes(size: number): Buffer {
  return Buffer.allocUnsafeSlow(size);
}
