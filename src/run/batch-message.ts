/** How does a batch get to a worker, and what comes back? The bytes are shared, what is known of them is copied. */
import { Buffer, isUtf8 } from 'node:buffer';
import type { FindingCount } from '../report/findings.ts';
import type { TallySnapshot } from '../report/tally.ts';
import type { TextCounts } from '../sink/file-text.ts';
import type { RecordBatch } from '../source/source.ts';
import type { StageShard } from './stages.ts';
import type { ShardFacts } from './intake.ts';
import { memoryOf } from './shared-bytes.ts';

/** The message after the last batch. */
export const END = 'end';

/** A batch of records. */
export interface BatchMessage {
  readonly shard: ShardFacts;
  readonly text: SharedArrayBuffer;
  /** Starts, then ends, of `count` records in `text`. */
  readonly ranges: Int32Array;
  readonly lines: Float64Array;
  readonly facts: Pick<
    RecordBatch,
    'count' | 'firstIndex' | 'offset' | 'bytesRead' | 'bytes' | 'endOffset' | 'endLine' | 'broken'
  >;
  /** Buffers of earlier results that have been written, at most one for each file. */
  readonly spare: readonly SpareText[];
}

/** A buffer that lines of a file may be written into again. */
export type SpareText = Pick<Lines, 'label' | 'text'>;

/** No container is called so. */
export const REJECT_LINES = '';

/** What has become of a batch, or of its first records where all of them would come to too much. */
export interface Made {
  /** How many records. */
  readonly records: number;
  readonly files: readonly FileLines[];
  /** Lines of the rejects file, labelled `REJECT_LINES`, where there are any. */
  readonly rejects: Lines | undefined;
  readonly tally: TallySnapshot;
  readonly findings: readonly FindingCount[];
}

/** Lines for one file: the first `length` bytes of `text`. */
export interface Lines {
  readonly label: string;
  readonly text: SharedArrayBuffer;
  readonly length: number;
}

/** Those for the file of a container, by its label. */
export interface FileLines extends Lines {
  readonly counts: TextCounts;
}

/** @param text the bytes of the batch in shared memory */
export function batchMessage(
  shard: StageShard,
  batch: RecordBatch,
  text: Buffer,
  spare: readonly SpareText[],
): BatchMessage {
  const { count, starts, ends, lines, firstIndex, offset, bytesRead, bytes, endOffset, endLine, broken } = batch;
  const ranges = new Int32Array(count * 2);
  ranges.set(starts.subarray(0, count));
  ranges.set(ends.subarray(0, count), count);
  return {
    shard: { number: shard.number, entity: shard.entity, source: shard.source, enters: shard.enters },
    text: memoryOf(text),
    ranges,
    lines: lines.slice(0, count),
    facts: { count, firstIndex, offset, bytesRead, bytes, endOffset, endLine, broken },
    spare,
  };
}

/** The batch in a message, as the source would hand it over. */
export function batchOf({ text: shared, ranges, lines, facts }: BatchMessage): RecordBatch {
  const { count } = facts;
  const text = Buffer.from(shared);
  const starts = ranges.subarray(0, count);
  const ends = ranges.subarray(count);
  // What has been sent comes as plain bytes.
  const broken = facts.broken.map((record) => ({ ...record, original: Buffer.from(record.original) }));
  const utf8 = count === 0 || isUtf8(text.subarray(starts[0], ends[count - 1]));
  return { ...facts, utf8, broken, text, lines, starts, ends };
}
