/** Was a source changed while it was read? Then the report says so, once. */
import type { Shard } from '../source/source.ts';
import type { RunBooks } from './open-hands.ts';

export function noteChange(shard: Shard, { findings, observe }: RunBooks): void {
  const { source, entity } = shard;
  const message = shard.change?.();
  if (message === undefined) return;
  // A run that goes on behind the end of the source comes by here once more.
  const isKnown = findings.snapshot().some(({ notice }) => notice.code === 'SOURCE_CHANGED' && notice.path === source);
  if (!isKnown) observe({ code: 'SOURCE_CHANGED', entity, path: source, message });
}
