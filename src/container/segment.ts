/**
 * Where do the documents of a bulk load lie? One after the other, a line each, in an append-only file, numbered from 0
 * in the order in which they were taken; with a record for each in a file beside it.
 */
import { Buffer } from 'node:buffer';
import { readSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputBuffer } from '../document/output-buffer.ts';
import { AppendFile } from './append-file.ts';
import { RECORD_SIZE, SegmentRecord } from './segment-record.ts';

export const SEGMENT_FILE = 'segment.ndjson';
export const RECORDS_FILE = 'records.bin';

/** Bytes of its two files. */
export interface SegmentLengths {
  readonly texts: number;
  readonly records: number;
}

export class Segment {
  /** Documents in it. */
  count: number;
  isClosed = false;
  /** The record of the document that is appended next; everything but position and length is the caller's to fill. */
  readonly record: SegmentRecord = new SegmentRecord();
  /** The file of the texts, for people. */
  readonly path: string;
  readonly #texts: AppendFile;
  readonly #records: AppendFile;
  #start = 0;

  private constructor(path: string, texts: AppendFile, records: AppendFile) {
    this.path = path;
    this.#texts = texts;
    this.#records = records;
    this.count = records.length / RECORD_SIZE;
  }

  static create(folder: string): Segment {
    const path = join(folder, SEGMENT_FILE);
    return new Segment(path, AppendFile.create(path), AppendFile.create(join(folder, RECORDS_FILE)));
  }

  /** Goes on behind these lengths. @throws Fatal when there is less than that */
  static reopen(folder: string, { texts, records }: SegmentLengths): Segment {
    const path = join(folder, SEGMENT_FILE);
    const reopened = AppendFile.reopen(path, texts);
    try {
      return new Segment(path, reopened, AppendFile.reopen(join(folder, RECORDS_FILE), records));
    } catch (error) {
      reopened.close();
      throw error;
    }
  }

  /** The buffer into which the text of the next document goes, to be followed by `keep` or `forget`. */
  begin(): OutputBuffer {
    const output = this.#texts.output;
    this.#start = output.length;
    return output;
  }

  /** Takes back what has been written since `begin`. */
  forget(): void {
    this.#texts.output.length = this.#start;
  }

  /** The document is in the segment; returns its number. */
  keep(): number {
    const output = this.#texts.output;
    this.record.position = this.#texts.position + this.#start;
    this.record.length = output.length - this.#start;
    output.byte(10);
    this.#texts.pass();
    this.#records.output.copy(this.record.bytes, 0, RECORD_SIZE);
    this.#records.pass();
    return this.count++;
  }

  async drain(): Promise<void> {
    await this.#texts.drain();
    await this.#records.drain();
  }

  /** Resolves when everything so far is in the files. */
  async flush(): Promise<void> {
    await this.#texts.flush();
    await this.#records.flush();
  }

  /** Everything so far is in the files when this returns, which then have these lengths. */
  settle(): SegmentLengths {
    this.#texts.settle();
    this.#records.settle();
    return { texts: this.#texts.length, records: this.#records.length };
  }

  /** Everything so far is on its way to the files, which will have these lengths then. */
  mark(): SegmentLengths {
    return { texts: this.#texts.mark(), records: this.#records.mark() };
  }

  /** Whether the files have these lengths already. */
  holds({ texts, records }: SegmentLengths): boolean {
    return this.#texts.holds(texts) && this.#records.holds(records);
  }

  /** Everything is in the files; from now on it can be read. */
  async end(): Promise<void> {
    await this.#texts.end();
    await this.#records.end();
  }

  /** Bytes of the segment, line ends included. */
  get size(): number {
    return this.#texts.position;
  }

  /** Reads a piece of the segment, lines and all; returns how many bytes there were. */
  readPiece(into: Buffer, position: number): number {
    const size = Math.min(into.length, this.size - position);
    readFully(this.#texts.file, into, size, position);
    return size;
  }

  /** Reads the record of a document. */
  readRecord(document: number, record: SegmentRecord): void {
    readFully(this.#records.file, record.bytes, RECORD_SIZE, document * RECORD_SIZE);
  }

  /** Calls `visit` with the record of each document from one on, in order, until it answers `false`. */
  eachRecord(from: number, record: SegmentRecord, visit: (document: number) => boolean): void {
    // A visit that ends soon should not read much.
    let size = 16;
    let piece = Buffer.allocUnsafe(RECORD_SIZE * size);
    for (let document = from; document < this.count;) {
      const records = Math.min(size, this.count - document);
      readFully(this.#records.file, piece, records * RECORD_SIZE, document * RECORD_SIZE);
      for (let i = 0; i < records; i++, document++) {
        piece.copy(record.bytes, 0, i * RECORD_SIZE, (i + 1) * RECORD_SIZE);
        if (!visit(document)) return;
      }
      if (size < 1024) piece = Buffer.allocUnsafe(RECORD_SIZE * (size *= 2));
    }
  }

  /** The text of a document, in a buffer of its own with one byte more behind it that may be read. */
  readText(record: SegmentRecord): Buffer {
    const bytes = Buffer.allocUnsafe(record.length + 1);
    readFully(this.#texts.file, bytes, record.length + 1, record.position);
    return bytes;
  }

  /** Gives the files back; a second time does nothing. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#texts.close();
    this.#records.close();
  }
}

function readFully(file: number, into: Buffer, size: number, position: number): void {
  for (let got = 0; got < size;) {
    const read = readSync(file, into, got, size - got, position + got);
    if (read === 0) throw new Error('A segment on disk is shorter than it was written.');
    got += read;
  }
}
