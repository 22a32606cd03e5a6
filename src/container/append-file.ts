/**
 * How do many small pieces get to the disk without being waited for? They are gathered into large buffers, which are
 * written one after the other in the background. Memory is bounded: when too much waits, a buffer is written at once.
 */
import { closeSync, openSync, write, writeSync } from 'node:fs';
import { OutputBuffer } from '../document/output-buffer.ts';

/** A buffer is handed to the disk from this size on, bytes. */
const FULL = 1 << 20;
/** Buffers that may wait to be written. */
const WAITING = 4;
/** Larger buffers, grown for one large document, are not used again. */
const KEPT = 1 << 22;

interface Piece {
  readonly output: OutputBuffer;
  readonly position: number;
}

export class AppendFile {
  readonly file: number;
  /** What is added now; `settle` is to be called after each piece. */
  output: OutputBuffer = new OutputBuffer(FULL + (FULL >> 2));
  /** Where in the file `output` begins. */
  position = 0;
  readonly #waiting: Piece[] = [];
  readonly #free: OutputBuffer[] = [];
  #isWriting = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(path: string) {
    this.file = openSync(path, 'w+');
  }

  /** Hands the buffer on when it is full. */
  settle(): void {
    if (this.output.length >= FULL) this.#seal();
  }

  /** Resolves when there is room again. */
  async drain(): Promise<void> {
    while (this.#waiting.length > 1 && this.#failure === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#check();
  }

  /** Resolves when everything is in the file; it can be read from then on, and appended to no more. */
  async end(): Promise<void> {
    this.#seal();
    while ((this.#waiting.length > 0 || this.#isWriting) && this.#failure === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#check();
    this.output = new OutputBuffer(0);
    this.#free.length = 0;
  }

  close(): void {
    closeSync(this.file);
  }

  #seal(): void {
    const output = this.output;
    const piece = { output, position: this.position };
    this.position += output.length;
    if (this.#waiting.length >= WAITING) {
      this.#check();
      writeAll(this.file, piece);
      output.length = 0;
      return;
    }
    this.#waiting.push(piece);
    this.output = this.#free.pop() ?? new OutputBuffer(FULL + (FULL >> 2));
    this.#pump();
  }

  #pump(): void {
    const piece = this.#waiting[0];
    if (this.#isWriting || piece === undefined || this.#failure !== undefined) return;
    this.#isWriting = true;
    this.#write(piece, 0);
  }

  #write(piece: Piece, at: number): void {
    const { output, position } = piece;
    write(this.file, output.bytes, at, output.length - at, position + at, (error, written) => {
      if (error !== null) this.#failure = error;
      else if (at + written < output.length) {
        this.#write(piece, at + written);
        return;
      }
      this.#isWriting = false;
      this.#waiting.shift();
      output.length = 0;
      if (output.bytes.length <= KEPT && this.#free.length < 2) this.#free.push(output);
      this.#pump();
      this.#wake?.();
    });
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}

function writeAll(file: number, { output, position }: Piece): void {
  for (let at = 0; at < output.length;) at += writeSync(file, output.bytes, at, output.length - at, position + at);
}
