/**
 * How do several cores share one run? Batches go to workers as long as these have room, else the thread of the run
 * works on one itself. Results are booked in the order of the batches, so that files, rejects and reports are the same
 * whatever number of workers there is. What is under way is bounded: a worker has one batch in hand and some waiting.
 */
import { Buffer } from 'node:buffer';
import type { RecordBatch } from '../source/source.ts';
import type { StageShard } from './stages.ts';
import { batchMessage, type BatchMessage, batchOf, type Made, type SpareText } from './batch-message.ts';
import type { BatchFacts, Hands } from './hands.ts';
import { recordsOf } from './records-of.ts';
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
  /** Is called when they are needed. */
  readonly hands: () => Hands;
  /** Whether the next batch of the shard begins with a record of which outputs are written already. */
  readonly mustTake: (shard: StageShard) => boolean;
}

interface Task {
  readonly shard: StageShard;
  readonly facts: BatchFacts;
  readonly promised: Promise<Made>;
  /** What was sent: the bytes are still there when the result is not all of it. */
  readonly message: BatchMessage;
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
  #hands: Hands | undefined;

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
    if (this.#own.mustTake(shard)) return this.#takeMyself(shard, batch);
    const most = BYTES_UNDER_WAY * (this.#workers.length + 1);
    while (this.#tasks.length > 0 && this.#bytes + batch.bytes > most) await this.#bookNext();
    const idlest = this.#workers.reduce((a, b) => (b.room > a.room ? b : a));
    const spare = this.#oneForEachFile();
    const text = isShared(batch.text) ? batch.text : this.#copyOf(batch.text);
    const message = batchMessage(shard, batch, text, spare);
    const made = idlest.room > 0 ? idlest.work(message) : Promise.resolve(this.#workbench.work(shard, batch, spare));
    this.#add(shard, batch, message, made);
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

  async #takeMyself(shard: StageShard, batch: RecordBatch): Promise<void> {
    this.#hands ??= this.#own.hands();
    await this.#hands.take(shard, batch);
  }

  /** The first batch of a file lies where the source looked what the file is. */
  #copyOf(text: Buffer): Buffer {
    const shared = this.memory.take(text.length);
    text.copy(shared);
    return shared;
  }

  #add(shard: StageShard, batch: RecordBatch, message: BatchMessage, promised: Promise<Made>): void {
    const { count, firstIndex, bytesRead, bytes, endOffset, endLine, broken, form } = batch;
    const task: Task = {
      shard,
      facts: { count, firstIndex, bytesRead, bytes, endOffset, endLine, broken, form },
      promised,
      message,
    };
    this.#tasks.push(task);
    this.#bytes += bytes;
    const keep = (made: Made): void => {
      task.made = made;
      if (made.records === count) this.memory.give(Buffer.from(message.text));
    };
    // A failure is met where the result is awaited, in its turn.
    promised.then(keep, () => {});
  }

  async #bookNext(): Promise<void> {
    const task = this.#tasks.shift()!;
    const { shard, facts, promised } = task;
    this.#hasFailed = true;
    const made = await promised;
    this.#bytes -= facts.bytes;
    if (made.records === facts.count) await this.#book(shard, facts, made);
    else await this.#bookPart(task, made);
    this.#hasFailed = false;
    this.#spare.push(...made.files);
    if (made.rejects !== undefined) this.#spare.push(made.rejects);
  }

  /** The rest of the batch is worked on by the thread of the run, which can write while it does. */
  async #bookPart({ shard, message, facts: { form } }: Task, made: Made): Promise<void> {
    const batch = { ...batchOf(message), form };
    await this.#book(shard, recordsOf(batch, 0, made.records), made);
    await this.#takeMyself(shard, recordsOf(batch, made.records, batch.count));
    this.memory.give(batch.text);
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
