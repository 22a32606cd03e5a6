/** What is known of a load once its conflicts are decided, and of where its documents came from? */
import type { BulkLoad } from '../container/bulk-load.ts';
import type { Losers } from '../container/losers.ts';
import type { FinishOptions, Refusal } from './sink.ts';

export interface Decided {
  readonly load: BulkLoad;
  readonly losers: Losers;
  /** What a database said of those that it refused. */
  readonly refusals?: readonly Refusal[];
}

/** Writes those that won to where they are meant for; answers with the same, those that were refused there among the losers. */
export type WriteDecided = (
  decided: readonly Decided[],
  whileHeld: FinishOptions['whileHeld'],
) => Promise<readonly Decided[]>;

/** What records of documents refer to by number. */
export interface Sources {
  readonly entities: string[];
  /** Names of the sources by shard. */
  readonly places: Map<number, string>;
}
