/**
 * How do steps come to know all documents before the run? These pass once through the steps in front of them. Nothing is
 * written or booked of that: what is wrong with a document is told when it passes again.
 */
import { setImmediate } from 'node:timers/promises';
import type { Observe } from '../../document/notice.ts';
import type { Plan } from '../../plan/plan.ts';
import { Tally } from '../../report/tally.ts';
import type { Shard } from '../../source/source.ts';
import type { ChainOutlet } from '../../transform/outlet.ts';
import type { ApplyStep } from '../../transform/step.ts';
import type { PhaseProgress } from '../options.ts';
import { phaseOf } from '../phase.ts';
import { openBarrier } from '../barrier.ts';
import { observeChange } from '../note-change.ts';
import { type Knowing, openIntake } from '../open-intake.ts';
import { Router } from '../route.ts';
import { Stages } from '../stages.ts';
import type { Surveyed } from './levels.ts';
import { planForSurvey } from './survey-plan.ts';

/** What one step does with the documents that it sees. */
export interface Survey {
  readonly look: ApplyStep;
  /** Resolves when there is room for more. */
  drain(): Promise<void>;
}

export interface SurveySetting {
  /** All shards of the sources. */
  readonly shards: readonly Shard[];
  /** Milliseconds since 1970: that of the run. */
  readonly startedAt: number;
  /** What steps know already. */
  readonly knowing: Knowing;
  /** Is not there yet, and is for this alone: what steps in front keep meanwhile. */
  readonly scratch: string;
  /** Is told of sources that were written to meanwhile; what is wrong with a document is told when it passes again. */
  readonly observe: Observe;
  /** Aborted: what has not been read yet stays unread. */
  readonly signal?: AbortSignal | undefined;
  readonly onPhase?: ((progress: PhaseProgress) => void) | undefined;
  /** What is said of it there. */
  readonly phase: string;
}

/** @throws Fatal when a source cannot be read to its end */
export async function passSurvey(
  plan: Plan,
  surveys: ReadonlyMap<Surveyed, Survey>,
  { shards, startedAt, knowing, scratch, observe, signal, onPhase, phase }: SurveySetting,
): Promise<void> {
  const part = planForSurvey(plan, [...surveys.keys()], (surveyed) => surveys.get(surveyed)!.look);
  const wanted = new Set(part.plan.sources.filter(part.needs).map(({ entity }) => entity));
  const read = shards.filter(({ entity }) => wanted.has(entity));
  const onRead = phaseOf(phase, read, onPhase);
  const stages = new Stages(part.plan, shards, scratch, undefined);
  try {
    const books = { tally: new Tally(), observe: () => {}, rejects: { add: () => {} } };
    const router = new Router(plan, NOWHERE_SINK, books);
    const intake = openIntake(part.plan, router, books, { startedAt, knowing, stages, outlet: NOWHERE });
    const barrier = openBarrier({ router, shards: stages.shards, originals: NO_ORIGINALS, signal });
    for await (const stage of stages.left()) {
      for (const shard of stage.shards) {
        if (shard.enters === 0 && !wanted.has(shard.entity)) continue;
        for await (const batch of shard.batches({ signal })) {
          intake.take(shard, batch);
          for (const survey of surveys.values()) await survey.drain();
          if (shard.enters === 0) onRead?.(shard, batch);
          // The lease of the run has to be renewed meanwhile.
          await setImmediate();
          if (signal?.aborted === true) return;
        }
        // The run may not read it: it has been there, or has had enough before.
        observeChange(shard, observe);
      }
      if (signal?.aborted === true) return;
      await stages.pass(stage, barrier);
    }
  } finally {
    stages.close();
    stages.remove();
  }
}

const NO_ORIGINALS = { of: () => Promise.resolve(undefined) };
const NOWHERE_SINK = { check: () => undefined, take: () => 0 };
const NOWHERE: ChainOutlet = {
  emit: () => -1,
  check: () => undefined,
  reject() {},
  leave() {},
  made() {},
  drop() {},
  note() {},
};
