/**
 * What happens to the data, from the source to the report? The whole way on one screen: shards give batches of records,
 * records become documents, the chain makes of them what the plan says, the router hands that to the sink and books
 * every answer; state is committed between batches, and what the sink decides at its end is booked last.
 */
import { dirname, join } from 'node:path';
import { asFatal, Fatal } from './errors.ts';
import { EXIT_STATUS, type ExitStatus } from './exit-status.ts';
import { COMPLETE, Journal } from './run/journal.ts';
import type { Plan } from './plan/plan.ts';
import { Findings } from './report/findings.ts';
import { Rejects } from './report/rejects.ts';
import { buildReport, type Report } from './report/report.ts';
import { Tally } from './report/tally.ts';
import { refuseOverlap } from './run/overlap.ts';
import { openHands, type RunBooks } from './run/open-hands.ts';
import { Originals } from './run/originals.ts';
import { Router } from './run/route.ts';
import { openSink, outputFolder, outputLengths, refuseStrangers, type RunTarget } from './run/target.ts';
import type { SinkSummary } from './sink/sink.ts';
import { openFileSources } from './source/open-file-sources.ts';
import type { Shard } from './source/source.ts';
import { Store } from './state/store.ts';

export interface RunOptions {
  readonly target: RunTarget;
  /** The folder of the run's state, rejects and report. */
  readonly stateFolder: string;
  /** Aborted: the run drains and ends with exit status 4. */
  readonly signal?: AbortSignal;
  /** Threads beside the run's own that may work on large files. @default 0 */
  readonly workers?: number;
  /** Bytes of files from which on they do. @default 256 MiB */
  readonly workersFrom?: number;
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
 * @throws Fatal when it cannot begin; what an earlier run left is untouched then.
 */
export async function run(plan: Plan, options: RunOptions): Promise<RunResult> {
  const store = Store.open(options.stateFolder);
  try {
    const shards = await openFileSources(plan.sources, dirname(plan.file));
    refuseOverlap(plan, options.target, options.stateFolder, shards);
    refuseStrangers(plan, options.target, store.saved?.files ?? {});
    return await runShards(plan, options, store, shards);
  } finally {
    store.close();
  }
}

async function runShards(plan: Plan, options: RunOptions, store: Store, shards: readonly Shard[]): Promise<RunResult> {
  const { target, stateFolder } = options;
  const tally = new Tally();
  const findings = new Findings();
  const rejectsFile = join(stateFolder, 'rejects.ndjson');
  const rejects = new Rejects(rejectsFile, findings.observe);
  const journal = new Journal(store, { tally, findings, rejects });
  try {
    const books = { tally, findings, observe: findings.observe, rejects };
    const { containers, failure: stopped } = await moveDocuments(plan, options, shards, journal, books);
    const unsaved = orFatal(() => journal.end(stopped?.message ?? COMPLETE, outputLengths(target, containers)));
    const failure = stopped ?? unsaved;
    const report = buildReport({
      command: commandOf(target),
      plan,
      startedAt: journal.startedAt,
      finishedAt: Date.now(),
      incomplete: failure?.message,
      tally,
      findings,
      containers,
      files: { state: stateFolder, ...(rejects.length > 0 ? { rejects: rejectsFile } : {}), ...outOf(target) },
    });
    return { report, exitStatus: statusOf(report, failure), failure };
  } finally {
    rejects.close();
  }
}

/** Takes every document from the source to the sink. */
async function moveDocuments(
  plan: Plan,
  { target, stateFolder, signal, workers = 0, workersFrom, onProgress }: RunOptions,
  shards: readonly Shard[],
  journal: Journal,
  books: RunBooks,
): Promise<Moved> {
  const lastKeys = new Set(
    plan.sources.filter(({ duplicateKeys }) => duplicateKeys === 'last').map(({ entity }) => entity),
  );
  const sink = await openSink(plan, target, {
    stateFolder,
    observe: books.observe,
    takesLastKeys: (shard) => lastKeys.has(shards[shard]!.entity),
  });
  const router = new Router(plan, sink, books);
  const originals = new Originals(shards);
  const bytesTotal = sumOfSizes(shards);
  const hands = openHands(plan, sink, router, journal, books, { workers, workersFrom, size: bytesTotal });
  try {
    journal.begin(commandOf(target), plan);
    for (const shard of shards) {
      for await (const batch of shard.batches(signal)) {
        await hands.take(shard, batch);
        onProgress?.({ documents: books.tally.source.documents, bytesRead: journal.bytesRead, bytesTotal });
        if (signal?.aborted === true) break;
      }
      if (signal?.aborted === true) throw new Fatal('interrupted', 'Stopped before the end of the source, as asked.');
    }
    await hands.settle();
    return await sink.finish((late) => router.late(late, originals));
  } catch (error) {
    // What is under way is finished and kept, unless it is what failed.
    await hands.settle().catch(() => {});
    await sink.abandon();
    const failure = asFatal(error);
    if (failure === undefined) throw error;
    return { containers: [], failure };
  } finally {
    await hands.close();
    await originals.close();
  }
}

/** The fatal error that ended `act`; anything else that it throws is a bug of ours. */
function orFatal(act: () => void): Fatal | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    const failure = asFatal(error);
    if (failure === undefined) throw error;
    return failure;
  }
}

function statusOf(report: Report, failure: Fatal | undefined): ExitStatus {
  if (failure !== undefined) return failure.exitStatus;
  if (!report.balance.ok) return EXIT_STATUS.unbalanced;
  return report.rejected > 0 ? EXIT_STATUS.rejects : EXIT_STATUS.done;
}

function commandOf({ kind }: RunTarget): 'rehearse' | 'run' {
  return kind === 'embedded' ? 'rehearse' : 'run';
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
