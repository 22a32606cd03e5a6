/** What may stand at the top of a plan? */
import type { KeySpecs } from './keys.ts';

/** The versions of the plan language that are read. */
export const VERSION = 1;

export const NAME_PATTERN = '^[A-Za-z0-9_-]{1,100}$';

export const PLAN_KEYS: KeySpecs = {
  version: { description: 'The version of the plan language: 1.', schema: { const: VERSION } },
  name: {
    description: 'Letters, digits, - and _; names the run, its checkpoint and its report.',
    schema: { type: 'string', pattern: NAME_PATTERN },
    required: true,
  },
  description: { description: 'What the plan is for.', schema: { type: 'string' } },
  source: { description: 'Where the documents come from.' },
  sources: { description: 'Where the documents come from, when there are several entities: a source each, by entity.' },
  references: { description: 'Side inputs that lookups read, by name; they are never written.' },
  transforms: { description: 'The steps, in order; one item, one step.' },
  containers: { description: "The target's containers with their policies, by label.", required: true },
  discard: { description: 'Entities that are left out on purpose.' },
  target: { description: 'Where run writes to.' },
  examples: { description: "The plan's own tests." },
  state: { description: 'Where the state of a run is kept.', available: false },
};
