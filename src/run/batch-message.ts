/**
 * How does a batch get to a worker, and what comes back? Bytes and numbers in buffers that change hands instead of being
 * copied; those that have been read travel back, to be filled again.
 */
import { Buffer } from 'node:buffer';
import type { FindingCount } from '../report/findings.ts';
import type { TallySnapshot } from '../report/tally.ts';
import type { TextCounts } from '../sink/file-text.ts';
import type { RecordBatch, Shard } from '../source/source.ts';

/** The name of the error of a worker that finds another plan than the run began with. */
export const PLAN_CHANGED = 'PlanChanged';

/** A batch of records, with a copy of their bytes. */
export interface BatchMessage {
  readonly shard: Pick<Shard, 'number' | 'entity' | 'source'>;
  readonly text: ArrayBuffer;
  /** Starts, then ends, of `count` records in `text`. */
  readonly ranges: Int32Array<ArrayBuffer>;
  readonly lines: Float64Array<ArrayBuffer>;
  readonly facts: Pick<RecordBatch, 'count' | 'firstIndex' | 'offset' | 'utf8' | 'bytesRead' | 'bytes' | 'broken'>;
  /** Buffers of earlier results that have been written. */
  readonly spare: readonly ArrayBuffer[];
}

/** What a worker made of a batch. */
export interface ResultMessage {
  readonly files: readonly FileLines[];
  readonly rejects: Uint8Array<ArrayBuffer>;
  readonly tally: TallySnapshot;
  readonly findings: readonly FindingCount[];
  /** The batch's own buffer, to be filled again. */
  readonly text: ArrayBuffer;
}

/** Lines for the file of one container: the first `length` bytes of `text`. */
export interface FileLines {
  readonly label: string;
  readonly text: ArrayBuffer;
  readonly length: number;
  readonly counts: TextCounts;
}

/** @param reuse a buffer that may be filled, when it is large enough */
export function batchMessage(
  shard: Shard,
  batch: RecordBatch,
  reuse: ArrayBuffer | undefined,
  spare: readonly ArrayBuffer[],
): BatchMessage {
  const { text, count, starts, ends, lines, firstIndex, offset, utf8, bytesRead, bytes, broken } = batch;
  const from = count === 0 ? 0 : starts[0]!;
  const size = count === 0 ? 0 : ends[count - 1]! - from;
  const copy = reuse !== undefined && reuse.byteLength > size ? reuse : new ArrayBuffer(size + 1);
  text.copy(Buffer.from(copy), 0, from, from + size);
  const ranges = new Int32Array(count * 2);
  for (let i = 0; i < count; i++) {
    ranges[i] = starts[i]! - from;
    ranges[count + i] = ends[i]! - from;
  }
  return {
    shard: { number: shard.number, entity: shard.entity, source: shard.source },
    text: copy,
    ranges,
    lines: lines.slice(0, count),
    facts: { count, firstIndex, offset: offset + from, utf8, bytesRead, bytes, broken },
    spare,
  };
}

/** The batch in a message, as the source would hand it over. */
export function batchOf({ text, ranges, lines, facts }: BatchMessage): RecordBatch {
  const { count } = facts;
  return { ...facts, text: Buffer.from(text), lines, starts: ranges.subarray(0, count), ends: ranges.subarray(count) };
}
