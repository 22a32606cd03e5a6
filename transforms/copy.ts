/** A value stands in a second place, too. */
import { type Aligned, align, isSamePath, withinElements } from '../src/document/aligned.ts';
import { copyTo } from '../src/document/move.ts';
import type { Path } from '../src/document/path.ts';
import { defineStep, type StepDefinition } from '../src/transform/step.ts';

const options = {
  paths: {
    type: 'map',
    keys: 'path',
    values: 'path',
    required: true,
    description: 'Where to copy the value of each path, in turn; paths with a * copy within each element.',
  },
} as const;

export const copy: StepDefinition<typeof options> = defineStep({
  name: 'copy',
  summary: 'Copies values to other names or places; what is missing stays missing.',
  options,
  short: [{ form: 'map', option: 'paths' }],
  details: [
    'As `rename`, but the old place keeps the value. A path without `*` can be copied into every element (`copy: { /id: /lines/*/orderId }`); one with `*` only within its element.',
  ],
  examples: [
    {
      title: 'The total stays, and has a second place',
      plan: '- copy: { /total: /summary/total }',
      given: '{"id":"1","total":12.50}',
      gives: { document: ['{"id":"1","total":12.50,"summary":{"total":12.50}}'] },
    },
    {
      title: 'Into every element',
      plan: '- copy: { /id: /lines/*/orderId }',
      given: '{"id":"o1","lines":[{"sku":"a"},{"sku":"b"}]}',
      gives: { document: ['{"id":"o1","lines":[{"sku":"a","orderId":"o1"},{"sku":"b","orderId":"o1"}]}'] },
    },
  ],
  overwrites: true,
  check: ({ paths }) =>
    paths.flatMap(({ key: from, value: to }) => {
      if (isSamePath(from, to)) return [`${from.text} is copied to itself.`];
      if (plan(from, to) !== undefined) return [];
      return [
        `${from.text} cannot be copied to ${to.text}: a value is copied within one element, so both paths have to be the same up to their last * and go on behind it.`,
      ];
    }),
  effects: ({ paths }) => paths.map(({ key, value }) => ({ reads: [key], writes: [value] })),
  compile({ paths }, { overwrite }) {
    const copies = paths.map(({ key, value }) => plan(key, value)!);
    return (document, context) => {
      for (const { elements, from, to } of copies) {
        const rejection = withinElements(document, elements, (within) => copyTo(within, from, to, overwrite, context));
        if (rejection !== undefined) return rejection;
      }
      return undefined;
    };
  },
});

/** One value of the document can be copied into each element as well. */
function plan(from: Path, to: Path): Aligned | undefined {
  return from.many || !to.many ? align(from, to) : { elements: undefined, from, to };
}
