/** Is this a plan that can be run, and what is wrong with it? Reads the plan, and data only when asked to. */
import { sourceName } from '../document/position.ts';
import { EXIT_STATUS, type ExitStatus } from '../exit-status.ts';
import { type Problem, problemText } from '../plan/problem.ts';
import { readPlan } from '../plan/read.ts';
import type { Environment } from '../plan/variables.ts';
import { type SampleFigures, holdAgainst } from '../run/sample/hold-against.ts';
import { type SampleOptions, sampleShards } from './sample-shards.ts';

export interface CheckResult {
  readonly problems: readonly Problem[];
  readonly status: ExitStatus;
  /** A line for each problem, and one that sums up. */
  readonly lines: readonly string[];
  /** What the plan was held against; absent where it was not, or could not be. */
  readonly sample?: SampleFigures;
}

export interface CheckOptions extends SampleOptions {
  readonly env: Environment;
}

/**
 * Variables in the target may be missing, as nothing is written.
 * @throws Fatal when the data cannot be read
 */
export async function check(planFile: string, options: CheckOptions): Promise<CheckResult> {
  const { plan, problems, more } = await readPlan(planFile, { env: options.env, lenientTarget: true });
  if (plan === undefined || more === undefined) {
    const lines = [...problems.map(problemText), `${planFile}: ${countsText(problems)}.`];
    return { problems, status: EXIT_STATUS.usage, lines };
  }
  const parts = [
    plural(plan.sources.length, 'source'),
    plural(plan.steps.length, 'step'),
    plural(plan.containers.length, 'container'),
  ].join(', ');
  if (options.sample === undefined) {
    const found = problems.length === 0 ? 'is right' : `can be run, with ${countsText(problems)}`;
    const line = `${planFile}: the plan "${plan.name}" ${found} (${parts}).`;
    return { problems, status: EXIT_STATUS.done, lines: [...problems.map(problemText), line] };
  }
  const sample = await holdAgainst({ plan, ...more }, await sampleShards(plan, options));
  const all = more.problems.sorted();
  const against = `${plural(sample.documents, 'document')} of ${sample.sources.map(sourceName).join(', ')}`;
  const line = `${planFile}: the plan "${plan.name}" (${parts}), held against ${against}: ${countsText(all)}.`;
  const status = more.problems.hasErrors ? EXIT_STATUS.usage : EXIT_STATUS.done;
  return { problems: all, status, lines: [...all.map(problemText), line], sample };
}

function countsText(problems: readonly Problem[]): string {
  const counts = [countOf('error', problems), countOf('warning', problems)].filter((count) => count !== undefined);
  return counts.length === 0 ? 'no problems' : counts.join(' and ');
}

function countOf(severity: Problem['severity'], problems: readonly Problem[]): string | undefined {
  const count = problems.filter((problem) => problem.severity === severity).length;
  return count === 0 ? undefined : plural(count, severity);
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
