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
import { type FindingCount, Findings } from '../report/findings.ts';
import { Rejects } from '../report/rejects.ts';
import type { ReplayFigures, Report } from '../report/report.ts';
import { Tally, type TallySnapshot } from '../report/tally.ts';
import type { SavedRun } from '../state/saved-run.ts';
import { STATE_FILE } from '../state/folder.ts';
import { Store } from '../state/store.ts';
import { REJECTS } from './kept-files.ts';
import { settleRecord } from './replay/accounts.ts';
import { refusePlan, refuseUnreplayable } from './replay/begin-replay.ts';
import { earlierReasons } from './replay/earlier.ts';
import { fingerprintOf, givenGroups } from './replay/given-groups.ts';
import { decide, pendingIn, settleReplay, stagingFolder } from './replay/pending.ts';
import type { RejectGroup } from './replay/reject-groups.ts';
import { countAdopted, findingsAfter, observeLine } from './replay/replay-findings.ts';
import { replayReport, savedReport, stageReport } from './replay/replay-report.ts';
import { ReplaySink } from './replay/replay-sink.ts';
import { keySink, type ReplayTarget, replayTargets, scanTarget } from './replay/replay-targets.ts';
import { Replayer } from './replay/replayer.ts';
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
  try {
    if (store.notice !== undefined) onNotice?.(store.notice);
    if (store.saved === undefined) throw noRun(stateFolder);
    if (pendingIn(store.saved) !== undefined) return carriedOut(store, dryRun, onNotice);
    refuseUnreplayable(store.saved, stateFolder);
    const saved = dryRun ? store.saved : settleReplay(store, store.saved)!;
    const plan = await planOf(saved.planFile);
    refusePlan(plan, saved);
    return await replayInto(staging, plan, saved, store, options);
  } finally {
    if (dryRun) rmSync(staging, { recursive: true, force: true });
    store.close();
  }
}

async function replayInto(
  staging: string,
  plan: Plan,
  saved: SavedRun,
  store: Store,
  { rejects: given, stateFolder, dryRun = false, signal }: ReplayOptions,
): Promise<ReplayResult> {
  const own = join(stateFolder, REJECTS);
  const before = fingerprintOf(given, own);
  store.whileHeld(() => mkdirSync(staging, { recursive: true, mode: 0o700 }));
  const targets = replayTargets(plan, saved, staging);
  const ended = AbortSignal.any([store.lost, ...(signal === undefined ? [] : [signal])]);
  await learnKeys(plan, saved, targets, { given, own, signal: ended });
  for (const target of targets) await scanTarget(target, ended);
  const books = await workOut(plan, saved, targets, { given, own, signal: ended, staging });
  if (store.loss !== undefined) throw store.loss;
  if (ended.aborted) throw new Fatal('interrupted', 'The replay was stopped, and nothing has been changed.');
  if (fingerprintOf(given, own) !== before) throw changedMeanwhile(given);
  const report = replayReport({ plan, saved, stateFolder, targets, dryRun, ...books });
  const { balance, rejected } = report;
  if (!balance.ok) return { report, exitStatus: EXIT_STATUS.unbalanced };
  if (!dryRun) {
    stageReport(staging, report);
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
      tally: books.tally.snapshot(),
      findings: books.findings.snapshot(),
    };
    decide(store, saved, { folder: basename(staging), outputs, after });
  }
  return { report, exitStatus: rejected > 0 ? EXIT_STATUS.rejects : EXIT_STATUS.done };
}

interface Reading {
  readonly given: string;
  readonly own: string;
  readonly signal: AbortSignal;
}

/** The first time through: nothing is booked. */
async function learnKeys(
  plan: Plan,
  { startedAt }: SavedRun,
  targets: readonly ReplayTarget[],
  { given, own, signal }: Reading,
): Promise<void> {
  const books = { tally: new Tally(), observe: () => {}, rejects: { add: () => {} } };
  const replayer = new Replayer(plan, keySink(targets), books, startedAt);
  for await (const { own: group, given: corrected } of givenGroups(given, own)) {
    const original = corrected?.original ?? undefined;
    if (original !== undefined) replayer.replay(group, original);
    if (signal.aborted) return;
  }
}

interface WorkedOut {
  readonly tally: Tally;
  readonly findings: Findings;
  readonly figures: Omit<ReplayFigures, 'containers'>;
}

/** The second time: what is added, and what stays rejected, is put into the staging folder, and the books are the run's with both. */
async function workOut(
  plan: Plan,
  saved: SavedRun,
  targets: readonly ReplayTarget[],
  { given, own, signal, staging }: Reading & { readonly staging: string },
): Promise<WorkedOut> {
  const books = new Tally();
  books.merge(saved.tally as TallySnapshot);
  const now = new Tally(Infinity);
  const found = new Findings();
  const rejects = new Rejects(join(staging, REJECTS), found.observe);
  const sink = new ReplaySink(targets);
  const adopted = new Map<string, number>();
  const figures = { records: 0, passed: 0, rejects: 0, rejectedAgain: 0, untouched: 0 };
  let group: RejectGroup;
  const add: Rejects['add'] = (reject) => {
    const earlier = earlierReasons(reject, group);
    figures.rejectedAgain++;
    rejects.add(earlier === undefined ? reject : { ...reject, earlier });
  };
  const replayer = new Replayer(plan, sink, { tally: now, observe: found.observe, rejects: { add } }, saved.startedAt);
  try {
    for await (const { own: ownGroup, given: corrected } of givenGroups(given, own)) {
      group = ownGroup;
      if (corrected?.original === undefined) {
        figures.untouched += group.rejects.length;
        for (const reject of group.rejects) observeLine(found, reject);
        for (const line of group.lines) rejects.append(Buffer.concat([line, LINE_END]));
        continue;
      }
      const rejectedBefore = figures.rejectedAgain;
      replayer.replay(group, corrected.original);
      figures.records++;
      figures.rejects += group.rejects.length;
      if (figures.rejectedAgain === rejectedBefore) figures.passed++;
      const outcome = sink.outcome();
      const counted = now.take();
      settleRecord(books, goneOf(group), counted);
      countAdopted(adopted, outcome);
      if (outcome.added > 0) for (const { step, path, count } of counted.lost) books.lose(step, path, count);
      if (signal.aborted) break;
    }
  } finally {
    rejects.close();
    sink.close();
  }
  return { tally: books, findings: findingsAfter(saved.findings as FindingCount[], found, adopted), figures };
}

const LINE_END = Buffer.from('\n');

function goneOf({ rejects }: RejectGroup): Map<string, number> {
  const gone = new Map<string, number>();
  for (const { entity } of rejects) gone.set(entity, (gone.get(entity) ?? 0) + 1);
  return gone;
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
