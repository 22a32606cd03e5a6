/**
 * How does a run come to know what its steps have to? That is put on disk before anything of an earlier run is touched: a
 * run that is stopped meanwhile, or cannot read it, has not begun.
 */
import { rmSync } from 'node:fs';
import { Fatal } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import { Findings } from '../report/findings.ts';
import { type Duplicates, joinDuplicates } from './duplicates-file.ts';
import { type Knowables, Knowledge } from './knowledge.ts';
import { ownKnowledge, removeKnowledge } from './own-folder.ts';
import type { PhaseProgress } from './options.ts';
import { type RunStore, scratchFolder } from './unwritten.ts';

export interface Learned {
  readonly knowledge: Knowledge;
  /** What there is to say of it. */
  readonly findings: Findings;
  /** What steps have taken out, in a file that goes with it unless it is placed. */
  readonly duplicates: Duplicates;
  /** Closes and removes what was put on disk. */
  remove(): void;
}

export interface LearningSetting {
  readonly stateFolder: string;
  readonly dryRun: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly signal: AbortSignal | undefined;
  readonly onPhase: ((progress: PhaseProgress) => void) | undefined;
  readonly store: RunStore;
}

/** @throws Fatal when a reference or a source cannot be read, or the run is to be stopped */
export async function learnForRun(
  plan: Plan,
  of: Knowables,
  { stateFolder, dryRun, startedAt, signal, onPhase, store }: LearningSetting,
): Promise<Learned> {
  const findings = new Findings();
  const folder = dryRun ? scratchFolder() : stateFolder;
  if (!dryRun) store.whileHeld(() => removeKnowledge(folder));
  const stop = AbortSignal.any([store.lost, ...(signal === undefined ? [] : [signal])]);
  const { observe } = findings;
  const learning = { startedAt, observe, signal: stop, onPhase };
  const knowledge = await Knowledge.build(plan, of, ownKnowledge(folder), learning);
  const remove = (): void => {
    knowledge.remove();
    if (dryRun) rmSync(folder, { recursive: true, force: true });
  };
  if (!knowledge.isStopped)
    return { knowledge, findings, duplicates: await joinDuplicates(knowledge.duplicates), remove };
  remove();
  const what = plan.references.length > 0 ? 'the references were indexed' : 'the documents were surveyed';
  throw store.loss ?? new Fatal('interrupted', `Stopped while ${what}, as asked.`);
}
