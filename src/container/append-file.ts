/**
 * How do many small pieces get to the disk without being waited for? They are gathered into large buffers, which are
 * written one after the other in the background. Memory is bounded: when too much waits, a buffer is written at once.
 *
 * Every write names its place in the file, so that writing the same bytes there once more changes nothing: `settle`
 * relies on it, and so does a run that goes on where another one stopped.
 */
import type { Buffer } from 'node:buffer';
import { closeSync, openSync, write, writeSync } from 'node:fs';
import { OutputBuffer } from '../document/output-buffer.ts';
import { reopenFile, reopenLines } from '../reopened-file.ts';

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
  /** What is added now; `pass` is to be called after each piece. */
  output: OutputBuffer;
  /** Where in the file `output` begins. */
  position: number;
  readonly #full: number;
  readonly #waiting: Piece[] = [];
  readonly #free: OutputBuffer[] = [];
  #isWriting = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  /**
   * @param file an open file that is written to from `position` on
   * @param full bytes from which on a buffer is handed to the disk
   */
  constructor(file: number, position: number = 0, full: number = FULL) {
    this.file = file;
    this.position = position;
    this.#full = full;
    this.output = this.#newOutput();
  }

  /** A file that is empty, made where there is none. */
  static create(path: string): AppendFile {
    return new AppendFile(openSync(path, 'w+'));
  }

  /** Goes on behind the first `length` bytes of a file; what an earlier run wrote behind them is cut off. */
  static reopen(path: string, length: number, full: number = FULL): AppendFile {
    return new AppendFile(reopenFile(path, length), length, full);
  }

  /** The same for a file of lines, whose end is looked at. */
  static reopenLines(path: string, length: number, full: number = FULL): AppendFile {
    return new AppendFile(reopenLines(path, length), length, full);
  }

  /** Bytes of everything added so far. */
  get length(): number {
    return this.position + this.output.length;
  }

  /** Appends bytes that were gathered elsewhere, which may be used again when this returns. */
  appendNow(bytes: Buffer): void {
    if (this.output.length > 0 || this.#waiting.length > 0) this.settle();
    for (let at = 0; at < bytes.length;) at += writeSync(this.file, bytes, at, bytes.length - at, this.position + at);
    this.position += bytes.length;
  }

  /** Hands the buffer on when it is full. */
  pass(): void {
    if (this.output.length >= this.#full) this.#seal();
  }

  /** Resolves when there is room again. */
  async drain(): Promise<void> {
    while (this.#waiting.length > 1 && this.#failure === undefined) await this.#progress();
    this.#check();
  }

  /** Resolves when everything added so far is in the file. */
  async flush(): Promise<void> {
    if (this.output.length > 0) this.#seal();
    while ((this.#waiting.length > 0 || this.#isWriting) && this.#failure === undefined) await this.#progress();
    this.#check();
  }

  /** Everything added so far is on its way to the file when this returns; answers where it ends. */
  mark(): number {
    if (this.output.length > 0) this.#seal();
    return this.length;
  }

  /** Whether so many bytes are in the file. */
  holds(length: number): boolean {
    this.#check();
    const first = this.#waiting[0];
    return first === undefined || first.position >= length;
  }

  /** Everything added so far is in the file when this returns; what is being written in the background is written again. */
  settle(): void {
    this.#check();
    for (const piece of this.#waiting) writeAll(this.file, piece);
    writeAll(this.file, this);
    this.position += this.output.length;
    this.output.length = 0;
    this.#check();
  }

  /** Resolves when everything is in the file; it can be read from then on, and appended to no more. */
  async end(): Promise<void> {
    await this.flush();
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
    this.output = this.#free.pop() ?? this.#newOutput();
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

  #progress(): Promise<void> {
    return new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  #newOutput(): OutputBuffer {
    return new OutputBuffer(this.#full + (this.#full >> 2));
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}

function writeAll(file: number, { output, position }: Piece): void {
  for (let at = 0; at < output.length;) at += writeSync(file, output.bytes, at, output.length - at, position + at);
}
