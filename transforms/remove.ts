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
  details: [
    'What is missing is passed over, and nothing rejects. The report counts under `lost` how many values went at each path. Of a repeated key every occurrence goes. A number in a path means an element, which leaves no hole; `/items/*` empties the array.',
    'The system properties `_rid`, `_self`, `_etag`, `_attachments` and `_ts` need no step: they are dropped when a document enters a container.',
  ],
  examples: [
    {
      title: 'A property, and one in every element',
      plan: '- remove: [/draft, /comments/*/ip]',
      given: '{"id":"1","draft":true,"comments":[{"text":"a","ip":"::1"},{"text":"b"}]}',
      gives: { document: ['{"id":"1","comments":[{"text":"a"},{"text":"b"}]}'] },
    },
  ],
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
