/** Do the steps go together with the containers that take their documents? */
import type { ReadContainer } from './container.ts';
import type { Problems } from './problem.ts';
import type { ReadStep } from './steps.ts';

export function adviseSteps(
  steps: readonly ReadStep[],
  containers: readonly ReadContainer[],
  problems: Problems,
): void {
  for (const { plan, definition, options, offset } of steps) {
    // What cannot be right at all is reported already.
    if ((definition.check?.(options) ?? []).length > 0) continue;
    for (const entity of plan.for) {
      const taking = containers.map((container) => container.plan).filter(({ entities }) => entities.includes(entity));
      if (taking.length === 0) continue;
      for (const sentence of definition.advise?.(options, taking) ?? [])
        problems.warning(offset, 'unlike-container', `${plan.name}: ${sentence}`);
    }
  }
}
