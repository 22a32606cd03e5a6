/**
 * How does a run come by its references? They are indexed before anything of an earlier run is touched: a run that is
 * stopped meanwhile, or cannot read them, has not begun.
 */
import { rmSync } from 'node:fs';
import { Fatal } from '../../errors.ts';
import type { Plan } from '../../plan/plan.ts';
import { Findings } from '../../report/findings.ts';
import type { Shard } from '../../source/source.ts';
import { References } from '../references.ts';
import { type RunStore, scratchFolder } from '../unwritten.ts';
import { ownReferences, removeReferences } from './own-folder.ts';

export interface OpenedReferences {
  readonly references: References;
  /** What there is to say of them. */
  readonly findings: Findings;
  /** Closes and removes what was made of them. */
  remove(): void;
}

export interface ReferenceSetting {
  readonly stateFolder: string;
  readonly dryRun: boolean;
  readonly signal: AbortSignal | undefined;
  readonly store: RunStore;
}

/** @throws Fatal when one cannot be read, or the run is to be stopped */
export async function openForRun(
  plan: Plan,
  shards: readonly Shard[],
  { stateFolder, dryRun, signal, store }: ReferenceSetting,
): Promise<OpenedReferences> {
  const findings = new Findings();
  const folder = dryRun ? scratchFolder() : stateFolder;
  if (!dryRun) store.whileHeld(() => removeReferences(folder));
  const stop = AbortSignal.any([store.lost, ...(signal === undefined ? [] : [signal])]);
  const { observe } = findings;
  const references = await References.build(plan, shards, ownReferences(folder), { observe, signal: stop });
  const remove = (): void => {
    references.remove();
    if (dryRun) rmSync(folder, { recursive: true, force: true });
  };
  if (!references.isStopped) return { references, findings, remove };
  remove();
  throw store.loss ?? new Fatal('interrupted', 'Stopped while the references were indexed, as asked.');
}
