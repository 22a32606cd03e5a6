/** How far is what is done before the documents of a run pass? Counted over the files that are read for it. */
import type { RecordBatch, Shard } from '../source/source.ts';
import type { PhaseProgress } from './options.ts';

/** Is called behind each batch, shard by shard. */
export type OnRead = (shard: Pick<Shard, 'number'>, batch: Pick<RecordBatch, 'count' | 'broken' | 'bytesRead'>) => void;

export function phaseOf(
  phase: string,
  shards: readonly Shard[],
  onPhase: ((progress: PhaseProgress) => void) | undefined,
): OnRead | undefined {
  if (onPhase === undefined) return undefined;
  const bytesTotal = sumOfSizes(shards);
  const total = bytesTotal === undefined ? {} : { bytesTotal };
  let [documents, before, ofShard, current] = [0, 0, 0, -1];
  return ({ number }, { count, broken, bytesRead }) => {
    if (number !== current) [before, current] = [before + ofShard, number];
    ofShard = bytesRead;
    documents += count + broken.length;
    onPhase({ phase, documents, bytesRead: before + ofShard, ...total });
  };
}

export function sumOfSizes(shards: readonly Shard[]): number | undefined {
  let sum = 0;
  for (const { size } of shards) {
    if (size === undefined) return undefined;
    sum += size;
  }
  return sum;
}
