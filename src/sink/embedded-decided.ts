/** What is known of a load once its conflicts are decided, and of where its documents came from? */
import type { BulkLoad } from '../container/bulk-load.ts';
import type { Losers } from '../container/losers.ts';

export interface Decided {
  readonly load: BulkLoad;
  readonly losers: Losers;
}

/** What records of documents refer to by number. */
export interface Sources {
  readonly entities: string[];
  /** Names of the sources by shard. */
  readonly places: Map<number, string>;
}
