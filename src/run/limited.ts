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
  /** Records that each shard has given. */
  const given = new Map(positions.map(({ shard, index }) => [shard, index]));
  const leftFor = async (shard: number, reading: Reading): Promise<number> => {
    let left = limit;
    for (const before of shards) {
      if (before.number >= shard || left <= 0) break;
      // Whoever passes a shard over has not read what counts all the same.
      if (!given.has(before.number)) given.set(before.number, await countIn(before, left, reading));
      left -= given.get(before.number)!;
    }
    return left;
  };
  return shards.map((shard) => ({
    ...shard,
    async *batches(reading: Reading = {}) {
      let records = reading.from?.index ?? 0;
      const most = await leftFor(shard.number, reading);
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

/** How many records a shard has, at most so many. */
async function countIn(shard: Shard, most: number, { signal }: Reading): Promise<number> {
  let records = 0;
  for await (const { count, broken } of shard.batches({ signal })) {
    records += count + broken.length;
    if (records >= most) return most;
  }
  return records;
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
