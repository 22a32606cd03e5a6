/** What may a step do at the barrier behind its stage? It refuses documents, which are booked, and lets others have their turn. */
import { setImmediate } from 'node:timers/promises';
import { Fatal } from '../errors.ts';
import type { Shard } from '../source/source.ts';
import type { Barrier } from '../transform/gathering.ts';
import type { OriginalTexts, Router } from './route.ts';

export interface BarrierSetting {
  readonly router: Router;
  /** Those of all stages so far. */
  readonly shards: readonly Shard[];
  readonly originals: OriginalTexts;
  readonly signal: AbortSignal | undefined;
}

export function openBarrier({ router, shards, originals, signal }: BarrierSetting): Barrier {
  return {
    refuse: (refused) => router.refused(refused, shards[refused.origin.shard]!, originals),
    async breathe() {
      await setImmediate();
      if (signal?.aborted === true)
        throw new Fatal('interrupted', 'Stopped at a barrier between two stages, as asked.');
    },
  };
}
