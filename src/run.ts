/**
 * What happens to the data, from the source to the report? The whole way on one screen: shards give batches of records,
 * records become documents, the chain makes of them what the plan says, the router hands that to the sink and books
 * every answer; state is committed between batches, and what the sink decides at its end is booked last.
 */
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asFatal, Fatal } from './errors.ts';
import { EXIT_STATUS, type ExitStatus } from './exit-status.ts';
import { discard } from './run/discard.ts';
import type { Hands } from './run/hands.ts';
import { goingOnText, identityOf, resumable } from './run/identity.ts';
import { Journal } from './run/journal.ts';
import { announcedFiles, finishedFiles, REJECTS } from './run/kept-files.ts';
import { limited } from './run/limited.ts';
import { type MaxErrors, refuseTooMany } from './run/max-errors.ts';
import type { Plan } from './plan/plan.ts';
import { type FindingCount, Findings } from './report/findings.ts';
import { Rejects } from './report/rejects.ts';
import { buildReport, type Report } from './report/report.ts';
import { Tally, type TallySnapshot } from './report/tally.ts';
import { settleReplay } from './run/replay/pending.ts';
import { refuseOverlap } from './run/overlap.ts';
import { openHands, type RunBooks } from './run/open-hands.ts';
import { Originals } from './run/originals.ts';
import { Router } from './run/route.ts';
import { Stages } from './run/stages.ts';
import { openSink, outputFolder, refuseStrangers, type RunTarget } from './run/target.ts';
import { type RunStore, scratchFolder, UNWRITTEN_STORE, unwrittenRejects } from './run/unwritten.ts';
import type { SinkSummary } from './sink/sink.ts';
import { openFileSources } from './source/open-file-sources.ts';
import type { Shard } from './source/source.ts';
import type { RunIdentity, SavedRun } from './state/saved-run.ts';
import type { LeaseLengths } from './state/lease.ts';
import { Store } from './state/store.ts';

export interface RunOptions {
  readonly target: RunTarget;
  /** The folder of the run's state, rejects and report. */
  readonly stateFolder: string;
  /** Discards what is kept of an earlier run and begins anew. @default false */
  readonly fresh?: boolean;
  /** What is typed to begin anew, for messages. */
  readonly freshCommand?: string;
  /** How long the lease of the state lasts, and how often it is renewed. */
  readonly lease?: Partial<LeaseLengths>;
  /** Takes what is to be said of how the run begins, in a sentence. */
  readonly onNotice?: (sentence: string) => void;
  /** Aborted: the run drains and ends with exit status 4. */
  readonly signal?: AbortSignal;
  /** Threads beside the run's own that may work on large files. @default 0 */
  readonly workers?: number;
  /** Bytes of files from which on they do. @default 256 MiB */
  readonly workersFrom?: number;
  /** Records of the sources that are read at most. */
  readonly limit?: number | undefined;
  /** Ends with exit status 3 once there are more rejects. */
  readonly maxErrors?: MaxErrors | undefined;
  /** Everything is read, counted and reported, and nothing is written. @default false */
  readonly dryRun?: boolean;
  readonly onProgress?: (progress: RunProgress) => void;
}

export interface RunProgress {
  /** Records read so far. */
  readonly documents: number;
  /** Bytes of the files read so far, and in all where that is known. */
  readonly bytesRead: number;
  readonly bytesTotal: number | undefined;
}

export interface RunResult {
  readonly report: Report;
  readonly exitStatus: ExitStatus;
  /** Why the run ended before its end; its sentence and advice are for standard error. */
  readonly failure: Fatal | undefined;
}

interface Moved extends SinkSummary {
  readonly failure?: Fatal;
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
  try {
    if (store.notice !== undefined) onNotice?.(store.notice);
    const saved = dryRun ? undefined : settleReplay(store, store.saved, !fresh);
    const found = await openFileSources(plan.sources, dirname(plan.file));
    if (!dryRun) {
      refuseOverlap(plan, target, stateFolder, found);
      refuseStrangers(plan, target, saved);
    }
    const identity = await identityOf(plan, target, found, limit);
    const resumed = fresh ? undefined : resumable(saved, identity, { stateFolder, freshCommand });
    const pinned = resumed === undefined ? identity : { ...identity, startedAt: resumed.startedAt };
    if (resumed !== undefined && resumed.positions.length > 0) onNotice?.(goingOnText(resumed));
    const shards = limited(found, limit, resumed?.positions);
    if (fresh) store.whileHeld(() => discard(saved, stateFolder));
    return await runShards(plan, options, { store, saved, shards, identity: pinned, resumed });
  } finally {
    store.close();
  }
}

/** What has been found before the first document is read. */
interface Beginning {
  readonly store: RunStore;
  /** What an earlier run left. */
  readonly saved: SavedRun | undefined;
  readonly shards: readonly Shard[];
  readonly identity: RunIdentity;
  /** What is saved of the run, where it goes on. */
  readonly resumed: SavedRun | undefined;
}

async function runShards(plan: Plan, options: RunOptions, beginning: Beginning): Promise<RunResult> {
  const { target, stateFolder, dryRun = false } = options;
  const { store, identity, resumed } = beginning;
  const tally = new Tally();
  const findings = new Findings();
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
    const { containers, failure } = await moveDocuments(plan, options, beginning, books);
    if (store.loss !== undefined) throw store.loss;
    const report = buildReport({
      command: identity.command,
      plan,
      limit: identity.limit,
      dryRun,
      startedAt: identity.startedAt,
      finishedAt: Date.now(),
      incomplete: failure?.message,
      tally,
      findings,
      containers,
      files: {
        state: stateFolder,
        ...(rejects.length > 0 && !dryRun ? { rejects: rejectsFile } : {}),
        ...outOf(target),
      },
    });
    return { report, exitStatus: statusOf(report, failure), failure };
  } finally {
    rejects.close();
  }
}

/** Takes every document from the source to the sink. */
async function moveDocuments(
  plan: Plan,
  { target, stateFolder, workers = 0, workersFrom, maxErrors, dryRun = false, onProgress, ...options }: RunOptions,
  { store, saved, shards, identity, resumed }: Beginning,
  books: RunBooks,
): Promise<Moved> {
  const signal = AbortSignal.any([store.lost, ...(options.signal === undefined ? [] : [options.signal])]);
  const lastKeys = new Set(
    plan.sources.filter(({ duplicateKeys }) => duplicateKeys === 'last').map(({ entity }) => entity),
  );
  const sinkSetting = {
    stateFolder,
    measureOnly: dryRun,
    observe: books.observe,
    takesLastKeys: (shard: number) => lastKeys.has(shards[shard]?.entity ?? ''),
    resumed: resumed && { files: resumed.files, facts: resumed.facts['sink'] },
    signal,
  };
  const sink = await store.whileHeld(() => openSink(plan, target, sinkSetting));
  const gathered = dryRun ? scratchFolder() : stateFolder;
  const stages = store.whileHeld(() => new Stages(plan, shards, gathered, resumed));
  const router = new Router(plan, sink, books);
  const originals = new Originals(stages.shards);
  const bytesTotal = sumOfSizes(shards);
  const errors = { ...books, rejectsFile: dryRun ? undefined : join(stateFolder, REJECTS) };
  let hands: Hands | undefined;
  let journal: Journal | undefined;
  try {
    journal = new Journal(store, { ...books, sink, stages }, identity, resumed, finishedFiles(saved));
    const { gatherings } = stages;
    hands = openHands(plan, sink, router, journal, books, { workers, workersFrom, size: bytesTotal, gatherings });
    refuseTooMany(maxErrors, errors);
    for await (const stage of stages.left()) {
      for (const shard of stage.shards) {
        if (journal.isPast(shard)) continue;
        for await (const batch of shard.batches({
          signal,
          from: journal.positionOf(shard.number),
          memory: hands.memory,
        })) {
          await hands.take(shard, batch);
          refuseTooMany(maxErrors, errors);
          onProgress?.({ documents: books.tally.source.documents, bytesRead: journal.bytesRead, bytesTotal });
          if (signal.aborted) break;
        }
        if (signal.aborted) throw new Fatal('interrupted', 'Stopped before the end of the source, as asked.');
      }
      await hands.settle();
      await journal.commit();
      await stages.pass(stage);
      await journal.commit();
    }
    refuseTooMany(maxErrors, errors, true);
    // What is decided now changes the books, until all of it is.
    journal.enter();
    const summary = await sink.finish({
      answer: async (late) => {
        if (store.loss !== undefined) throw store.loss;
        await router.late(late, originals);
        refuseTooMany(maxErrors, errors, true);
      },
      announce: (files, publish) => store.announce(announcedFiles(files, saved), publish),
      whileHeld: (act) => store.whileHeld(act),
    });
    journal.end(summary.files);
    store.whileHeld(() => stages.remove());
    return summary;
  } catch (error) {
    // What is under way is finished and kept, unless it is what failed.
    await hands?.settle().catch(() => {});
    const failure = asFatal(error);
    await journal?.stop((failure ?? (error as Error)).message, failure?.exit ?? 'fatal').catch(() => {});
    await sink.abandon().catch(() => {});
    if (failure === undefined) throw error;
    return { containers: [], files: {}, failure };
  } finally {
    await hands?.close();
    stages.close();
    if (dryRun) rmSync(gathered, { recursive: true, force: true });
    await originals.close();
  }
}

function statusOf(report: Report, failure: Fatal | undefined): ExitStatus {
  if (failure !== undefined) return failure.exitStatus;
  if (!report.balance.ok) return EXIT_STATUS.unbalanced;
  return report.rejected > 0 ? EXIT_STATUS.rejects : EXIT_STATUS.done;
}

function sumOfSizes(shards: readonly Shard[]): number | undefined {
  let sum = 0;
  for (const { size } of shards) {
    if (size === undefined) return undefined;
    sum += size;
  }
  return sum;
}

function outOf(target: RunTarget): { readonly out?: string } {
  const out = outputFolder(target);
  return out === undefined ? {} : { out };
}
