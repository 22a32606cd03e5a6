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
  details: [
    'Only what is missing is filled; null, an empty text and an empty array are there. With `nulls: true` null is filled as well, and counted as lost. A template or expression is worked out only for documents that need it, so that it may lack what it reads elsewhere.',
    'With `*` each element is filled for itself. Everything else is as in `set`.',
  ],
  examples: [
    {
      title: 'Defaults for what is missing',
      plan: "- fill: { /country: CH, /mail: 'none:{/id}' }",
      given: '{"id":"1","country":null}',
      gives: { document: ['{"id":"1","country":null,"mail":"none:1"}'] },
    },
    {
      title: 'Nulls as well',
      plan: '- fill: { values: { /country: CH }, nulls: true }',
      given: '{"id":"1","country":null}',
      gives: { document: ['{"id":"1","country":"CH"}'] },
    },
  ],
  effects: ({ values }) => values.map(({ key }) => ({ writes: [key] })),
  compile:
    ({ values, nulls = false }) =>
    (document, context) => {
      for (const { key, value } of values) {
        // Made only where it is needed: a template may lack what it reads wherever there is nothing to fill.
        const rejection = fillAt(document, key, nulls, context, () => planValue(value, document, context, key));
        if (rejection !== undefined) return rejection;
      }
      return undefined;
    },
});
