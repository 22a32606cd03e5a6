/** What is a part of a batch? Some of its records, with the bytes up to the next one; what is broken goes with the last of them. */
import type { RecordBatch } from '../source/source.ts';

/** Records `from` to `to` of a batch, with the bytes up to the next record. */
export function recordsOf(batch: RecordBatch, from: number, to: number): RecordBatch {
  const isLast = to === batch.count;
  const start = from === 0 ? batch.endOffset - batch.bytes : endOf(batch, from);
  const endOffset = isLast ? batch.endOffset : endOf(batch, to);
  return {
    ...batch,
    count: to - from,
    starts: batch.starts.subarray(from, to),
    ends: batch.ends.subarray(from, to),
    lines: batch.lines.subarray(from, to),
    firstIndex: batch.firstIndex + from,
    bytes: endOffset - start,
    endOffset,
    endLine: isLast || batch.endLine === undefined ? batch.endLine : batch.lines[to],
    broken: isLast ? batch.broken : [],
  };
}

/** Where the part before record `next` ends: at its first byte. */
function endOf({ count, offset, starts, endOffset }: RecordBatch, next: number): number {
  return next < count ? offset + starts[next]! : endOffset;
}
