/** What is kept of a run while it goes on? Its pinned start, its positions and its books, committed together between batches. */
import type { Position } from '../document/position.ts';
import type { Plan } from '../plan/plan.ts';
import type { Findings } from '../report/findings.ts';
import type { Rejects } from '../report/rejects.ts';
import type { Tally } from '../report/tally.ts';
import type { Shard } from '../source/source.ts';
import type { BatchFacts } from './hands.ts';
import type { RunIdentity } from '../state/saved-run.ts';
import type { Store } from '../state/store.ts';

export interface Kept {
  readonly tally: Tally;
  readonly findings: Findings;
  readonly rejects: Rejects;
}

/** The only stage as long as no step works across documents. */
const STAGE = 'documents';
const REJECTS = 'rejects.ndjson';
/** How a run ends that came to its end. */
export const COMPLETE = 'complete';

export class Journal {
  /** When the run began, milliseconds since 1970; what depends on time depends on this alone. */
  readonly startedAt: number = Date.now();
  /** Bytes of the files that have been read, of all shards so far. */
  bytesRead = 0;
  readonly #store: Store;
  readonly #kept: Kept;
  readonly #positions = new Map<number, Position>();
  /** Lengths of the files that this run and the ones before it have finished, by path. */
  readonly #files: Record<string, number> = {};
  #shard = -1;
  #bytesOfEarlierShards = 0;

  constructor(store: Store, kept: Kept) {
    this.#store = store;
    this.#kept = kept;
  }

  /** A new run begins; what an earlier one left in the state is forgotten, but for the files that it wrote. */
  begin(command: RunIdentity['command'], plan: Plan): void {
    // Its files stay its own until this run replaces them, also if it never does.
    for (const [name, length] of Object.entries(this.#store.saved?.files ?? {}))
      if (name !== REJECTS) this.#files[name] = length;
    const identity = { command, planName: plan.name, planHash: plan.hash, startedAt: this.startedAt };
    this.#store.begin(identity, this.#progress());
  }

  /** A batch is with the sink; commits when it is time. */
  advance(shard: Shard, batch: BatchFacts): void {
    if (shard.number !== this.#shard) {
      this.#shard = shard.number;
      this.#bytesOfEarlierShards = this.bytesRead;
    }
    this.bytesRead = this.#bytesOfEarlierShards + batch.bytesRead;
    const records = batch.count + batch.broken.length;
    const index = batch.firstIndex + records;
    this.#positions.set(shard.number, { shard: shard.number, index, ordinal: 0, offset: batch.offset + batch.bytes });
    if (this.#store.isDue(records)) this.#commit();
  }

  /** The run is over, well or not; `files` are those that it leaves. */
  end(how: string, files: Readonly<Record<string, number>>): void {
    Object.assign(this.#files, files);
    this.#commit(how);
  }

  #commit(ended?: string): void {
    this.#kept.rejects.flush();
    this.#store.commit(ended === undefined ? this.#progress() : { ...this.#progress(ended === COMPLETE), ended });
  }

  #progress(done: boolean = false): Parameters<Store['commit']>[0] {
    const { tally, findings, rejects } = this.#kept;
    return {
      stages: [{ name: STAGE, done }],
      positions: [...this.#positions.values()],
      files: { ...this.#files, [REJECTS]: rejects.length },
      tally: tally.snapshot(),
      findings: findings.snapshot(),
    };
  }
}
