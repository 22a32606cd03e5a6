/**
 * How does a run come to know what its steps have to? That is put on disk before anything of an earlier run is touched: a
 * run that is stopped meanwhile, or cannot read it, has not begun. A run that goes on takes what is there.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Fatal } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import { type FindingCount, Findings } from '../report/findings.ts';
import type { RunIdentity } from '../state/saved-run.ts';
import { DUPLICATES } from './contests/duplicates.ts';
import { type Duplicates, joinDuplicates } from './duplicates-file.ts';
import { type Knowables, Knowledge } from './knowledge.ts';
import type { PhaseProgress } from './options.ts';
import { leftKnowledge, ownKnowledge, removeOwn } from './own-folder.ts';
import { type RunStore, scratchFolder } from './unwritten.ts';
import { declareWhole, wholeOf } from './whole-knowledge.ts';

export interface Learned {
  readonly knowledge: Knowledge;
  /** What there is to say of it. */
  readonly findings: Findings;
  /** What steps have taken out. */
  readonly duplicates: Duplicates;
  /** Closes what was put on disk, and removes it unless the run has to go on with it. */
  end(goesOn: boolean): void;
}

export interface LearningSetting {
  readonly stateFolder: string;
  readonly dryRun: boolean;
  readonly identity: RunIdentity;
  /** Whether an earlier process may have left what this one needs. */
  readonly goesOn: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onPhase: ((progress: PhaseProgress) => void) | undefined;
  readonly store: RunStore;
}

/** @throws Fatal when a reference or a source cannot be read, or the run is to be stopped */
export async function learnForRun(plan: Plan, of: Knowables, setting: LearningSetting): Promise<Learned> {
  const { stateFolder, dryRun, identity, goesOn, signal, onPhase, store } = setting;
  const folder = dryRun ? scratchFolder() : stateFolder;
  const there = dryRun ? undefined : store.whileHeld(() => takeLeft(folder, goesOn ? identity : undefined));
  const findings = new Findings();
  let knowledge: Knowledge;
  if (there !== undefined) {
    knowledge = Knowledge.open(plan, there.own);
    findings.merge(there.findings);
  } else {
    const stop = AbortSignal.any([store.lost, ...(signal === undefined ? [] : [signal])]);
    const learning = { startedAt: identity.startedAt, observe: findings.observe, signal: stop, onPhase };
    knowledge = await Knowledge.build(plan, of, ownKnowledge(folder), learning);
  }
  const end = (isNeeded: boolean): void => {
    if (dryRun) {
      knowledge.close();
      rmSync(folder, { recursive: true, force: true });
    } else if (isNeeded) knowledge.close();
    else knowledge.remove();
  };
  try {
    if (knowledge.isStopped) {
      const what = plan.references.length > 0 ? 'the references were indexed' : 'the documents were surveyed';
      throw store.loss ?? new Fatal('interrupted', `Stopped while ${what}, as asked.`);
    }
    const duplicates = await joinDuplicates(knowledge.duplicates, join(knowledge.folder, DUPLICATES));
    if (there === undefined && !dryRun && hasToKnow(plan))
      await declareWhole(knowledge.folder, identity, findings.snapshot());
    return { knowledge, findings, duplicates, end };
  } catch (error) {
    end(false);
    throw error;
  }
}

function hasToKnow({ steps }: Plan): boolean {
  return steps.some(({ looksUp, contest }) => looksUp !== undefined || contest !== undefined);
}

/** What is whole and of this run; everything else that was left is removed. */
function takeLeft(
  folder: string,
  identity: RunIdentity | undefined,
): { readonly own: string; readonly findings: readonly FindingCount[] } | undefined {
  let taken: ReturnType<typeof takeLeft>;
  for (const own of leftKnowledge(folder)) {
    const findings = taken === undefined && identity !== undefined ? wholeOf(own, identity) : undefined;
    if (findings === undefined) removeOwn(own);
    else taken = { own, findings };
  }
  return taken;
}
