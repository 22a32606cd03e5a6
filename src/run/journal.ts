/**
 * What is kept of a run while it goes on? Its pinned start, its positions and its books, committed together with the
 * lengths of all files, between two batches. So the state always describes one moment of the run, and a run that is
 * killed goes on from there.
 *
 * The run does not wait for the disk: the moment is taken down, and committed between two later batches, once everything
 * that it describes is in the files. What came after it is behind the lengths of that moment and is cut off by a resume.
 *
 * A record with very many outputs is committed inside as well. Books cannot be cut in the middle of a record: they stay
 * those of its beginning, while the files hold its first outputs already. After a resume the record is worked on from
 * its beginning and counted anew, and the outputs that are there are not written again.
 */
import type { Position } from '../document/position.ts';
import type { Settled } from '../document/settled.ts';
import type { ExitName } from '../exit-status.ts';
import type { Findings } from '../report/findings.ts';
import type { Tally } from '../report/tally.ts';
import type { Sink } from '../sink/sink.ts';
import type { Progress, RunIdentity, SavedRun } from '../state/saved-run.ts';
import { Forms } from './forms.ts';
import type { BatchFacts } from './hands.ts';
import { COMPLETE, REJECTS, withFinished } from './kept-files.ts';
import type { WithinRecord } from './route.ts';
import type { StageShard, Stages } from './stages.ts';
import type { RunRejects, RunStore } from './unwritten.ts';

export interface Kept {
  readonly tally: Tally;
  readonly findings: Findings;
  readonly rejects: RunRejects;
  readonly sink: Pick<Sink, 'flush' | 'settle' | 'mark'>;
  readonly stages: Pick<Stages, 'progress' | 'flush' | 'settle' | 'remove'>;
}

interface Noted {
  readonly progress: Progress;
  /** Whether everything that it describes is in the files. */
  isWritten(): boolean;
}

/** Outputs of one record between two commits inside of it. */
const OUTPUTS_APART = 1_000;

export class Journal {
  /** When the run began, milliseconds since 1970, the same after a resume; what depends on time depends on this alone. */
  readonly startedAt: number;
  /** Bytes of the files that have been read, of all shards so far. */
  bytesRead = 0;
  /** How the files of the sources are read. */
  readonly forms: Forms;
  readonly #store: RunStore;
  readonly #kept: Kept;
  readonly #positions = new Map<number, Position>();
  /** Lengths of the files that this run and the ones before it have finished, by path. */
  #finished: Readonly<Record<string, number>>;
  /** What was committed last. */
  #committed: Progress;
  /** A moment that is committed once it is in the files. */
  #noted: Noted | undefined;
  /** Whether the books are in the middle of something, so that they cannot be committed. */
  #isInside = false;
  #shard = -1;
  /** Bytes read before this process began. */
  readonly #bytesReadBefore: number;
  #bytesOfEarlierShards = 0;

  /**
   * Begins a run, or goes on with one.
   * @param finished files that earlier runs of the plan left and that stay their own, lengths by path
   */
  constructor(
    store: RunStore,
    kept: Kept,
    identity: RunIdentity,
    resumed: SavedRun | undefined,
    finished: Readonly<Record<string, number>>,
  ) {
    this.#store = store;
    this.#kept = kept;
    this.#finished = finished;
    this.startedAt = identity.startedAt;
    this.forms = new Forms(resumed?.facts);
    this.#bytesReadBefore = resumed?.bytesRead ?? 0;
    for (const position of resumed?.positions ?? []) this.#positions.set(position.shard, position);
    this.#committed = this.#progress(kept.sink.settle());
    if (resumed === undefined) store.begin(identity, this.#committed);
    else store.goOn(identity);
  }

  /** Whether the run has gone on to a later shard already. */
  isPast(shard: StageShard): boolean {
    if (Math.max(...this.#positions.keys()) <= shard.number) return false;
    if (shard.enters === 0) this.bytesRead += shard.size ?? 0;
    return true;
  }

  /** Where reading a shard goes on; `undefined` at its beginning. */
  positionOf(shard: number): Position | undefined {
    return this.#positions.get(shard);
  }

  /** From here until `advance` or `leave`, the books are in the middle of something. */
  enter(): void {
    this.#isInside = true;
  }

  leave(): void {
    this.#isInside = false;
  }

  /** A batch is with the sink and in the books; commits when it is time. */
  async advance(shard: StageShard, batch: BatchFacts): Promise<void> {
    if (shard.enters === 0) {
      this.#countBytes(shard, batch);
      this.forms.note(shard.number, batch.form);
    }
    const records = batch.count + batch.broken.length;
    const index = batch.firstIndex + records;
    const { endOffset: offset, endLine: line } = batch;
    this.#positions.set(shard.number, { shard: shard.number, index, ordinal: 0, offset, line });
    this.#isInside = false;
    if (this.#noted?.isWritten() === true) this.#commitNoted();
    if (this.#store.isDue(records)) await this.#note();
  }

  /** Commits what there is between two batches, when it is in the files. */
  async commit(): Promise<void> {
    await this.#kept.sink.flush();
    await this.#kept.stages.flush();
    this.#noted = undefined;
    this.#commit(this.#progress(this.#kept.sink.settle()));
  }

  /** A record with many outputs, which begins at the position that was committed last. */
  within(shard: number): WithinRecord {
    const there = this.#positions.get(shard) ?? { shard, index: 0, ordinal: 0, offset: 0, line: 1 };
    let committed = there.ordinal;
    return {
      there: there.ordinal,
      done: (ordinal) => {
        if (ordinal - committed < OUTPUTS_APART) return;
        committed = ordinal;
        this.#commitInside({ ...there, ordinal });
      },
    };
  }

  /** The run has come to its end, with these files. */
  end(files: Readonly<Record<string, number>>): void {
    this.#finished = withFinished(this.#finished, files);
    this.#commit({ ...this.#progress(undefined), ended: COMPLETE });
    try {
      this.#store.whileHeld(() => this.#kept.stages.remove());
    } catch {
      // The run is complete all the same; the next one removes what was gathered.
    }
  }

  /** The run has stopped before its end; what is not committed yet is, unless it is in the middle of something. */
  async stop(why: string, by: ExitName): Promise<void> {
    // Complete it stays, whatever went wrong afterwards.
    if (this.#committed.ended === COMPLETE) return;
    if (!this.#isInside) await this.commit();
    this.#commit({ ...this.#committed, ended: why, endedBy: by });
  }

  /** Takes this moment down; the one before must have been committed. */
  async #note(): Promise<void> {
    const { sink, stages } = this.#kept;
    if (this.#noted !== undefined) {
      await sink.flush();
      this.#commitNoted();
    }
    await stages.flush();
    const marked = sink.mark();
    this.#noted = { progress: this.#progress(marked.settled), isWritten: () => marked.isWritten() };
  }

  #commitNoted(): void {
    const { progress } = this.#noted!;
    this.#noted = undefined;
    this.#commit(progress);
  }

  #countBytes(shard: StageShard, batch: BatchFacts): void {
    if (shard.number !== this.#shard) {
      this.#shard = shard.number;
      this.#bytesOfEarlierShards = this.bytesRead;
    }
    this.bytesRead = this.#bytesOfEarlierShards + batch.bytesRead;
  }

  #commitInside(position: Position): void {
    const { files, facts } = this.#kept.sink.settle();
    const positions = this.#committed.positions.filter(({ shard }) => shard !== position.shard);
    this.#commit({
      ...this.#committed,
      positions: [...positions, position],
      files: { ...this.#committed.files, ...files },
      facts: { ...this.#committed.facts, sink: facts },
    });
  }

  #commit(progress: Progress): void {
    this.#store.commit(progress);
    this.#committed = progress;
  }

  /** Where everything stands. @param sink where the sink does; `undefined` when all is done */
  #progress(sink: Settled | undefined): Progress {
    const { tally, findings, rejects, stages } = this.#kept;
    rejects.flush();
    const settled: [string, Settled][] = sink === undefined ? [] : [['sink', sink], ...stages.settle()];
    return {
      stages: stages.progress,
      positions: [...this.#positions.values()],
      files: Object.assign({}, this.#finished, ...settled.map(([, { files }]) => files), {
        [REJECTS]: rejects.length,
      }) as Progress['files'],
      facts: { ...Object.fromEntries(settled.map(([name, { facts }]) => [name, facts])), ...this.forms.facts },
      tally: tally.snapshot(),
      findings: findings.snapshot(),
      bytesRead: Math.max(this.bytesRead, this.#bytesReadBefore),
    };
  }
}
