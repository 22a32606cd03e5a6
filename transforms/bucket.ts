/** An array is cut into documents of a bounded size: for what is read page by page, or together with its neighbours. */
import { defineStep, type StepDefinition } from '../src/transform/step.ts';
import { Bucketer } from './bucket/bucketer.ts';
import { effects } from './bucket/effects.ts';
import { options, problems } from './bucket/options.ts';

export const bucket: StepDefinition<typeof options> = defineStep({
  name: 'bucket',
  summary: 'Cuts an array into documents of at most so many elements or bytes.',
  details: [
    'Buckets are numbered from 0 in the order of the array, and each is as full as `size` and `bytes` allow; `bytes` counts the text of the whole document with its id and its link. An array without elements makes no bucket.',
    'With `keepFirst: true` bucket 0 stays where the array was and the documents begin with 1. An empty array stays then; else it goes with all the others. `bytes` cuts bucket 0 as if it were a document as well, so that keeping it changes no other bucket.',
    'Where `path` crosses arrays, the default id names every element on the way, as `split` does: `u1:o2:0`.',
    'A value that is no array rejects the document; so does a `continuation` that is there already with another value, unless the step says `overwrite: true`.',
  ],
  examples: [
    {
      title: 'Events in documents of two',
      plan: '- bucket: { path: /events, into: eventBucket, size: 2, link: { deviceId: /id } }',
      given: '{"id":"d1","events":[{"n":0},{"n":1},{"n":2}]}',
      gives: {
        document: ['{"id":"d1"}'],
        eventBucket: [
          '{"id":"d1:0","deviceId":"d1","events":[{"n":0},{"n":1}]}',
          '{"id":"d1:1","deviceId":"d1","events":[{"n":2}]}',
        ],
      },
    },
    {
      title: 'The first page stays, and says where the list goes on',
      plan: '- bucket: { path: /followers, into: page, size: 2, link: { userId: /id }, keepFirst: true, continuation: more }',
      given: '{"id":"u1","followers":["a","b","c"]}',
      gives: {
        document: ['{"id":"u1","followers":["a","b"],"more":["u1:1"]}'],
        page: ['{"id":"u1:1","userId":"u1","followers":["c"]}'],
      },
    },
    {
      title: 'As many elements as fit into so many bytes',
      plan: '- bucket: { path: /log, into: part, bytes: 40, property: lines }',
      given: '{"id":"r1","log":["0123456789","a","b"]}',
      gives: {
        document: ['{"id":"r1"}'],
        part: ['{"id":"r1:0","lines":["0123456789","a"]}', '{"id":"r1:1","lines":["b"]}'],
      },
    },
  ],
  options,
  overwrites: true,
  makes: ({ into }) => [into],
  check: (given) => problems(given),
  effects: (given) => effects(given),
  compile(given, { overwrite }) {
    const bucketer = new Bucketer(given, overwrite);
    return (document, context) => bucketer.apply(document, context);
  },
});
