/** How does the run talk to a worker? Sends it batches and hands out promises of what becomes of them. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fatal } from '../errors.ts';
import { uncaughtInScript } from '../plan/script/script-place.ts';
import { type BatchMessage, END, type Made } from './batch-message.ts';
import type { WorkerStart } from './worker.ts';

interface Awaited {
  readonly resolve: (made: Made) => void;
  readonly reject: (error: Error) => void;
}

export class WorkerThread {
  readonly #worker: Worker;
  /** In the order in which the batches were sent, and are answered. */
  readonly #awaited: Awaited[] = [];
  #failure: Error | undefined;
  #hasAnswered = false;

  constructor(start: WorkerStart) {
    this.#worker = new Worker(workerFile(), { workerData: start, resourceLimits: YOUNG });
    this.#worker.on('message', (made: Made) => {
      this.#hasAnswered = true;
      this.#awaited.shift()!.resolve(made);
    });
    this.#worker.on('error', (error: NodeJS.ErrnoException) =>
      this.#fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory(error) : (uncaughtInScript(error) ?? error)),
    );
    this.#worker.on('exit', () => this.#fail(endedEarly()));
  }

  /**
   * How many batches it may still be sent. One waits behind the one in hand, so that the worker need not wait for the run
   * while that works itself; but not at first, when it has yet to start and is slow, and everything behind would wait.
   */
  get room(): number {
    return (this.#hasAnswered ? 2 : 1) - this.#awaited.length;
  }

  /** The bytes of the batch are the worker's until it answers. */
  work(message: BatchMessage): Promise<Made> {
    const made = new Promise<Made>((resolve, reject) => {
      if (this.#failure === undefined) this.#awaited.push({ resolve, reject });
      else reject(this.#failure);
    });
    this.#worker.postMessage(message, []);
    return made;
  }

  /** Lets the worker come to its end; one that has failed, or still works, is ended. */
  async end(): Promise<void> {
    const isIdle = this.#failure === undefined && this.#awaited.length === 0;
    this.#failure ??= new Error('The run is over.');
    if (!isIdle) {
      await this.#worker.terminate();
      return;
    }
    const ended = once(this.#worker, 'exit');
    this.#worker.postMessage(END, []);
    await ended;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#awaited.splice(0)) reject(this.#failure);
  }
}

/** What the steps leave behind is short-lived: a larger young generation takes memory and saves no time. */
const YOUNG = { maxYoungGenerationSizeMb: 8 } as const;

function outOfMemory(error: Error): Fatal {
  return new Fatal('fatal', `A worker has run out of memory: ${error.message}.`, {
    cause: error,
    advice: 'Documents of this size take too much of it; split them where they come from, or lower maxDocument.',
  });
}

/** Nothing of ours ends a worker so. */
function endedEarly(): Fatal {
  return new Fatal('fatal', 'A worker has ended before its work was done.', {
    advice: 'Does a script of the plan end the process? It must not.',
  });
}

/** The sources run as they are; what is built runs as built. */
function workerFile(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
}
