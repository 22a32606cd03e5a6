/** What if a script never comes back from a document? Then the command cannot go on, and is ended with a sentence that says so. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { Fatal } from '../errors.ts';
import { LOADING, type ScriptCall, sharedCalls, whenScripted } from '../plan/script/call.ts';

/**
 * Watches the scripts of this process, once there are any.
 * @param end ends the process: the thread of the run has been taken out of the script by force, with everything that it
 * was doing
 */
export function watchScripts(end: (fatal: Fatal) => void): void {
  whenScripted(() => {
    const thread = new Worker(threadFile(), { workerData: sharedCalls });
    thread.on('message', ({ call, isInWorker }: { readonly call: ScriptCall; readonly isInWorker: boolean }) => {
      if (isInWorker) killLater();
      end(stuck(call));
    });
    // Without it a script has no limit, which is no reason not to run.
    thread.on('error', () => {});
    // It must not keep the process; to listen to it would.
    thread.unref();
  });
}

/**
 * A process waits for its threads at its end, and a thread that is out of memory may never stop. Only another process can
 * end it then.
 */
function killLater(): void {
  const program = `setTimeout(() => { try { process.kill(${process.pid}, 'SIGKILL') } catch {} }, ${PATIENCE})`;
  spawn(process.execPath, ['-e', program], { detached: true, stdio: 'ignore' }).unref();
}

/** Milliseconds in which a process comes to its end. */
const PATIENCE = 5000;

function stuck({ name, seconds, source, index }: ScriptCall): Fatal {
  const document = `document ${(index + 1).toLocaleString('en-US')}${source === '' ? '' : ` of ${source}`}`;
  const limit = `${seconds.toLocaleString('en-US')} ${seconds === 1 ? 'second' : 'seconds'}`;
  if (index === LOADING) {
    return new Fatal('fatal', `${name} could not be loaded within ${limit}.`, {
      advice: 'Is there a loop without an end outside of its function, or an await of what never comes?',
    });
  }
  return new Fatal('fatal', `${name} has not come back from ${document} within ${limit}.`, {
    advice:
      'Is there a loop without an end? What takes so long for good reason says "script: { file: …, seconds: … }".',
  });
}

/** The sources run as they are; what is built runs as built. */
function threadFile(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './watchdog-thread.ts' : './watchdog-thread.js', import.meta.url);
}
