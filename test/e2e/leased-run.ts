// A run as a process of its own whose lease is short, and which can be made to stop itself in the middle.
import { argv, env, kill, pid, stderr } from 'node:process';
import { endingOf } from '../../src/commands/process-guards.ts';
import { readPlan, run } from '../../src/index.ts';

/** Without a folder it is a rehearsal. */
const [file, folder, stateFolder, milliseconds] = argv.slice(2) as [string, string, string, string];
let isStopped = false;
try {
  const { plan } = await readPlan(file, { env, lenientTarget: true });
  const { exitStatus } = await run(plan!, {
    target: folder === '' ? { kind: 'embedded' } : { kind: 'folder', folder },
    stateFolder,
    lease: { milliseconds: Number(milliseconds) },
    onProgress({ documents }) {
      if (isStopped || documents < 3000) return;
      isStopped = true;
      kill(pid, 'SIGSTOP');
    },
  });
  process.exitCode = exitStatus;
} catch (error) {
  const { text, status } = endingOf(error);
  stderr.write(text);
  process.exitCode = status;
}
