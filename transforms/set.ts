/** A property gets a constant or a text made of others, whether or not it was there before. */
import { pathsIn, planValue } from '../src/document/plan-value.ts';
import { put } from '../src/document/put.ts';
import { defineStep, type StepDefinition } from '../src/transform/step.ts';

const options = {
  values: {
    type: 'map',
    keys: 'path',
    values: 'value',
    required: true,
    description: 'A constant, a template or `{ expr: … }` for each path, in turn; missing objects on the way are made.',
  },
} as const;

export const set: StepDefinition<typeof options> = defineStep({
  name: 'set',
  summary: 'Sets properties to constants or to texts made of other values, and replaces what is there.',
  options,
  short: [{ form: 'map', option: 'values' }],
  effects: ({ values }) => values.map(({ key, value }) => ({ reads: pathsIn(value), writes: [key] })),
  compile:
    ({ values }) =>
    (document, context) => {
      for (const entry of values) {
        const value = planValue(entry.value, document, context);
        if (typeof value !== 'number') return value;
        const rejection = put(document, entry.key, value, true, context);
        if (rejection !== undefined) return rejection;
      }
      return undefined;
    },
});
