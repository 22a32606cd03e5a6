/** What should not go into the new model at all. */
import { defineStep, type StepDefinition } from '../src/transform/step.ts';

const options = {
  paths: { type: 'paths', required: true, description: 'What goes; elements behind a removed one move down.' },
} as const;

export const remove: StepDefinition<typeof options> = defineStep({
  name: 'remove',
  summary: 'Drops the values at some paths; each is counted as lost.',
  options,
  short: [{ form: 'list', option: 'paths' }],
  effects: ({ paths }) => paths.map((path) => ({ reads: [path], removes: [path] })),
  compile:
    ({ paths }) =>
    (document, context) => {
      for (const path of paths) {
        const count = document.remove(path);
        if (count > 0) context.drop(path.text, count);
      }
      return undefined;
    },
});
