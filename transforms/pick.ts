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
