/**
 * What happens to the documents? The whole way on one screen: shards give batches of records, records become documents,
 * the chain makes of them what the plan says, the router hands that to the sink and books every answer; state is
 * committed between batches, and what the sink decides at its end is booked last.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { asFatal, Fatal } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import type { FileForm } from '../report/source-files.ts';
import type { Sink, SinkSummary } from '../sink/sink.ts';
import type { Shard } from '../source/source.ts';
import type { RunIdentity, SavedRun } from '../state/saved-run.ts';
import type { Hands } from './hands.ts';
import { Journal } from './journal.ts';
import { announcedFiles, finishedFiles, REJECTS } from './kept-files.ts';
import type { Knowledge } from './knowledge.ts';
import { lastKeysOf } from './last-keys.ts';
import { refuseTooMany } from './max-errors.ts';
import { openBarrier } from './barrier.ts';
import { openHands, type RunBooks } from './open-hands.ts';
import type { RunOptions } from './options.ts';
import { Originals } from './originals.ts';
import { sumOfSizes } from './phase.ts';
import { Router } from './route.ts';
import { Stages } from './stages.ts';
import { openSink } from './target.ts';
import { noteChange } from './note-change.ts';
import { type RunStore, scratchFolder } from './unwritten.ts';

/** What has been found before the first document is read. */
export interface Beginning {
  readonly store: RunStore;
  /** What an earlier run left. */
  readonly saved: SavedRun | undefined;
  readonly shards: readonly Shard[];
  /** What steps have to know before the first document. */
  readonly knowledge: Knowledge;
  /** Documents that steps have taken out for another one. */
  readonly duplicates: number;
  readonly identity: RunIdentity;
  /** What is saved of the run, where it goes on. */
  readonly resumed: SavedRun | undefined;
}

export interface Moved extends SinkSummary {
  /** Why it ended before its end. */
  readonly failure?: Fatal;
  /** How the files of the sources were read. */
  readonly forms: readonly FileForm[];
}

/** Takes every document from the source to the sink. */
export async function moveDocuments(
  plan: Plan,
  options: RunOptions,
  beginning: Beginning,
  books: RunBooks,
): Promise<Moved> {
  const { stateFolder, maxErrors, dryRun = false } = options;
  const { store, saved, shards, identity, resumed, knowledge } = beginning;
  const signal = AbortSignal.any([store.lost, ...(options.signal === undefined ? [] : [options.signal])]);
  const gathered = dryRun ? scratchFolder() : stateFolder;
  const sink = await openSinkOf(plan, options, beginning, books, signal);
  const stages = store.whileHeld(() => new Stages(plan, shards, gathered, resumed));
  const router = new Router(plan, sink, books);
  const originals = new Originals(stages.shards);
  const barrier = openBarrier({ router, shards: stages.shards, originals, signal });
  const errors = { ...books, rejectsFile: dryRun ? undefined : join(stateFolder, REJECTS) };
  let hands: Hands | undefined;
  let journal: Journal | undefined;
  try {
    journal = new Journal(store, { ...books, sink, stages }, identity, resumed, finishedFiles(saved));
    const { workers = 0, workersFrom } = options;
    const setting = { workers, workersFrom, size: sumOfSizes(shards), stages, knowledge };
    hands = openHands(plan, sink, router, journal, books, setting);
    refuseTooMany(maxErrors, errors);
    for await (const stage of stages.left()) {
      for (const shard of stage.shards) {
        if (journal.isPast(shard)) continue;
        const from = journal.positionOf(shard.number);
        for await (const batch of shard.batches({ signal, from, memory: hands.memory })) {
          await hands.take(shard, batch);
          refuseTooMany(maxErrors, errors);
          const { documents } = books.tally.source;
          options.onProgress?.({ documents, bytesRead: journal.bytesRead, bytesTotal: setting.size });
          if (signal.aborted) break;
        }
        if (signal.aborted) throw new Fatal('interrupted', 'Stopped before the end of the source, as asked.');
        noteChange(shard, books);
      }
      await hands.settle();
      await journal.commit();
      // What a barrier refuses is booked when all of it is.
      journal.enter();
      await stages.pass(stage, barrier);
      journal.leave();
      refuseTooMany(maxErrors, errors);
      await journal.commit();
    }
    refuseTooMany(maxErrors, errors, true);
    // What is decided now changes the books, until all of it is.
    journal.enter();
    const summary = await sink.finish({
      answer: async (late) => {
        if (signal.aborted)
          throw store.loss ?? new Fatal('interrupted', 'Stopped while conflicts were told, as asked.');
        await router.late(late, originals);
        refuseTooMany(maxErrors, errors, true);
      },
      announce: (files, publish) => store.announce(announcedFiles(files, saved), publish),
      whileHeld: (act) => store.whileHeld(act),
    });
    journal.end(summary.files);
    return { ...summary, forms: journal.forms.all };
  } catch (error) {
    // What is under way is finished and kept, unless it is what failed.
    await hands?.settle().catch(() => {});
    const failure = asFatal(error);
    await journal?.stop((failure ?? (error as Error)).message, failure?.exit ?? 'fatal').catch(() => {});
    await sink.abandon().catch(() => {});
    if (failure === undefined) throw error;
    return { containers: [], files: {}, failure, forms: journal?.forms.all ?? [] };
  } finally {
    await hands?.close();
    stages.close();
    if (dryRun) rmSync(gathered, { recursive: true, force: true });
    await originals.close();
  }
}

function openSinkOf(
  plan: Plan,
  { target, stateFolder, dryRun = false }: RunOptions,
  { store, shards, resumed }: Beginning,
  { observe }: RunBooks,
  signal: AbortSignal,
): Promise<Sink> {
  const takesLastKeys = lastKeysOf(plan, shards);
  const settled = resumed && { files: resumed.files, facts: resumed.facts['sink'] };
  const setting = { stateFolder, measureOnly: dryRun, observe, takesLastKeys, resumed: settled, signal };
  return store.whileHeld(() => openSink(plan, target, setting));
}
