/** Who works on the batches? The thread of the run itself, or workers; either way what they make is booked in order. */
import type { Sink } from '../sink/sink.ts';
import type { RecordBatch, Shard } from '../source/source.ts';
import type { Intake } from './intake.ts';
import type { Journal } from './journal.ts';

export interface Hands {
  /** Takes a batch; resolves when there is room for the next one. */
  take(shard: Shard, batch: RecordBatch): Promise<void>;
  /** Resolves when everything taken is with the sink and booked. */
  settle(): Promise<void>;
  /** Ends what works in the background. */
  close(): Promise<void>;
}

/** What of a batch is still needed when it is booked; its bytes may be the source's again. */
export type BatchFacts = Pick<RecordBatch, 'count' | 'firstIndex' | 'offset' | 'bytesRead' | 'bytes' | 'broken'>;

/** The thread of the run does everything itself. */
export function ownHands(intake: Intake, sink: Sink, journal: Journal): Hands {
  return {
    async take(shard, batch) {
      intake.take(shard, batch);
      await sink.drain();
      journal.advance(shard, batch);
    },
    settle: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
