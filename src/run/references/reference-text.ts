/** Where do the documents of a reference lie? One after the other in a file, each behind its length. */
import { Buffer } from 'node:buffer';
import { AppendFile } from '../../container/append-file.ts';
import { indexScratch } from '../../document/literal.ts';
import type { Tape, Value } from '../../document/tape.ts';
import { textLength, writeText } from '../../document/wire-text.ts';
import { CachedFile } from './cached-file.ts';

/** Bytes of a length. */
const LENGTH = 4;

export class ReferenceWriter {
  readonly #file: AppendFile;

  constructor(path: string) {
    this.#file = AppendFile.create(path);
  }

  /** Takes a document; returns its place. */
  add(tape: Tape, root: Value): number {
    const place = this.#file.length;
    const { output } = this.#file;
    output.reserve(LENGTH);
    output.length = output.bytes.writeUInt32LE(textLength(tape, root), output.length);
    writeText(tape, root, output);
    this.#file.pass();
    return place;
  }

  drain(): Promise<void> {
    return this.#file.drain();
  }

  end(): Promise<void> {
    return this.#file.end();
  }

  close(): void {
    this.#file.close();
  }
}

export class ReferenceText {
  readonly #file: CachedFile;
  readonly #length: Buffer = Buffer.alloc(LENGTH);

  /** @param bytes of the file that are kept in memory */
  constructor(path: string, bytes: number) {
    this.#file = new CachedFile(path, bytes);
  }

  /** Puts the document at a place onto the tape. */
  documentAt(tape: Tape, place: number): Value {
    this.#file.copy(this.#length, 0, place, LENGTH);
    const length = this.#length.readUInt32LE(0);
    const start = tape.scratchLength;
    this.#file.copy(tape.reserveScratch(length), start, place + LENGTH, length);
    tape.scratchLength = start + length;
    return indexScratch(tape, start);
  }

  close(): void {
    this.#file.close();
  }
}
