/** Who works on the batches? The thread of the run itself, or workers; either way what they make is booked in order. */
import type { Sink } from '../sink/sink.ts';
import type { Memory, RecordBatch } from '../source/source.ts';
import type { StageShard } from './stages.ts';
import type { Intake } from './intake.ts';
import { recordsOf } from './records-of.ts';
import type { Journal } from './journal.ts';
import type { Router } from './route.ts';

export interface Hands {
  /** Where the batches are to be read to, if that matters. */
  readonly memory?: Memory;
  /** Takes a batch; resolves when there is room for the next one. */
  take(shard: StageShard, batch: RecordBatch): Promise<void>;
  /** Resolves when everything taken is with the sink and booked. */
  settle(): Promise<void>;
  /** Ends what works in the background. */
  close(): Promise<void>;
}

/** What of a batch is still needed when it is booked; its bytes may be the source's again. */
export type BatchFacts = Pick<
  RecordBatch,
  'count' | 'firstIndex' | 'bytesRead' | 'bytes' | 'endOffset' | 'endLine' | 'broken' | 'form'
>;

/** A record of so many bytes may have very many outputs. */
const LARGE = 1 << 18;

/** The thread of the run does everything itself. */
export function ownHands(intake: Intake, router: Router, sink: Sink, journal: Journal): Hands {
  return {
    async take(shard, batch) {
      for (const part of partsOf(batch, journal.positionOf(shard.number)?.ordinal ?? 0)) {
        if (part.isLarge) {
          await journal.commit();
          router.within = journal.within(shard.number);
        }
        journal.enter();
        intake.take(shard, part.batch);
        router.within = undefined;
        await sink.drain();
        await journal.advance(shard, part.batch);
      }
    },
    settle: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

interface Part {
  readonly batch: RecordBatch;
  /** It is one large record. */
  readonly isLarge: boolean;
}

/** The batch, large records by themselves. @param there outputs of the first record that are written already */
function* partsOf(batch: RecordBatch, there: number): Generator<Part, void, undefined> {
  let from = 0;
  for (let i = 0; i < batch.count; i++) {
    if (batch.ends[i]! - batch.starts[i]! < LARGE && (i > 0 || there === 0)) continue;
    if (i > from) yield { batch: recordsOf(batch, from, i), isLarge: false };
    yield { batch: recordsOf(batch, i, i + 1), isLarge: true };
    from = i + 1;
  }
  if (from === 0) yield { batch, isLarge: false };
  else if (from < batch.count) yield { batch: recordsOf(batch, from, batch.count), isLarge: false };
}
