/**
 * How do the documents that won get into the container? In their order, out of the segment on disk, while the writer has
 * room. A run that is killed goes on behind the last one up to which all are settled.
 */
import { effectiveKey } from '../../container/effective-key.ts';
import { type Losers, REFUSED } from '../../container/losers.ts';
import { Fatal } from '../../errors.ts';
import type { Decided } from '../embedded-decided.ts';
import type { Refusal } from '../sink.ts';
import type { HandedOver } from './handed-over.ts';
import type { Item } from './item.ts';
import type { Settlement } from './settlement.ts';
import type { Writer } from './writer.ts';

export interface WinnersSetting {
  readonly handedOver: HandedOver;
  /** Makes the writer that tells of each document what has become of it. */
  readonly openWriter: (settle: (item: Item, settlement: Settlement) => void) => Promise<Writer>;
  readonly whileHeld: (act: () => void) => void;
  readonly signal: AbortSignal | undefined;
}

/** Documents may be settled so far ahead of the first that is not. */
const MOST_BEYOND = 250_000;

/** Answers with the same, and among the losers those that the service refused. */
export async function writeWinners(decided: Decided, setting: WinnersSetting): Promise<Decided> {
  const { handedOver, openWriter, whileHeld, signal } = setting;
  const { segment, stored } = decided.load;
  const { acknowledged } = handedOver;
  whileHeld(() => handedOver.begin());
  const writer = await openWriter((item, settlement) => {
    if (settlement.kind === 'written') handedOver.written(item.number);
    else handedOver.refuse({ number: item.number, refusal: settlement.refusal });
    handedOver.save(whileHeld);
  });
  try {
    for (let number = acknowledged.prefix; number < segment.count; number++) {
      if (decided.losers.has(number)) {
        acknowledged.done(number);
        continue;
      }
      await writer.room();
      if (acknowledged.beyond > MOST_BEYOND) await writer.when(() => acknowledged.beyond < MOST_BEYOND / 2);
      refuseAborted(signal);
      const { id, partitionKey } = stored.describe(number);
      writer.add({ number, id, partitionKey, place: placeOf(partitionKey), text: stored.text(number), attempts: 0 });
    }
    await writer.allSettled();
  } finally {
    await writer.stop();
    handedOver.save(whileHeld, true);
  }
  return withRefused(decided, handedOver);
}

/** Where a logical partition lies among the ranges, as they are given. */
function placeOf(partitionKey: readonly unknown[]): string {
  return effectiveKey(partitionKey, 2).toString('hex').toUpperCase();
}

function withRefused({ load, losers }: Decided, { refused }: HandedOver): Decided {
  const refusals: Refusal[] = [];
  const others: Parameters<Losers['with']>[0] = refused.map(({ number, refusal }) => ({
    document: number,
    table: REFUSED,
    holder: refusals.push(refusal) - 1,
  }));
  return { load, losers: losers.with(others), refusals };
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  // Another process has taken the run over, or somebody asked for it.
  if (signal.reason instanceof Fatal) throw signal.reason;
  throw new Fatal('interrupted', 'Stopped while documents were written, as asked.');
}
