/** Which documents may repeat a key on their way into a container, the last one counting? Those whose source says so. */
import type { Plan } from '../plan/plan.ts';
import type { Shard } from '../source/source.ts';

/** Answers for the shard that a document comes from; what a step across documents makes is of all sources. */
export function lastKeysOf(
  { sources }: Pick<Plan, 'sources'>,
  shards: readonly Pick<Shard, 'entity'>[],
): (shard: number) => boolean {
  const last = sources.filter(({ duplicateKeys }) => duplicateKeys === 'last').map(({ entity }) => entity);
  const madeTakesLast = last.length === sources.length;
  return (shard) => (shards[shard] === undefined ? madeTakesLast : last.includes(shards[shard].entity));
}
