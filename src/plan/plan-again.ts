/** How does a worker get the plan? Of what another thread has read and found right; the files may have changed since. */
import { dirname } from 'node:path';
import { Fatal } from '../errors.ts';
import { findStep, stepNames } from '../transform/registry.ts';
import { PlanFiles } from './files.ts';
import type { PlanMap } from './node.ts';
import { placesIn } from './places.ts';
import type { Plan } from './plan.ts';
import { Problems } from './problem.ts';
import { readWithFiles } from './read-with-files.ts';

/** What a plan is made of once more. */
export interface PlanAgain {
  readonly file: string;
  readonly written: PlanMap;
  /** Texts of the files that belong to it, by their paths. */
  readonly texts: ReadonlyMap<string, string>;
  /** Secrets that its steps have asked for, by the names of their variables. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What another thread is to be handed, so that it can make the same plan. */
export function planForAnother({ file, written, files, steps }: Plan): PlanAgain {
  return { file, written, texts: files, variables: variablesOf(steps) };
}

export async function planAgain({ file, written, texts, variables }: PlanAgain): Promise<Plan> {
  const problems = new Problems(file, placesIn(''));
  const files = new PlanFiles(dirname(file), texts);
  const vocabulary = { findStep, stepNames };
  const { plan } = await readWithFiles(written, {
    file,
    lenientTarget: true,
    vocabulary,
    env: variables,
    files,
    problems,
  });
  if (!problems.hasErrors) return plan;
  // Such as a package that is not there any more. What is wrong is hidden no more than the first time.
  throw new Fatal('fatal', `${file} cannot be read once more: ${problems.sorted()[0]!.message}`);
}

/** The secrets that steps have asked for, by the names of their variables. */
export function variablesOf(steps: Plan['steps']): Readonly<Record<string, string>> {
  return Object.assign({}, ...steps.map(({ variables }) => variables)) as Readonly<Record<string, string>>;
}
