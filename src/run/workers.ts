/**
 * How do several cores share one run? Batches go to workers as long as these have room, else the thread of the run
 * works on one itself. Results are booked in the order of the batches, so that files, rejects and reports are the same
 * whatever number of workers there is. What is under way is bounded: a worker has one batch in hand and some waiting.
 */
import type { Buffer } from 'node:buffer';
import type { RecordBatch } from '../source/source.ts';
import type { StageShard } from './stages.ts';
import type { Made, SpareText } from './batch-message.ts';
import type { BatchFacts, Hands } from './hands.ts';
import { isShared, SharedMemory } from './shared-bytes.ts';
import type { Workbench } from './workbench.ts';
import type { WorkerStart } from './worker.ts';
import { WorkerThread } from './worker-thread.ts';

/**
 * Bytes of batches that may be under way for each thread, many small ones or one that holds a large record: so much that
 * the run hardly waits for a worker that is just beginning, and slow.
 */
const BYTES_UNDER_WAY = 1 << 20;

/** Books what has become of a batch. */
export type Book = (shard: StageShard, batch: BatchFacts, made: Made) => Promise<void>;

/** The thread of the run doing everything itself. */
export interface OwnHands {
  readonly hands: () => Hands;
  /** Whether the next batch of the shard begins with a record of which outputs are written already. */
  readonly mustTake: (shard: StageShard) => boolean;
}

interface Task {
  readonly shard: StageShard;
  readonly facts: BatchFacts;
  readonly promised: Promise<Made>;
  /** The result, once it is there. */
  made?: Made;
}

export class Workers implements Hands {
  readonly #workers: readonly WorkerThread[];
  readonly #workbench: Workbench;
  readonly #book: Book;
  /** Whether a batch could not be booked; those behind it are not booked either. */
  #hasFailed = false;
  /** In the order of the batches. */
  readonly #tasks: Task[] = [];
  /** Bytes of their batches. */
  #bytes = 0;
  /** Buffers whose lines are written, to be filled again. */
  readonly #spare: SpareText[] = [];
  /** Where the source reads to. */
  readonly memory: SharedMemory = new SharedMemory();

  readonly #own: OwnHands;

  /**
   * @param count workers beside the thread of the run, which works at `workbench`
   * @param own takes batches that workers cannot take
   */
  constructor(count: number, start: Omit<WorkerStart, 'slot'>, workbench: Workbench, own: OwnHands, book: Book) {
    this.#own = own;
    this.#workers = Array.from({ length: count }, (_, i) => new WorkerThread({ ...start, slot: i + 1 }));
    this.#workbench = workbench;
    this.#book = book;
  }

  async take(shard: StageShard, batch: RecordBatch): Promise<void> {
    if (this.#own.mustTake(shard)) return this.#own.hands().take(shard, batch);
    const most = BYTES_UNDER_WAY * (this.#workers.length + 1);
    while (this.#tasks.length > 0 && this.#bytes + batch.bytes > most) await this.#bookNext();
    const idlest = this.#workers.reduce((a, b) => (b.room > a.room ? b : a));
    if (idlest.room > 0) this.#handOver(idlest, shard, batch);
    else {
      this.#add(shard, batch, Promise.resolve(this.#workbench.work(shard, batch, this.#oneForEachFile())));
      this.memory.give(batch.text);
    }
    // Answers of workers come in between two batches only.
    await new Promise(setImmediate);
    while (this.#tasks[0]?.made !== undefined) await this.#bookNext();
  }

  async settle(): Promise<void> {
    while (this.#tasks.length > 0 && !this.#hasFailed) await this.#bookNext();
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.end()));
  }

  #handOver(worker: WorkerThread, shard: StageShard, batch: RecordBatch): void {
    const { text } = batch;
    const shared = isShared(text) ? text : this.#copyOf(text);
    const made = worker.work(shard, batch, shared, this.#oneForEachFile());
    this.#add(shard, batch, made);
    made.then(
      () => this.memory.give(shared),
      () => {},
    );
  }

  /** The first batch of a file lies where the source looked what the file is. */
  #copyOf(text: Buffer): Buffer {
    const shared = this.memory.take(text.length);
    text.copy(shared);
    return shared;
  }

  #add(shard: StageShard, batch: RecordBatch, promised: Promise<Made>): void {
    const { count, firstIndex, bytesRead, bytes, endOffset, endLine, broken, form } = batch;
    const task: Task = {
      shard,
      facts: { count, firstIndex, bytesRead, bytes, endOffset, endLine, broken, form },
      promised,
    };
    this.#tasks.push(task);
    this.#bytes += bytes;
    const keep = (made: Made): void => {
      task.made = made;
    };
    // A failure is met where the result is awaited, in its turn.
    promised.then(keep, () => {});
  }

  async #bookNext(): Promise<void> {
    const { shard, facts, promised } = this.#tasks.shift()!;
    this.#hasFailed = true;
    const made = await promised;
    this.#bytes -= facts.bytes;
    await this.#book(shard, facts, made);
    this.#hasFailed = false;
    this.#spare.push(...made.files);
    if (made.rejects !== undefined) this.#spare.push(made.rejects);
  }

  #oneForEachFile(): SpareText[] {
    const taken: SpareText[] = [];
    for (let i = this.#spare.length - 1; i >= 0; i--) {
      const { label, text } = this.#spare[i]!;
      if (taken.some((one) => one.label === label)) continue;
      this.#spare.splice(i, 1);
      taken.push({ label, text });
    }
    return taken;
  }
}
