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
  details: [
    'A text with `{/path}` parts is a template, `{ expr: "…" }` an expression, anything else a constant: text, a number with the digits that the plan has, a boolean, null, an object, an array. Entries act in turn, so that a later one sees what an earlier one has set.',
    'Missing objects on the way are made; null or a scalar on the way rejects (`PARENT_NOT_OBJECT`). With `*` every element gets the value, made once from the document. A value that is replaced by a different one is counted as lost; use `fill` where the old one is to stay. A template that lacks a value rejects the document (`TEMPLATE_PATH_MISSING`); write `{/x?}` where it may be missing.',
  ],
  examples: [
    {
      title: 'Constants, a template and an expression',
      plan: "- set: { /kind: post, /label: '{/author}: {/title}', /total: { expr: 'doc.price * doc.count' } }",
      given: '{"id":"1","author":"Ada","title":"Notes","price":2.5,"count":4}',
      gives: {
        document: [
          '{"id":"1","author":"Ada","title":"Notes","price":2.5,"count":4,"kind":"post","label":"Ada: Notes","total":10}',
        ],
      },
    },
    {
      title: 'In every element of an array',
      plan: "- set: { /lines/*/orderId: '{/id}' }",
      given: '{"id":"o1","lines":[{"sku":"a"},{"sku":"b"}]}',
      gives: { document: ['{"id":"o1","lines":[{"sku":"a","orderId":"o1"},{"sku":"b","orderId":"o1"}]}'] },
    },
    {
      title: 'A template that lacks a value rejects',
      plan: "- set: { /label: '{/title}' }",
      given: '{"id":"1"}',
      rejects: 'TEMPLATE_PATH_MISSING',
    },
  ],
  effects: ({ values }) => values.map(({ key, value }) => ({ reads: pathsIn(value), writes: [key] })),
  compile:
    ({ values }) =>
    (document, context) => {
      for (const entry of values) {
        const value = planValue(entry.value, document, context, entry.key);
        if (typeof value !== 'number') return value;
        const rejection = put(document, entry.key, value, true, context);
        if (rejection !== undefined) return rejection;
      }
      return undefined;
    },
});
