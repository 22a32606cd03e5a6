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

/** @param texts those of the files that belong to the plan, by their paths */
export async function planAgain(written: PlanMap, file: string, texts: ReadonlyMap<string, string>): Promise<Plan> {
  const problems = new Problems(file, placesIn(''));
  const files = new PlanFiles(dirname(file), texts);
  const setting = { file, lenientTarget: true, vocabulary: { findStep, stepNames }, files, problems };
  const { plan } = await readWithFiles(written, setting);
  if (!problems.hasErrors) return plan;
  // Such as a package that is not there any more. What is wrong is hidden no more than the first time.
  throw new Fatal('fatal', `${file} cannot be read once more: ${problems.sorted()[0]!.message}`);
}
