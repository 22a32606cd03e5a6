/** What does a worker do? It makes the plan's steps for itself, then works on each batch that it is sent. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PlanMap } from '../plan/node.ts';
import { planAgain } from '../plan/plan-again.ts';
import { type BatchMessage, batchOf, END } from './batch-message.ts';
import { Workbench } from './workbench.ts';

/** What a worker is started with. */
export interface WorkerStart {
  readonly planFile: string;
  readonly plan: PlanMap;
  /** Texts of the files that belong to the plan. */
  readonly files: ReadonlyMap<string, string>;
  readonly startedAt: number;
}

const { planFile, plan, files, startedAt } = workerData as WorkerStart;
const workbench = new Workbench(await planAgain(plan, planFile, files), startedAt);
const port = parentPort!;

port.on('message', (message: BatchMessage | typeof END) => {
  if (message === END) {
    port.close();
    return;
  }
  port.postMessage(workbench.work(message.shard, batchOf(message), message.spare), []);
});
