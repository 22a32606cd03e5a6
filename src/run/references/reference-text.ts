/** Where do the documents of a reference lie? One after the other in a file, each behind its length and where it came from. */
import { Buffer } from 'node:buffer';
import { AppendFile } from '../../container/append-file.ts';
import { indexScratch } from '../../document/literal.ts';
import type { Tape, Value } from '../../document/tape.ts';
import { textLength, writeText } from '../../document/wire-text.ts';
import { CachedFile } from './cached-file.ts';

/** Bytes in front of a document: its length, its line, the number of its shard and its offset. */
const HEAD = 20;
const LENGTH = 4;

/** Where a document came from. */
export interface CameFrom {
  /** Number of the shard. */
  readonly shard: number;
  /** From 1. */
  readonly line: number;
  readonly offset: number;
}

export class ReferenceWriter {
  readonly #file: AppendFile;

  constructor(path: string) {
    this.#file = AppendFile.create(path);
  }

  /** Takes a document; returns its place. */
  add(tape: Tape, root: Value, { shard, line, offset }: CameFrom): number {
    const place = this.#file.length;
    const { output } = this.#file;
    output.reserve(HEAD);
    const { bytes, length } = output;
    bytes.writeUInt32LE(textLength(tape, root), length);
    bytes.writeUInt32LE(line, length + LENGTH);
    bytes.writeUInt32LE(shard, length + 2 * LENGTH);
    bytes.writeDoubleLE(offset, length + 3 * LENGTH);
    output.length = length + HEAD;
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
    this.#file.copy(tape.reserveScratch(length), start, place + HEAD, length);
    tape.scratchLength = start + length;
    return indexScratch(tape, start);
  }

  cameFrom(place: number): CameFrom {
    const head = Buffer.alloc(HEAD);
    this.#file.copy(head, 0, place, HEAD);
    const [line, shard] = [head.readUInt32LE(LENGTH), head.readUInt32LE(2 * LENGTH)];
    return { shard, line, offset: head.readDoubleLE(3 * LENGTH) };
  }

  close(): void {
    this.#file.close();
  }
}
