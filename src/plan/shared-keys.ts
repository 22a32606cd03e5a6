/**
 * Do two steps make one entity, each once per key, without knowing of each other? What is decided before the run is decided
 * for each step by itself.
 */
import type { Problems } from './problem.ts';
import type { ReadStep } from './steps.ts';

export function refuseSharedKeys(step: ReadStep, before: readonly ReadStep[], problems: Problems): void {
  const { name, makes, contest } = step.plan;
  for (const { plan, offset } of before) {
    if (plan.name !== name || (contest ?? plan.contest) === undefined) continue;
    const shared = makes.find((entity) => plan.makes.includes(entity));
    if (shared === undefined) continue;
    const line = problems.lineOf(offset);
    const message = `${name}: line ${line} makes "${shared}" as well, and with onConflict: last or merge neither step knows the objects of the other, so that one key could become two documents. Decide with reject or first in both, or give their documents two names.`;
    problems.error(step.offset, 'conflicting-options', message);
    return;
  }
}
