/** Does a run need workers? Where files are large and lines can be written in any thread; what they send is booked here. */
import { Buffer } from 'node:buffer';
import type { Observe } from '../document/notice.ts';
import type { Plan } from '../plan/plan.ts';
import { planForAnother } from '../plan/plan-again.ts';
import { sharedCalls } from '../plan/script/call.ts';
import type { Findings } from '../report/findings.ts';
import type { Tally } from '../report/tally.ts';
import { type Sink, takesLines } from '../sink/sink.ts';
import { type Hands, ownHands } from './hands.ts';
import type { Journal } from './journal.ts';
import type { Knowledge } from './knowledge.ts';
import { openIntake } from './open-intake.ts';
import type { Router } from './route.ts';
import type { RunRejects } from './unwritten.ts';
import type { Stages, StageShard } from './stages.ts';
import { Workbench } from './workbench.ts';
import { Workers } from './workers.ts';

export interface RunBooks {
  readonly tally: Tally;
  readonly findings: Findings;
  readonly observe: Observe;
  readonly rejects: RunRejects;
}

/** Below this many bytes a run is over within a second, and a thread saves hardly more than it takes to get going. */
const WORTH_WORKERS = 64 << 20;

export interface HandsSetting {
  /** Threads beside the run's own. */
  readonly workers: number;
  /** Bytes of files from which on they are used. */
  readonly workersFrom?: number | undefined;
  /** Bytes of the files that will be read, `undefined` where that is not known. */
  readonly size: number | undefined;
  /** What steps gather and remember: they do it in one thread. */
  readonly stages: Pick<Stages, 'gatherings' | 'memories'>;
  /** What steps have to know before the first document. */
  readonly knowledge: Knowledge;
}

export function openHands(
  plan: Plan,
  sink: Sink,
  router: Router,
  journal: Journal,
  books: RunBooks,
  { workers, workersFrom = WORTH_WORKERS, size, stages, knowledge }: HandsSetting,
): Hands {
  const { startedAt } = journal;
  const hands = (): Hands =>
    ownHands(
      openIntake(plan, router, books, { startedAt, stages, knowing: knowledge.opened() }),
      router,
      sink,
      journal,
    );
  const isInOrder = stages.gatherings.size > 0 || stages.memories.bySpace.size > 0;
  if (workers < 1 || size === undefined || size < workersFrom || isInOrder || !takesLines(sink)) return hands();
  const own = { hands, mustTake: ({ number }: StageShard) => (journal.positionOf(number)?.ordinal ?? 0) > 0 };
  const start = { plan: planForAnother(plan), startedAt, calls: sharedCalls, knowledge: knowledge.folder };
  const workbench = new Workbench(plan, startedAt, knowledge.opened());
  return new Workers(workers, start, workbench, own, async (shard, facts, { files, rejects, tally, findings }) => {
    journal.enter();
    books.tally.merge(tally);
    books.findings.merge(findings);
    if (rejects !== undefined) books.rejects.append(Buffer.from(rejects.text, 0, rejects.length));
    for (const { label, text, length, counts } of files) sink.takeLines(label, Buffer.from(text, 0, length), counts);
    await journal.advance(shard, facts);
  });
}
