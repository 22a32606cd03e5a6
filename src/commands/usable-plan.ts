/** Can the plan be tried out, without its target? If not, standard error says why; warnings alone are for `check`. */
import process from 'node:process';
import type { Plan } from '../plan/plan.ts';
import { problemText } from '../plan/problem.ts';
import { readPlan } from '../plan/read.ts';

export async function usablePlan(planFile: string): Promise<Plan | undefined> {
  const { plan, problems } = await readPlan(planFile, { env: process.env, lenientTarget: true });
  if (plan === undefined) for (const problem of problems) process.stderr.write(`${problemText(problem)}\n`);
  return plan;
}
