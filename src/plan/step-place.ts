/** What is known at the place of the plan where a step stands? */
import type { Problems } from './problem.ts';

export interface StepPlace {
  readonly problems: Problems;
  /** Entities that exist before the step. */
  readonly entities: readonly string[];
  /** Lines of the steps that make further entities, by entity. */
  readonly madeLater: ReadonlyMap<string, number>;
}
