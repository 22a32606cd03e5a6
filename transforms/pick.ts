/** Only what is named goes into the new model. */
import { addObject } from '../src/document/literal.ts';
import { pick as pickFrom, pickingOf } from '../src/document/pick.ts';
import { MISSING } from '../src/document/tape.ts';
import { defineStep, type StepDefinition } from '../src/transform/step.ts';

const options = {
  paths: { type: 'paths', required: true, description: 'What stays; /id does only when it is among them.' },
} as const;

export const pick: StepDefinition<typeof options> = defineStep({
  name: 'pick',
  summary: 'Keeps only the values at some paths; each other one is counted as lost.',
  options,
  short: [{ form: 'list', option: 'paths' }],
  details: [
    'Everything else goes, and each value that goes is counted under `lost` with its path. What stays keeps its order and its bytes. `id` is not kept by itself: name it, or make one in a later step. Objects that are left empty go; elements of arrays stay, so that places in an array still mean the same.',
  ],
  examples: [
    {
      title: 'Only what the new model needs',
      plan: '- pick: [/id, /name, /lines/*/sku]',
      given: '{"id":"1","secret":"x","name":"Ada","lines":[{"sku":"a","cost":3},{"cost":4}]}',
      gives: { document: ['{"id":"1","name":"Ada","lines":[{"sku":"a"},{}]}'] },
    },
  ],
  effects: ({ paths }) => [{ reads: paths, keepsOnly: paths }],
  compile({ paths }) {
    const picking = pickingOf(paths);
    return (document, context) => {
      const { tape, root } = document;
      const kept = pickFrom(tape, root, picking, (path) => context.drop(path));
      document.root = kept === MISSING ? addObject(tape) : kept;
      return undefined;
    };
  },
});
