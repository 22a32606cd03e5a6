/** What does a worker do? It reads the plan for itself, then works on each batch that it is sent. */
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { readPlan } from '../plan/read.ts';
import { type BatchMessage, batchOf, PLAN_CHANGED, type ResultMessage } from './batch-message.ts';
import { Workbench } from './workbench.ts';

/** What a worker is started with. */
export interface WorkerStart {
  readonly planFile: string;
  readonly planHash: string;
  readonly startedAt: number;
}

const { planFile, planHash, startedAt } = workerData as WorkerStart;
const { plan } = await readPlan(planFile, { env: process.env, lenientTarget: true });
if (plan?.hash !== planHash) {
  throw Object.assign(new Error(`${planFile} has been changed since the run began.`), { name: PLAN_CHANGED });
}
const workbench = new Workbench(plan, startedAt);
const port = parentPort!;

port.on('message', (message: BatchMessage) => {
  const { shard, spare, text } = message;
  const result: ResultMessage = { ...workbench.work(shard, batchOf(message), spare), text };
  port.postMessage(result, []);
});
