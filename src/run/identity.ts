/** Is this the run that was stopped? What identifies a run is held against what is saved. */
import type { CosmosTarget, Plan } from '../plan/plan.ts';
import { secretsOf } from './secrets.ts';
import type { TallySnapshot } from '../report/tally.ts';
import type { Shard } from '../source/source.ts';
import type { RunIdentity, SavedRun } from '../state/saved-run.ts';
import { changedRun, runChanges, type Ways } from './changed-run.ts';
import { COMPLETE } from './kept-files.ts';
import { outputFolder, type RunTarget } from './target.ts';

export async function identityOf(
  plan: Plan,
  target: RunTarget,
  shards: readonly Shard[],
  referred: readonly Shard[],
  limit: number | undefined,
): Promise<RunIdentity> {
  const folder = outputFolder(target);
  return {
    command: target.kind === 'embedded' ? 'rehearse' : 'run',
    planName: plan.name,
    planFile: plan.file,
    planHash: plan.hash,
    planParts: plan.parts,
    ...secretsOf(plan),
    target: {
      kind: target.kind,
      ...(folder === undefined ? {} : { folder }),
      ...(target.kind === 'cosmos' ? { database: databaseOf(target.cosmos) } : {}),
    },
    sources: await identitiesOf(shards),
    ...(referred.length === 0 ? {} : { references: await identitiesOf(referred) }),
    ...(limit === undefined ? {} : { limit }),
    startedAt: Date.now(),
  };
}

/** Where a database is, for people and to tell it from others; how one gets in is no part of it. */
function databaseOf({ endpoint, database }: CosmosTarget): string {
  return new URL(`dbs/${encodeURIComponent(database)}`, endpoint).href;
}

function identitiesOf(shards: readonly Shard[]): Promise<RunIdentity['sources']> {
  return Promise.all(shards.map((shard) => shard.identity()));
}

/**
 * What is saved of the run, where it was stopped before its end.
 * @throws Fatal where that was another run: nothing that it has done is discarded unasked
 */
export function resumable(saved: SavedRun | undefined, now: RunIdentity, ways: Ways): SavedRun | undefined {
  if (saved === undefined || saved.ended === COMPLETE) return undefined;
  const changes = runChanges(saved, now);
  if (changes.length === 0) return saved;
  // It has done nothing that could be lost.
  if (saved.positions.length === 0) return undefined;
  throw changedRun(saved, now, changes, ways);
}

/** How it is told that a run goes on. */
export function goingOnText({ tally, startedAt, committedAt }: SavedRun): string {
  const { documents } = (tally as TallySnapshot).source;
  const count = `${documents.toLocaleString('en-US')} ${documents === 1 ? 'document' : 'documents'}`;
  return `Going on behind ${count} (committed ${instant(committedAt)}) with the run that began ${instant(startedAt)}.`;
}

function instant(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
