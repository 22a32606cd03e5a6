/**
 * How does a batch get to a worker, and what comes back? In memory that both threads see; whoever was sent a buffer has
 * it for itself until it comes back, to be filled again. (Buffers that change hands for good would cost more: once one
 * has been taken from a thread, the runtime checks every access of that thread to any buffer.)
 */
import { Buffer } from 'node:buffer';
import type { FindingCount } from '../report/findings.ts';
import type { TallySnapshot } from '../report/tally.ts';
import type { TextCounts } from '../sink/file-text.ts';
import type { RecordBatch } from '../source/source.ts';
import type { StageShard } from './stages.ts';
import type { ShardFacts } from './intake.ts';

/** The message after the last batch. */
export const END = 'end';

/** A batch of records, with a copy of their bytes. */
export interface BatchMessage {
  readonly shard: ShardFacts;
  readonly text: SharedArrayBuffer;
  /** Starts, then ends, of `count` records in `text`. */
  readonly ranges: Int32Array;
  readonly lines: Float64Array;
  readonly facts: Pick<
    RecordBatch,
    'count' | 'firstIndex' | 'offset' | 'utf8' | 'bytesRead' | 'bytes' | 'endOffset' | 'endLine' | 'broken'
  >;
  /** Buffers of earlier results that have been written, at most one for each file. */
  readonly spare: readonly SpareText[];
}

/** A buffer that lines of a file may be written into again. */
export type SpareText = Pick<FileLines, 'label' | 'text'>;

/** What has become of a batch. */
export interface Made {
  readonly files: readonly FileLines[];
  /** Lines of the rejects file. */
  readonly rejects: Uint8Array;
  readonly tally: TallySnapshot;
  readonly findings: readonly FindingCount[];
}

/** What comes back from a worker: also the batch's own buffer, to be filled again. */
export interface ResultMessage extends Made {
  readonly text: SharedArrayBuffer;
}

/** Lines for the file of one container: the first `length` bytes of `text`. */
export interface FileLines {
  readonly label: string;
  readonly text: SharedArrayBuffer;
  readonly length: number;
  readonly counts: TextCounts;
}

/** @param reuse a buffer that may be filled, when it is large enough */
export function batchMessage(
  shard: StageShard,
  batch: RecordBatch,
  reuse: SharedArrayBuffer | undefined,
  spare: readonly SpareText[],
): BatchMessage {
  const { text, count, starts, ends, lines, offset } = batch;
  const { firstIndex, utf8, bytesRead, bytes, endOffset, endLine, broken } = batch;
  const from = count === 0 ? 0 : starts[0]!;
  const size = count === 0 ? 0 : ends[count - 1]! - from;
  const copy = reuse !== undefined && reuse.byteLength > size ? reuse : sharedBuffer(size + 1);
  text.copy(Buffer.from(copy), 0, from, from + size);
  const ranges = new Int32Array(count * 2);
  for (let i = 0; i < count; i++) {
    ranges[i] = starts[i]! - from;
    ranges[count + i] = ends[i]! - from;
  }
  return {
    shard: { number: shard.number, entity: shard.entity, source: shard.source, enters: shard.enters },
    text: copy,
    ranges,
    lines: lines.slice(0, count),
    facts: { count, firstIndex, offset: offset + from, utf8, bytesRead, bytes, endOffset, endLine, broken },
    spare,
  };
}

/**
 * A buffer a quarter larger than needed, so that it also holds the next batches: what is dropped instead of being filled
 * again stays in memory until the garbage collector happens to run.
 */
export function sharedBuffer(atLeast: number): SharedArrayBuffer {
  return new SharedArrayBuffer(Math.ceil((atLeast * 1.25) / BLOCK) * BLOCK);
}

const BLOCK = 1 << 16;

/** The batch in a message, as the source would hand it over. */
export function batchOf({ text, ranges, lines, facts }: BatchMessage): RecordBatch {
  const { count } = facts;
  // What has been sent comes as plain bytes.
  const broken = facts.broken.map((record) => ({ ...record, original: Buffer.from(record.original) }));
  return {
    ...facts,
    broken,
    text: Buffer.from(text),
    lines,
    starts: ranges.subarray(0, count),
    ends: ranges.subarray(count),
  };
}
