/**
 * How do several cores share one run? Batches go to workers as long as these have room, else the thread of the run
 * works on one itself. Results are booked in the order of the batches, so that files, rejects and reports are the same
 * whatever number of workers there is. What is under way is bounded: a worker has one batch in hand and some waiting.
 */
import type { RecordBatch } from '../source/source.ts';
import type { StageShard } from './stages.ts';
import type { Made, SpareText } from './batch-message.ts';
import type { BatchFacts, Hands } from './hands.ts';
import type { Workbench } from './workbench.ts';
import type { WorkerStart } from './worker.ts';
import { WorkerThread } from './worker-thread.ts';

/** Batches that a worker has at most, so that it need not wait for the run while that works itself. */
const PER_WORKER = 2;
/** Batches that may wait for an earlier one to be booked, for each thread. */
const UNDER_WAY = 2;

/** Bytes of batches that may be under way: many small ones, or one that holds a large record. */
const BYTES_UNDER_WAY = 32 << 20;

/** Books what has become of a batch. */
export type Book = (shard: StageShard, batch: BatchFacts, made: Made) => Promise<void>;

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

  /** @param count workers beside the thread of the run, which works at `workbench` */
  constructor(count: number, start: WorkerStart, workbench: Workbench, book: Book) {
    this.#workers = Array.from({ length: count }, () => new WorkerThread(start));
    this.#workbench = workbench;
    this.#book = book;
  }

  async take(shard: StageShard, batch: RecordBatch): Promise<void> {
    while (this.#tasks.length > 0 && this.#bytes + batch.bytes > BYTES_UNDER_WAY) await this.#bookNext();
    const idlest = this.#workers.reduce((a, b) => (b.waiting < a.waiting ? b : a));
    const spare = this.#oneForEachFile();
    const promised =
      idlest.waiting < PER_WORKER
        ? idlest.work(shard, batch, spare)
        : Promise.resolve(this.#workbench.work(shard, batch, spare));
    this.#add(shard, batch, promised);
    // Answers of workers come in between two batches only.
    await new Promise(setImmediate);
    while (this.#tasks[0]?.made !== undefined || this.#tasks.length > (this.#workers.length + 1) * UNDER_WAY)
      await this.#bookNext();
  }

  async settle(): Promise<void> {
    while (this.#tasks.length > 0 && !this.#hasFailed) await this.#bookNext();
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.end()));
  }

  #add(shard: StageShard, batch: RecordBatch, promised: Promise<Made>): void {
    const { count, firstIndex, bytesRead, bytes, endOffset, endLine, broken } = batch;
    const task: Task = { shard, facts: { count, firstIndex, bytesRead, bytes, endOffset, endLine, broken }, promised };
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
