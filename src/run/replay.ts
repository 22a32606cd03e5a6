/**
 * What do rejected documents come to after a correction? Each rejected record goes through the whole plan once more.
 * First to learn which keys it makes; then the target's files are read for these keys; then once again, and now every
 * document is added, is there already, or is rejected. All of this happens beside the target: it is decided in one
 * commit of the state and carried out from there (replay/pending.ts).
 */
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Fatal } from '../errors.ts';
import { EXIT_STATUS, type ExitStatus } from '../exit-status.ts';
import type { Plan } from '../plan/plan.ts';
import type { Report } from '../report/report.ts';
import type { SavedRun } from '../state/saved-run.ts';
import { STATE_FILE } from '../state/folder.ts';
import { Store } from '../state/store.ts';
import { REJECTS } from './kept-files.ts';
import { refusePlan, refuseUnreplayable } from './replay/begin-replay.ts';
import { fingerprintOf } from './replay/given-groups.ts';
import { clearStaging, decide, pendingIn, type PendingReplay, settleReplay, stagingFolder } from './replay/pending.ts';
import { replayReport, savedReport, stageReport } from './replay/replay-report.ts';
import { type ReplayTarget, replayTargets, scanTarget } from './replay/replay-targets.ts';
import { learnKeys, type ReplayProgress, type WorkedOut, workOut } from './replay/work-out.ts';
import { Knowledge } from './knowledge.ts';
import { ownKnowledge } from './own-folder.ts';
import { referenceShards } from './references.ts';
import { scratchFolder } from './unwritten.ts';

export interface ReplayOptions {
  /** The rejects file of the run, or a copy of it or of a part of it. */
  readonly rejects: string;
  readonly stateFolder: string;
  /** Reads the plan, given the file that the run had it from. */
  readonly planOf: (planFile: string) => Promise<Plan>;
  /** Everything is worked out and reported, and nothing changes. @default false */
  readonly dryRun?: boolean;
  /** Aborted: the replay ends with exit status 4, and nothing has changed. */
  readonly signal?: AbortSignal;
  /** Takes what is to be said of how the replay begins, in a sentence. */
  readonly onNotice?: (sentence: string) => void;
  readonly onProgress?: (progress: ReplayProgress) => void;
}

export interface ReplayResult {
  /** That of the run, brought up to date; `replay` tells what the replay has done. */
  readonly report: Report;
  readonly exitStatus: ExitStatus;
}

/** @throws Fatal when it cannot be done, or was interrupted; nothing has changed then */
export async function replay(options: ReplayOptions): Promise<ReplayResult> {
  const { stateFolder, planOf, dryRun = false, onNotice } = options;
  if (!existsSync(join(stateFolder, STATE_FILE))) throw noRun(stateFolder);
  const store = Store.open(stateFolder);
  const staging = dryRun ? scratchFolder() : stagingFolder(stateFolder);
  let isDecided = false;
  try {
    if (store.notice !== undefined) onNotice?.(store.notice);
    if (store.saved === undefined) throw noRun(stateFolder);
    if (pendingIn(store.saved) !== undefined) return carriedOut(store, dryRun, onNotice);
    refuseUnreplayable(store.saved, stateFolder);
    const saved = dryRun ? store.saved : settleReplay(store, store.saved)!;
    const plan = await planOf(saved.planFile);
    refusePlan(plan, saved);
    const { report, pending } = await prepare(staging, plan, saved, store, options);
    const { balance, rejected } = report;
    if (!balance.ok) return { report, exitStatus: EXIT_STATUS.unbalanced };
    if (!dryRun) {
      isDecided = true;
      decide(store, saved, pending);
    }
    return { report, exitStatus: rejected > 0 ? EXIT_STATUS.rejects : EXIT_STATUS.done };
  } finally {
    // What has been decided is needed until it has been carried out.
    if (!isDecided) clearStaging(staging);
    store.close();
  }
}

/** What a replay has worked out: with the pending one, all of its files are staged. */
interface Prepared {
  readonly report: Report;
  readonly pending: PendingReplay;
}

async function prepare(
  staging: string,
  plan: Plan,
  saved: SavedRun,
  store: Store,
  { rejects: given, stateFolder, dryRun = false, signal, onNotice, onProgress }: ReplayOptions,
): Promise<Prepared> {
  const own = join(stateFolder, REJECTS);
  const before = fingerprintOf(given, own);
  store.whileHeld(() => mkdirSync(staging, { recursive: true, mode: 0o700 }));
  const targets = replayTargets(plan, saved, staging);
  const ended = AbortSignal.any([store.lost, ...(signal === undefined ? [] : [signal])]);
  const scratch = scratchFolder();
  // What there is to say of them is in the books of the run.
  const learning = { startedAt: saved.startedAt, observe(): void {}, signal: ended, onPhase: onProgress };
  const knowables = { sources: [], references: await referenceShards(plan) };
  const knowledge = await Knowledge.build(plan, knowables, ownKnowledge(scratch), learning);
  const reading = { given, own, signal: ended, onNotice, onProgress, knowledge };
  let worked: WorkedOut;
  try {
    await learnKeys(plan, saved, targets, reading);
    for (const target of targets) await scanTarget(target, reading);
    worked = await workOut(plan, saved, targets, { ...reading, staging });
  } finally {
    knowledge.remove();
    rmSync(scratch, { recursive: true, force: true });
  }
  if (store.loss !== undefined) throw store.loss;
  if (ended.aborted) throw new Fatal('interrupted', 'The replay was stopped, and nothing has been changed.');
  if (fingerprintOf(given, own) !== before) throw changedMeanwhile(given);
  const report = replayReport({ plan, saved, stateFolder, targets, dryRun, ...worked });
  stageReport(staging, report);
  return { report, pending: pendingOf(staging, targets, worked) };
}

function pendingOf(staging: string, targets: readonly ReplayTarget[], { tally, findings }: WorkedOut): PendingReplay {
  const added = targets.filter(({ counts }) => counts.added > 0);
  const outputs = added.map(({ path, length, container, counts }) => ({
    path,
    from: length,
    staged: `${container.label}.ndjson`,
    // Each document stands on a line.
    length: counts.addedBytes + counts.added,
  }));
  const files = Object.fromEntries(outputs.map(({ path, from, length }) => [path, from + length]));
  const after = {
    files: { ...files, [REJECTS]: statSync(join(staging, REJECTS)).size },
    tally: tally.snapshot(),
    findings: findings.snapshot(),
  };
  return { folder: basename(staging), outputs, after };
}

/** A replay that had been decided is carried out first; what it came to is in its report. */
function carriedOut(store: Store, dryRun: boolean, onNotice: ReplayOptions['onNotice']): ReplayResult {
  if (dryRun) {
    throw new Fatal('usage', 'A replay of these rejects was stopped, and has to come to its end first.', {
      advice: 'Call it without --dry-run.',
    });
  }
  settleReplay(store, store.saved);
  onNotice?.(
    'A replay that had been stopped has been brought to its end. To replay what is still rejected, call it again.',
  );
  const report = savedReport(store.folder);
  return { report, exitStatus: report.rejected > 0 ? EXIT_STATUS.rejects : EXIT_STATUS.done };
}

function noRun(stateFolder: string): Fatal {
  return new Fatal('usage', `${stateFolder} holds no run whose rejects could be replayed.`, {
    advice: 'Name the state folder of the run with --state.',
  });
}

function changedMeanwhile(file: string): Fatal {
  return new Fatal('usage', `${file} was changed while it was replayed, and nothing else has been changed.`, {
    advice: 'Replay it again once it is saved.',
  });
}
