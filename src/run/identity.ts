/** Is this the run that was stopped? What identifies a run is held against what is saved. */
import type { Plan } from '../plan/plan.ts';
import type { Shard } from '../source/source.ts';
import type { RunIdentity, SavedRun } from '../state/saved-run.ts';
import { COMPLETE } from './kept-files.ts';
import { outputFolder, type RunTarget } from './target.ts';

export async function identityOf(
  plan: Plan,
  target: RunTarget,
  shards: readonly Shard[],
  limit: number | undefined,
): Promise<RunIdentity> {
  const folder = outputFolder(target);
  return {
    command: target.kind === 'embedded' ? 'rehearse' : 'run',
    planName: plan.name,
    planFile: plan.file,
    planHash: plan.hash,
    planParts: plan.parts,
    target: { kind: target.kind, ...(folder === undefined ? {} : { folder }) },
    sources: await Promise.all(shards.map((shard) => shard.identity())),
    ...(limit === undefined ? {} : { limit }),
    startedAt: Date.now(),
  };
}

/** What is saved of the run, where it was stopped before its end. */
export function resumable(saved: SavedRun | undefined): SavedRun | undefined {
  return saved === undefined || saved.ended === COMPLETE ? undefined : saved;
}
