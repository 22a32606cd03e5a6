// What if workers take part in a run of little data? The command has a threshold for them; the library takes one.
import { argv, env, stderr } from 'node:process';
import { interruptible } from '../../src/commands/interrupt.ts';
import { endingOf, leaveOutSqliteWarning } from '../../src/commands/process-guards.ts';
import { printReport } from '../../src/commands/print-report.ts';
import { readPlan, run } from '../../src/index.ts';

leaveOutSqliteWarning();
const [file, folder, stateFolder, workers] = argv.slice(2) as [string, string, string, string];
const interrupt = interruptible(
  (text) => stderr.write(`${text}\n`),
  () => process.kill(process.pid, 'SIGKILL'),
);
try {
  const { plan } = await readPlan(file, { env, lenientTarget: true });
  const { report, exitStatus, failure } = await run(plan!, {
    target: { kind: 'folder', folder },
    stateFolder,
    signal: interrupt.signal,
    workers: Number(workers),
    workersFrom: 0,
  });
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
