/** How is a plan carried out? Begins or goes on, has the documents moved, and reports what became of them. */
import { dirname, join } from 'node:path';
import type { Fatal } from './errors.ts';
import { EXIT_STATUS, type ExitStatus } from './exit-status.ts';
import type { Plan } from './plan/plan.ts';
import type { FindingCount, Findings } from './report/findings.ts';
import { Rejects } from './report/rejects.ts';
import { buildReport, type Report } from './report/report.ts';
import { Tally, type TallySnapshot } from './report/tally.ts';
import { DUPLICATES } from './run/contests/duplicates.ts';
import { discard } from './run/discard.ts';
import { placeDuplicates } from './run/duplicates-file.ts';
import { goingOnText, identityOf, resumable } from './run/identity.ts';
import { REJECTS } from './run/kept-files.ts';
import { type Learned, learnForRun } from './run/learn-for-run.ts';
import { limited } from './run/limited.ts';
import { type Beginning, moveDocuments } from './run/move-documents.ts';
import { changesOnly } from './run/note-change.ts';
import type { RunOptions } from './run/options.ts';
import { refuseOverlap } from './run/overlap.ts';
import { referenceShards } from './run/references.ts';
import { settleReplay } from './run/replay/pending.ts';
import { outputFolder, refuseStrangers, type RunTarget } from './run/target.ts';
import { type RunStore, UNWRITTEN_STORE, unwrittenRejects } from './run/unwritten.ts';
import { refuseToLoseRejects } from './run/wanted-rejects.ts';
import { openFileSources } from './source/open-file-sources.ts';
import { workedOn } from './state/saved-run.ts';
import { Store } from './state/store.ts';

export type { PhaseProgress, RunOptions, RunProgress } from './run/options.ts';

export interface RunResult {
  readonly report: Report;
  readonly exitStatus: ExitStatus;
  /** Why the run ended before its end; its sentence and advice are for standard error. */
  readonly failure: Fatal | undefined;
}

/**
 * A run that cannot go on (unreadable source, full disk, Ctrl-C) still has a report of how far it came.
 * @throws Fatal when it cannot begin; what an earlier run left is untouched then. Also when another process has taken
 * the state over meanwhile: everything there is that one's.
 */
export async function run(plan: Plan, options: RunOptions): Promise<RunResult> {
  const { target, stateFolder, limit, dryRun = false, fresh = false, lease = {}, onNotice } = options;
  const { freshCommand = 'The same call with fresh: true.' } = options;
  const store: RunStore = dryRun ? UNWRITTEN_STORE : Store.open(stateFolder, { fresh, lease });
  let learned: Learned | undefined;
  let isOver = false;
  try {
    if (store.notice !== undefined) onNotice?.(store.notice);
    const saved = dryRun ? undefined : settleReplay(store, store.saved, !fresh);
    const found = await openFileSources(plan.sources, dirname(plan.file));
    const referred = await referenceShards(plan);
    if (!dryRun) {
      refuseOverlap(plan, target, stateFolder, [...found, ...referred]);
      refuseStrangers(plan, target, saved, fresh);
    }
    const identity = await identityOf(plan, target, found, referred, limit);
    const ways = { stateFolder, freshCommand };
    if (!fresh) refuseToLoseRejects(saved, identity, ways);
    const resumed = fresh ? undefined : resumable(saved, identity, ways);
    const pinned = resumed === undefined ? identity : { ...identity, startedAt: resumed.startedAt };
    if (resumed !== undefined && resumed.positions.length > 0) onNotice?.(goingOnText(resumed));
    const shards = limited(found, limit, resumed?.positions);
    const knowables = { sources: limited(found, limit), references: referred };
    const { signal, onPhase } = options;
    const goesOn = resumed !== undefined;
    const learning = { stateFolder, dryRun, identity: pinned, goesOn, signal, onPhase, store };
    learned = await learnForRun(plan, knowables, learning);
    const { knowledge, findings, duplicates } = learned;
    if (fresh) store.whileHeld(() => discard(saved, stateFolder));
    if (!dryRun) store.whileHeld(() => placeDuplicates(duplicates, stateFolder));
    const beginning = { store, saved, shards, knowledge, duplicates: duplicates.lines, identity: pinned, resumed };
    const books = resumed?.findings as readonly FindingCount[] | undefined;
    const result = await runShards(
      plan,
      options,
      beginning,
      books === undefined ? findings : changesOnly(findings, books),
    );
    isOver = result.failure === undefined;
    return result;
  } finally {
    learned?.end(!isOver);
    store.close();
  }
}

async function runShards(
  plan: Plan,
  options: RunOptions,
  beginning: Beginning,
  findings: Findings,
): Promise<RunResult> {
  const { target, stateFolder, dryRun = false } = options;
  const { store, identity, resumed, duplicates } = beginning;
  const began = Date.now();
  const workedBefore = resumed === undefined ? 0 : workedOn(resumed);
  const tally = new Tally();
  if (resumed !== undefined) {
    tally.merge(resumed.tally as TallySnapshot);
    findings.merge(resumed.findings as readonly FindingCount[]);
  }
  const rejectsFile = join(stateFolder, REJECTS);
  const rejects = dryRun
    ? unwrittenRejects(findings.observe)
    : store.whileHeld(() => new Rejects(rejectsFile, findings.observe, resumed?.files[REJECTS]));
  try {
    const books = { tally, findings, observe: findings.observe, rejects };
    const { containers, failure, forms } = await moveDocuments(plan, options, beginning, books);
    if (store.loss !== undefined) throw store.loss;
    const report = buildReport({
      command: identity.command,
      plan,
      limit: identity.limit,
      dryRun,
      startedAt: identity.startedAt,
      seconds: (workedBefore + Date.now() - began) / 1000,
      incomplete: failure?.message,
      tally,
      findings,
      containers,
      forms,
      duplicates,
      files: {
        state: stateFolder,
        ...(rejects.length > 0 && !dryRun ? { rejects: rejectsFile } : {}),
        ...(duplicates > 0 && !dryRun ? { duplicates: join(stateFolder, DUPLICATES) } : {}),
        ...outOf(target),
      },
    });
    return { report, exitStatus: statusOf(report, failure), failure };
  } finally {
    rejects.close();
  }
}

function statusOf(report: Report, failure: Fatal | undefined): ExitStatus {
  if (failure !== undefined) return failure.exitStatus;
  if (!report.balance.ok) return EXIT_STATUS.unbalanced;
  return report.rejected > 0 ? EXIT_STATUS.rejects : EXIT_STATUS.done;
}

function outOf(target: RunTarget): { readonly out?: string } {
  const out = outputFolder(target);
  return out === undefined ? {} : { out };
}
