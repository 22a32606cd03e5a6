/** How do the accepted documents get into a file? The segment is copied in order, without the lines of those that lost. */
import { closeSync, fsyncSync, write as writeTo } from 'node:fs';
import { promisify } from 'node:util';
import type { Losers } from './losers.ts';
import type { Segment } from './segment.ts';
import { SegmentRecord } from './segment-record.ts';
import { openUnfinished } from './unfinished-file.ts';

/** Bytes that are read at once. */
const PIECE = 1 << 22;

const write = promisify(writeTo);

/**
 * Leaves the file complete under its unfinished name.
 * @param whileHeld makes the file, unless another process has taken the run over
 */
export async function writeAccepted(
  segment: Segment,
  losers: Losers,
  path: string,
  whileHeld: <Result>(act: () => Result) => Result,
): Promise<void> {
  const target = whileHeld(() => openUnfinished(path));
  try {
    const gaps = new Gaps(segment, losers);
    const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE, Math.max(segment.size, 1)));
    let written = 0;
    for (let position = 0; position < segment.size;) {
      const read = segment.readPiece(buffer, position);
      const kept = gaps.close(buffer, read, position);
      for (let at = 0; at < kept;) at += (await write(target, buffer, at, kept - at, written + at)).bytesWritten;
      written += kept;
      position += read;
    }
    fsyncSync(target);
  } finally {
    closeSync(target);
  }
}

/** The lines that are left out, in order. */
class Gaps {
  readonly #segment: Segment;
  readonly #losers: Losers;
  readonly #record = new SegmentRecord();
  #next = 0;
  #start = Number.POSITIVE_INFINITY;
  #end = Number.POSITIVE_INFINITY;

  constructor(segment: Segment, losers: Losers) {
    this.#segment = segment;
    this.#losers = losers;
    this.#advance();
  }

  /** Moves together what stays of a piece of the segment; returns its length. */
  close(piece: Buffer, length: number, position: number): number {
    let kept = 0;
    let from = position;
    const end = position + length;
    while (this.#start < end) {
      kept = move(piece, from - position, Math.max(this.#start, from) - position, kept);
      from = Math.min(this.#end, end);
      if (this.#end > end) return kept;
      this.#advance();
    }
    return move(piece, from - position, length, kept);
  }

  #advance(): void {
    if (this.#next === this.#losers.count) {
      this.#start = Number.POSITIVE_INFINITY;
      return;
    }
    this.#segment.readRecord(this.#losers.document(this.#next++), this.#record);
    this.#start = this.#record.position;
    this.#end = this.#start + this.#record.length + 1;
  }
}

function move(piece: Buffer, from: number, to: number, target: number): number {
  if (from > target && to > from) piece.copyWithin(target, from, to);
  return target + Math.max(to - from, 0);
}
