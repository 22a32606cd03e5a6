/** What has been decided about a key? It is looked up in what a contest has left on disk, which any number of threads may read. */
import { join } from 'node:path';
import type { RecordPlace } from '../../document/position.ts';
import type { Tape, Value } from '../../document/tape.ts';
import type { Outcome, Outcomes } from '../../transform/contest.ts';
import { SortedIndex } from '../references/sorted-index.ts';
import { INDEX } from './contest-store.ts';
import { OutcomeReader } from './outcome-file.ts';

export class FoundOutcomes implements Outcomes {
  readonly #index: SortedIndex;
  readonly #outcomes: OutcomeReader;
  readonly #found: Found;
  /** Of which record one was asked for last, and how many of it. */
  #shard = -1;
  #at = -1;
  #nth = 0;

  /** @param cacheBytes of the files that are kept in memory */
  constructor(folder: string, cacheBytes: number) {
    this.#index = new SortedIndex(join(folder, INDEX), Math.floor(cacheBytes / 2));
    this.#outcomes = new OutcomeReader(folder, Math.floor(cacheBytes / 2));
    this.#found = new Found(this.#outcomes);
  }

  of(key: Int32Array, { shard, index }: RecordPlace): Outcome | undefined {
    if (shard === this.#shard && index === this.#at) this.#nth++;
    else {
      this.#shard = shard;
      this.#at = index;
      this.#nth = 0;
    }
    for (const place of this.#index.placesOf(key[0]! >>> 0, key[1]! >>> 0, -1)) {
      this.#outcomes.seek(place);
      if (!this.#outcomes.isOf(key)) continue;
      this.#found.wins = this.#outcomes.isWonBy({ shard, index, nth: this.#nth });
      return this.#found;
    }
    return undefined;
  }

  close(): void {
    this.#index.close();
    this.#outcomes.close();
  }
}

/** The outcome that the reader is at. */
class Found implements Outcome {
  wins = false;
  readonly #outcomes: OutcomeReader;

  constructor(outcomes: OutcomeReader) {
    this.#outcomes = outcomes;
  }

  winner(tape: Tape): Value {
    return this.#outcomes.winner(tape);
  }
}
