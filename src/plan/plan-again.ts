/** How does a worker get the plan? Of what another thread has read and found right; the file may have changed since. */
import { findStep, stepNames } from '../transform/registry.ts';
import type { PlanMap } from './node.ts';
import { placesIn } from './places.ts';
import type { Plan } from './plan.ts';
import { Problems } from './problem.ts';
import { readRoot } from './root.ts';

export function planAgain(written: PlanMap, file: string): Plan {
  const problems = new Problems(file, placesIn(''));
  return readRoot(written, { file, lenientTarget: true, vocabulary: { findStep, stepNames }, problems }).plan;
}
