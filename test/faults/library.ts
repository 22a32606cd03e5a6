// What if workers take part in a run of little data, or a step across documents, of which there is none yet? The command
// has a threshold and a vocabulary of its own; the library takes others.
import { argv, env, stderr } from 'node:process';
import { interruptible } from '../../src/commands/interrupt.ts';
import { printReport } from '../../src/commands/print-report.ts';
import { endingOf, leaveOutSqliteWarning } from '../../src/commands/process-guards.ts';
import { readPlan, run, type RunTarget } from '../../src/index.ts';
import { findStep, stepNames } from '../../src/transform/registry.ts';
import { inOrder } from '../run/in-order.ts';

/** What the program is told, as JSON in its one argument. */
export interface LibraryRun {
  readonly plan: string;
  readonly target: RunTarget;
  readonly stateFolder: string;
  readonly workers: number;
  readonly limit: number | undefined;
}

leaveOutSqliteWarning();
const { plan: file, target, stateFolder, workers, limit } = JSON.parse(argv[2]!) as LibraryRun;
const vocabulary = {
  stepNames: [...stepNames, inOrder.name],
  findStep: (name: string) => (name === inOrder.name ? inOrder : findStep(name)),
};
const interrupt = interruptible(
  (text) => stderr.write(`${text}\n`),
  () => process.kill(process.pid, 'SIGKILL'),
);
try {
  const { plan, problems } = await readPlan(file, { env, lenientTarget: true, vocabulary });
  if (plan === undefined) throw new Error(JSON.stringify(problems));
  const options = { target, stateFolder, signal: interrupt.signal, workers, workersFrom: 0, limit };
  const { report, exitStatus, failure } = await run(plan, options);
  printReport(report, true);
  if (failure !== undefined) stderr.write(`${failure.message}\n`);
  process.exitCode = exitStatus;
} catch (error) {
  const ending = endingOf(error);
  stderr.write(ending.text);
  process.exitCode = ending.status;
} finally {
  interrupt.release();
}
