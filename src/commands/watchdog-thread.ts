/**
 * Does every script come back? A thread of its own looks, as the thread that a script is in cannot. Where one has taken
 * longer than it may, the run is told; if that is who is in the script, it is got out of it first.
 */
import { writeSync } from 'node:fs';
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { callsIn, type ScriptCall } from '../plan/script/call.ts';

const LOOK_EVERY = 250;
/** The slot of the run's own thread. */
const RUN = 0;

const memory = workerData as SharedArrayBuffer;
/** By slot: the call that is going on, and since when that was seen. */
const seen = new Map<number, { readonly number: number; readonly since: number }>();

const timer = setInterval(() => {
  const calls = callsIn(memory);
  const now = Date.now();
  for (const [slot, call] of calls) {
    const known = seen.get(slot);
    if (known?.number !== call.number) seen.set(slot, { number: call.number, since: now });
    else if (now - known.since > call.seconds * 1000) {
      clearInterval(timer);
      void end(slot, call);
      return;
    }
  }
}, LOOK_EVERY);

async function end(slot: number, call: ScriptCall): Promise<void> {
  parentPort!.postMessage({ call, isInWorker: slot !== RUN }, []);
  if (slot !== RUN) return;
  try {
    const { Session } = await import('node:inspector/promises');
    const session = new Session();
    session.connectToMainThread();
    await session.post('Runtime.terminateExecution');
  } catch {
    // A runtime without inspector has no way but this one.
    writeSync(2, `${call.name} has worked on one document for ${call.seconds} seconds; the run is ended.\n`);
    process.kill(process.pid, 'SIGKILL');
  }
}
