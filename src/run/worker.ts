/** What does a worker do? It makes the plan's steps for itself, then works on each batch that it is sent. */
import { parentPort, workerData } from 'node:worker_threads';
import { planAgain, type PlanAgain } from '../plan/plan-again.ts';
import { type BatchMessage, batchOf, END } from './batch-message.ts';
import { Workbench } from './workbench.ts';

/** What a worker is started with. */
export interface WorkerStart {
  readonly plan: PlanAgain;
  readonly startedAt: number;
}

const { plan, startedAt } = workerData as WorkerStart;
const workbench = new Workbench(await planAgain(plan), startedAt);
const port = parentPort!;

port.on('message', (message: BatchMessage | typeof END) => {
  if (message === END) {
    port.close();
    return;
  }
  port.postMessage(workbench.work(message.shard, batchOf(message), message.spare), []);
});
