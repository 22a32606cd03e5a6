/**
 * What do documents come to, with no run around them? They pass all stages of a plan into a sink; nothing is committed,
 * so that nothing stays and nothing could be gone on with.
 */
import { rmSync } from 'node:fs';
import type { Plan } from '../plan/plan.ts';
import type { Sink } from '../sink/sink.ts';
import type { Shard } from '../source/source.ts';
import type { Barrier, Refused } from '../transform/gathering.ts';
import type { ChainOutlet } from '../transform/outlet.ts';
import { openBarrier } from './barrier.ts';
import { Knowledge } from './knowledge.ts';
import { openIntake } from './open-intake.ts';
import type { PhaseProgress } from './options.ts';
import { ownKnowledge } from './own-folder.ts';
import { referenceShards } from './references.ts';
import { type Books, Router } from './route.ts';
import { type StageShard, Stages } from './stages.ts';
import { scratchFolder } from './unwritten.ts';

/** What of a sink is needed where nothing is committed. */
export type PassingSink = Pick<Sink, 'check' | 'take' | 'drain' | 'finish'>;

export interface Passing {
  readonly sink: PassingSink;
  readonly books: Books;
  /** Milliseconds since 1970: what depends on time depends on this alone. */
  readonly startedAt: number;
  /** Aborted: what has not been read yet stays unread, and the sink is not finished. */
  readonly signal?: AbortSignal;
  readonly onPhase?: ((progress: PhaseProgress) => void) | undefined;
  /** Stands between the steps and the router, to see what comes out of them. */
  readonly watch?: (router: ChainOutlet) => ChainOutlet;
  /** Is called before a shard is read. */
  readonly onShard?: (shard: StageShard) => void;
  /** Those of the references. @default the files that the plan names */
  readonly referenceShards?: readonly Shard[];
  /** What steps see which have to know all documents, and the steps in front of them. @default what passes */
  readonly surveyed?: { readonly plan: Plan; readonly shards: readonly Shard[] };
  /** Is told what a barrier rejects. */
  readonly onRefused?: (refused: Refused) => void;
}

export async function passDocuments(plan: Plan, shards: readonly Shard[], passing: Passing): Promise<void> {
  const { sink, books, startedAt, signal, watch = (router) => router, onShard, onRefused, onPhase } = passing;
  const references = passing.referenceShards ?? (await referenceShards(plan));
  const surveyed = passing.surveyed ?? { plan, shards };
  const knowables = { sources: surveyed.shards, references };
  const gathered = scratchFolder();
  const stages = new Stages(plan, shards, gathered, undefined);
  const { observe } = books;
  let knowledge: Knowledge | undefined;
  try {
    const learning = { startedAt, observe, signal, onPhase };
    knowledge = await Knowledge.build(surveyed.plan, knowables, ownKnowledge(gathered), learning);
    if (isAborted(signal)) return;
    const knowing = knowledge.opened();
    const router = new Router(plan, sink, books);
    const intake = openIntake(plan, router, books, { startedAt, knowing, stages, outlet: watch(router) });
    const opened = openBarrier({ router, shards: stages.shards, originals: NO_ORIGINALS, signal });
    const barrier: Barrier = {
      ...opened,
      refuse(refused) {
        onRefused?.(refused);
        return opened.refuse(refused);
      },
    };
    for await (const stage of stages.left()) {
      for (const shard of stage.shards) {
        onShard?.(shard);
        for await (const batch of shard.batches({ signal })) {
          intake.take(shard, batch);
          await sink.drain();
          if (isAborted(signal)) return;
        }
        if (isAborted(signal)) return;
      }
      await stages.pass(stage, barrier);
    }
    await sink.finish({
      answer: (late) => router.late(late, NO_ORIGINALS),
      announce: (_files, publish) => publish(),
      whileHeld: (act) => act(),
    });
  } finally {
    stages.close();
    knowledge?.remove();
    rmSync(gathered, { recursive: true, force: true });
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** The documents are at hand, so that nobody misses the text of a record that has passed. */
const NO_ORIGINALS = { of: () => Promise.resolve(undefined) };
