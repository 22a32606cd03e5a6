/** What does a worker do? It makes the plan's steps for itself, then works on each batch that it is sent. */
import { Console } from 'node:console';
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { planAgain, type PlanAgain } from '../plan/plan-again.ts';
import { shareCalls } from '../plan/script/call.ts';
import { type BatchMessage, batchOf, END } from './batch-message.ts';
import { Knowledge } from './knowledge.ts';
import { Workbench } from './workbench.ts';

/** What a worker is started with. */
export interface WorkerStart {
  readonly plan: PlanAgain;
  readonly startedAt: number;
  /** Where it is written down what scripts work on, and the place of this thread in it. */
  readonly calls: SharedArrayBuffer;
  readonly slot: number;
  /** Where it is what the steps have to know. */
  readonly knowledge: string;
}

const { plan: given, startedAt, calls, slot, knowledge } = workerData as WorkerStart;
shareCalls(calls, slot);
// What a script prints is no data.
globalThis.console = new Console(process.stderr);
const plan = await planAgain(given);
const workbench = new Workbench(plan, startedAt, Knowledge.open(plan, knowledge).opened());
const port = parentPort!;

port.on('message', (message: BatchMessage | typeof END) => {
  if (message === END) {
    port.close();
    return;
  }
  port.postMessage(workbench.work(message.shard, batchOf(message), message.spare), []);
});
