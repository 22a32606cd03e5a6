/** What is known at the place of the plan where a step stands? */
import type { PlanFiles } from './files.ts';
import type { Problems } from './problem.ts';

export interface StepPlace extends EntityPlace {
  /** The files that belong to the plan. */
  readonly files: PlanFiles;
  /** The names of the plan's references. */
  readonly references: readonly string[];
  /** Whether a step in front takes duplicates out. */
  readonly followsDedupe: boolean;
}

/** What is needed to know of a place where entities are named. */
export interface EntityPlace {
  readonly problems: Problems;
  /** Entities that exist before the step. */
  readonly entities: readonly string[];
  /** Lines of the steps that make further entities, by entity. */
  readonly madeLater: ReadonlyMap<string, number>;
}
