/** Is this a plan that can be run, and what is wrong with it? Reads the plan and nothing else. */
import { EXIT_STATUS, type ExitStatus } from '../exit-status.ts';
import { type Problem, problemText } from '../plan/problem.ts';
import { type PlanReading, readPlan } from '../plan/read.ts';
import type { Environment } from '../plan/variables.ts';

export interface CheckResult extends PlanReading {
  readonly status: ExitStatus;
  /** A line for each problem, and one that sums up. */
  readonly lines: readonly string[];
}

/** Variables in the target may be missing, as nothing is written. */
export async function check(planFile: string, options: { readonly env: Environment }): Promise<CheckResult> {
  const reading = await readPlan(planFile, { env: options.env, lenientTarget: true });
  const status = reading.plan === undefined ? EXIT_STATUS.usage : EXIT_STATUS.done;
  return { ...reading, status, lines: [...reading.problems.map(problemText), summary(planFile, reading)] };
}

function summary(planFile: string, { plan, problems }: PlanReading): string {
  const counts = [countOf('error', problems), countOf('warning', problems)].filter((count) => count !== undefined);
  if (plan === undefined) return `${planFile}: ${counts.join(' and ')}.`;
  const parts = [
    plural(plan.sources.length, 'source'),
    plural(plan.steps.length, 'step'),
    plural(plan.containers.length, 'container'),
  ];
  const found = counts.length === 0 ? 'is right' : `can be run, with ${counts.join('')}`;
  return `${planFile}: the plan "${plan.name}" ${found} (${parts.join(', ')}).`;
}

function countOf(severity: Problem['severity'], problems: readonly Problem[]): string | undefined {
  const count = problems.filter((problem) => problem.severity === severity).length;
  return count === 0 ? undefined : plural(count, severity);
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
