/** How is a plan carried out from the command line? Read, run with progress and Ctrl-C, report. */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { Fatal } from '../errors.ts';
import { EXIT_STATUS, type ExitStatus } from '../exit-status.ts';
import type { Plan } from '../plan/plan.ts';
import { problemText } from '../plan/problem.ts';
import { readPlan } from '../plan/read.ts';
import type { MaxErrors } from '../run/max-errors.ts';
import type { RunTarget } from '../run/target.ts';
import { run } from '../run.ts';
import { defaultStateFolder } from '../state/folder.ts';
import { goOnCommand, withoutMaxErrors } from './go-on.ts';
import { interruptible } from './interrupt.ts';
import { printReport } from './print-report.ts';
import { progressLine } from './progress-line.ts';

export interface CarryOutOptions {
  readonly targetOf: (plan: Plan) => RunTarget;
  /** The plan's own target is not used. */
  readonly lenientTarget: boolean;
  readonly state?: string;
  readonly fresh?: boolean;
  readonly json?: boolean;
  readonly limit?: number;
  readonly maxErrors?: MaxErrors;
  readonly dryRun?: boolean;
  /** Ends the process at once. */
  readonly stop: () => void;
}

/** More than this read and write no faster. */
const MOST_WORKERS = 8;

export async function carryOut(planFile: string, options: CarryOutOptions): Promise<ExitStatus> {
  const { targetOf, lenientTarget, state, fresh = false, json = false } = options;
  const { limit, maxErrors, dryRun = false, stop } = options;
  const { plan, problems } = await readPlan(planFile, { env: process.env, lenientTarget });
  for (const problem of problems) say(problemText(problem));
  if (plan === undefined) return EXIT_STATUS.usage;
  const stateFolder = state === undefined ? defaultStateFolder(plan.file, plan.name) : resolve(state);
  const target = targetOf(plan);
  const line = progressLine(process.stderr);
  const sayBelow = (text: string): void => {
    line.clear();
    say(text);
  };
  const isStream = plan.sources.some(({ file }) => file === '-' || isPipe(resolve(dirname(plan.file), file)));
  const goOn = goOnCommand(process.argv.slice(2), !isStream);
  const interrupt = interruptible(sayBelow, () => {
    sayBelow(goOn);
    stop();
  });
  try {
    const { report, exitStatus, failure } = await run(plan, {
      target,
      stateFolder,
      fresh,
      freshCommand: goOnCommand(process.argv.slice(2), false),
      signal: interrupt.signal,
      limit,
      maxErrors,
      dryRun,
      workers: Math.min(availableParallelism() - 1, MOST_WORKERS),
      onNotice(sentence) {
        line.clear();
        say(sentence);
      },
      onProgress: (progress) => line.show(progress),
      onPhase: (progress) => line.show(progress),
    });
    line.clear();
    printReport(report, json);
    // The text of a report begins with it.
    if (json && failure !== undefined) say(failure.message);
    if (failure?.advice !== undefined) say(failure.advice);
    // A dry run has kept nothing to go on from.
    if (failure !== undefined && !dryRun) {
      const isConflict = failure.exit === 'maxErrors' && maxErrors === undefined;
      const mustBeginAnew = isStream || isConflict || failure.anew !== undefined;
      if (isStream) say('Standard input and pipes cannot be read again; to begin anew:');
      else if (isConflict) say('It would stop there again; to begin anew after a correction of the plan or the data:');
      else if (failure.anew !== undefined) say(`To begin anew, ${failure.anew}:`);
      else say(maxErrors === undefined ? 'To go on from here:' : 'To go on from here, however many rejects there are:');
      say(goOnCommand(withoutMaxErrors(process.argv.slice(2)), !mustBeginAnew));
    }
    return exitStatus;
  } catch (error) {
    if (!(error instanceof Fatal) || error.exit !== 'interrupted') throw error;
    // It was still reading what is there already, so there is nothing to report.
    sayBelow(error.message);
    say('To go on from here:');
    say(goOn);
    return error.exitStatus;
  } finally {
    line.clear();
    interrupt.release();
  }
}

/** What is a pattern is no pipe either. */
function isPipe(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === false;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
