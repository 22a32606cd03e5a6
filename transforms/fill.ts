/** A property gets a value where it has none. */
import { fillAt } from '../src/document/fill-at.ts';
import { planValue } from '../src/document/plan-value.ts';
import { defineStep, type StepDefinition } from '../src/transform/step.ts';

const options = {
  values: {
    type: 'map',
    keys: 'path',
    values: 'value',
    required: true,
    description: 'A constant, a template or `{ expr: … }` for each path, in turn; missing objects on the way are made.',
  },
  nulls: { type: 'boolean', default: false, description: 'Fill where the value is null, too.' },
} as const;

export const fill: StepDefinition<typeof options> = defineStep({
  name: 'fill',
  summary: 'Sets properties where they are missing; what is there stays.',
  options,
  short: [{ form: 'map', option: 'values' }],
  effects: ({ values }) => values.map(({ key }) => ({ writes: [key] })),
  compile:
    ({ values, nulls = false }) =>
    (document, context) => {
      for (const { key, value } of values) {
        // Made only where it is needed: a template may lack what it reads wherever there is nothing to fill.
        const rejection = fillAt(document, key, nulls, context, () => planValue(value, document, context));
        if (rejection !== undefined) return rejection;
      }
      return undefined;
    },
});
