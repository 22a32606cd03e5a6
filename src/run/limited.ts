/** Which records are the first N of all sources? Shards that end there, as if there were no more. */
import type { Position } from '../document/position.ts';
import type { Reading, RecordBatch, Shard } from '../source/source.ts';

/**
 * The shards with at most `limit` records together, broken ones included, in the order of the shards.
 * @param positions how far a run that goes on has come
 */
export function limited(
  shards: readonly Shard[],
  limit: number | undefined,
  positions: readonly Position[] = [],
): readonly Shard[] {
  if (limit === undefined) return shards;
  /** Records that each shard has given. A shard is read when all before it have been. */
  const given = new Map(positions.map(({ shard, index }) => [shard, index]));
  const leftFor = (shard: number): number => {
    let left = limit;
    for (const [number, records] of given) if (number < shard) left -= records;
    return left;
  };
  return shards.map((shard) => ({
    ...shard,
    async *batches(reading: Reading = {}) {
      let records = reading.from?.index ?? 0;
      const most = leftFor(shard.number);
      given.set(shard.number, records);
      if (records >= most) return;
      for await (const whole of shard.batches(reading)) {
        const batch = firstRecords(whole, most - records);
        records += batch.count + batch.broken.length;
        given.set(shard.number, records);
        yield batch;
        if (records >= most) return;
      }
    },
  }));
}

/** The first `most` records of a batch, with the bytes up to the next one. */
function firstRecords(batch: RecordBatch, most: number): RecordBatch {
  const { count, starts, ends, lines, offset, bytes, endOffset, endLine, broken } = batch;
  if (count + broken.length <= most) return batch;
  const next = most < count ? { offset: offset + starts[most]!, line: lines[most]! } : broken[most - count]!;
  return {
    ...batch,
    count: Math.min(count, most),
    starts: starts.subarray(0, most),
    ends: ends.subarray(0, most),
    lines: lines.subarray(0, most),
    broken: broken.slice(0, Math.max(0, most - count)),
    bytes: bytes - (endOffset - next.offset),
    endOffset: next.offset,
    endLine: endLine === undefined ? undefined : next.line,
  };
}
