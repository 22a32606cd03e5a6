/**
 * How do several cores share one run? Batches go to workers as long as these have room, else the thread of the run
 * works on one itself. Results are booked in the order of the batches, so that files, rejects and reports are the same
 * whatever number of workers there is. What is under way is bounded: a worker has one batch in hand and some waiting.
 */
import { Worker } from 'node:worker_threads';
import { Fatal } from '../errors.ts';
import type { RecordBatch, Shard } from '../source/source.ts';
import { type BatchMessage, batchMessage, PLAN_CHANGED, type ResultMessage } from './batch-message.ts';
import type { BatchFacts, Hands } from './hands.ts';
import type { WorkerStart } from './worker.ts';
import type { Workbench } from './workbench.ts';

/** Batches that a worker has at most, so that it need not wait for the run while that works itself. */
const PER_WORKER = 3;

/** Books what has become of a batch. */
export type Book = (shard: Shard, batch: BatchFacts, result: ResultMessage) => Promise<void>;

/** Somebody who works on batches. */
interface Colleague {
  /** Batches sent and not answered. */
  readonly waiting: number;
  send(message: BatchMessage): ResultMessage | Promise<ResultMessage>;
  end(): Promise<unknown>;
}

interface Task {
  readonly shard: Shard;
  readonly facts: BatchFacts;
  readonly buffers: Buffers;
  readonly result: ResultMessage | Promise<ResultMessage>;
}

/** Buffers to be filled again: with records, and with lines. */
interface Buffers {
  readonly texts: ArrayBuffer[];
  spare: ArrayBuffer[];
}

export class Workers implements Hands {
  readonly #workers: readonly { readonly colleague: Colleague; readonly buffers: Buffers }[];
  readonly #own: { readonly colleague: Colleague; readonly buffers: Buffers };
  readonly #book: Book;
  /** In the order of the batches. */
  readonly #tasks: Task[] = [];

  /** @param count workers beside the thread of the run, which works at `workbench` */
  constructor(count: number, start: WorkerStart, workbench: Workbench, book: Book) {
    this.#workers = Array.from({ length: count }, () => ({ colleague: new InWorker(start), buffers: noBuffers() }));
    this.#own = { colleague: inThread(workbench), buffers: noBuffers() };
    this.#book = book;
  }

  async take(shard: Shard, batch: RecordBatch): Promise<void> {
    const idlest = this.#workers.reduce((a, b) => (b.colleague.waiting < a.colleague.waiting ? b : a));
    const { colleague, buffers } = idlest.colleague.waiting < PER_WORKER ? idlest : this.#own;
    const { count, firstIndex, offset, bytesRead, bytes, broken } = batch;
    const message = batchMessage(shard, batch, buffers.texts.pop(), buffers.spare);
    buffers.spare = [];
    const facts = { count, firstIndex, offset, bytesRead, bytes, broken };
    this.#tasks.push({ shard, facts, buffers, result: colleague.send(message) });
    // Answers of workers come in between two batches only.
    await new Promise(setImmediate);
    while (this.#tasks.length > this.#workers.length * PER_WORKER) await this.#bookNext();
  }

  async settle(): Promise<void> {
    while (this.#tasks.length > 0) await this.#bookNext();
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map(({ colleague }) => colleague.end()));
  }

  async #bookNext(): Promise<void> {
    const { shard, facts, buffers, result } = this.#tasks.shift()!;
    const made = await result;
    await this.#book(shard, facts, made);
    buffers.texts.push(made.text);
    buffers.spare.push(...made.files.map(({ text }) => text));
  }
}

function noBuffers(): Buffers {
  return { texts: [], spare: [] };
}

function inThread(workbench: Workbench): Colleague {
  return { waiting: 0, send: (message) => workbench.work(message), end: () => Promise.resolve() };
}

/** A worker thread, as the run sees it. */
class InWorker implements Colleague {
  readonly #worker: Worker;
  readonly #awaited: {
    readonly resolve: (result: ResultMessage) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  #failure: Error | undefined;

  constructor(start: WorkerStart) {
    this.#worker = new Worker(workerFile(), { workerData: start });
    this.#worker.on('message', (result: ResultMessage) => this.#awaited.shift()!.resolve(result));
    this.#worker.on('error', (error: Error) => this.#fail(error.name === PLAN_CHANGED ? planChanged(error) : error));
    this.#worker.on('exit', () => this.#fail(new Error('A worker has ended before its work was done.')));
  }

  get waiting(): number {
    return this.#awaited.length;
  }

  send(message: BatchMessage): Promise<ResultMessage> {
    const result = new Promise<ResultMessage>((resolve, reject) => {
      if (this.#failure === undefined) this.#awaited.push({ resolve, reject });
      else reject(this.#failure);
    });
    // A failure is met where the result is awaited, in its turn.
    result.catch(() => {});
    this.#worker.postMessage(message, [message.text, ...message.spare]);
    return result;
  }

  async end(): Promise<void> {
    this.#failure ??= new Error('The run is over.');
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#awaited.splice(0)) reject(this.#failure);
  }
}

function planChanged({ message }: Error): Fatal {
  return new Fatal('fatal', message, { advice: 'Nothing was finished; run the plan again as it is now.' });
}

/** The sources run as they are; what is built runs as built. */
function workerFile(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
}
