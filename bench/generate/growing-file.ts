/** How is a large file written piece by piece, knowing at each moment how large it is? */
import { closeSync, openSync, writeSync } from 'node:fs';

/** Text is kept back up to this many characters. */
const BATCH = 1024 ** 2;

export class GrowingFile {
  readonly #file: number;
  #parts: string[] = [];
  #waiting = 0;
  #written = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  /** Bytes written, and characters that wait. */
  get size(): number {
    return this.#written + this.#waiting;
  }

  add(text: string): void {
    this.#parts.push(text);
    this.#waiting += text.length;
    if (this.#waiting > BATCH) this.#flush();
  }

  /** Returns its size in bytes. */
  close(): number {
    this.#flush();
    closeSync(this.#file);
    return this.#written;
  }

  #flush(): void {
    this.#written += writeSync(this.#file, this.#parts.join(''));
    this.#parts = [];
    this.#waiting = 0;
  }
}
