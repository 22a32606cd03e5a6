/** Do rejected documents go through after a correction? Replays them and tells what has become of them. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { Fatal } from '../errors.ts';
import type { ExitStatus } from '../exit-status.ts';
import type { Plan } from '../plan/plan.ts';
import { problemText } from '../plan/problem.ts';
import { readPlan } from '../plan/read.ts';
import { replayText } from '../report/replay-text.ts';
import { paintFor } from '../report/text/paint.ts';
import { replay as replayRejects } from '../run/replay.ts';
import { STATE_FILE } from '../state/folder.ts';
import { interruptible } from './interrupt.ts';
import { progressLine } from './progress-line.ts';

export interface ReplayCommandOptions {
  readonly plan?: string;
  readonly state?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export async function replay(
  rejects: string,
  { plan, state, dryRun = false, json = false }: ReplayCommandOptions,
  stop: () => void,
): Promise<ExitStatus> {
  const line = progressLine(process.stderr);
  const sayBelow = (text: string): void => {
    line.clear();
    say(text);
  };
  const interrupt = interruptible(sayBelow, stop);
  try {
    const { report, exitStatus } = await replayRejects({
      rejects: resolve(rejects),
      stateFolder: state === undefined ? folderOf(rejects) : resolve(state),
      planOf: (planFile) => planIn(plan ?? planFile),
      dryRun,
      signal: interrupt.signal,
      onNotice: sayBelow,
      onProgress: (progress) => line.show(progress),
    });
    line.clear();
    const shown = { paint: paintFor(process.stdout), folder: process.cwd() };
    process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : replayText(report, shown));
    return exitStatus;
  } finally {
    line.clear();
    interrupt.release();
  }
}

/** The rejects file of a run lies in its state folder. */
function folderOf(rejects: string): string {
  const folder = dirname(resolve(rejects));
  if (existsSync(join(folder, STATE_FILE))) return folder;
  throw new Fatal('usage', `${rejects} does not lie in the state folder of a run.`, {
    advice: 'Name that folder with --state: .remodel/<name> beside the plan, or what --state of the run said.',
  });
}

async function planIn(file: string): Promise<Plan> {
  const { plan, problems } = await readPlan(file, { env: process.env, lenientTarget: true });
  for (const problem of problems) say(problemText(problem));
  if (plan !== undefined) return plan;
  throw new Fatal('usage', `${file} is not a plan that can be run.`, {
    advice: 'Correct it, or name another one with --plan.',
  });
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
