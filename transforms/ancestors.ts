/** Every document of a tree knows the way to its root. */
import { defineStep, type StepDefinition } from '../src/transform/step.ts';
import { Lister } from './ancestors/lister.ts';
import { ID, options, placesAsked, targetOf } from './ancestors/options.ts';

export const ancestors: StepDefinition<typeof options> = defineStep({
  name: 'ancestors',
  summary: 'Puts all ancestors of a document into it, root first, so that one filter finds a whole subtree.',
  details: [
    'The documents that the step works on are the tree: by `for`, and where the condition is true. Each is found by its property `id`, as it comes to the step; its parent is the document whose id is the value at `parent`. A document with nothing or null there is a root, and gets an empty list.',
    'Ids match by type and value, so that 1 and 1.0 are one and 1 and "1" are two. A parent that no document has as its id is reported (`REFERENCE_MISSING`), and also when one has it as text (`REFERENCE_AS_TEXT`); the list begins below it, for the document and for all under it. Of several documents with one id the first in the order of the data is the parent (`REFERENCE_KEY_REPEATED`).',
    'Where parents lead in a circle, the list ends before a document would come a second time, itself included. Each document of the circle counts (`ANCESTOR_CYCLE`); the lists of those below it begin with the circle.',
    '`of` says what stands for an ancestor: by default its id. A list or a map gives objects, such as `of: [/id, /name]` for a breadcrumb. An ancestor that has nothing at the path of a bare value is left out; one of which no text can be made rejects the document.',
    'Before the first document is worked on, all of them are read once and what is asked of ancestors is indexed on disk; memory does not grow with the tree. A list takes as much as the way is long: a chain of n documents comes to n²/2 ids.',
  ],
  examples: [
    {
      title: 'The ids of all categories above',
      plan: '- ancestors: /parentId',
      given: [
        '{"id":"race","name":"Race","parentId":"road"}',
        '{"id":"road","name":"Road","parentId":"bikes"}',
        '{"id":"bikes","name":"Bikes","parentId":null}',
      ],
      gives: {
        document: [
          '{"id":"race","name":"Race","parentId":"road","ancestors":["bikes","road"]}',
          '{"id":"road","name":"Road","parentId":"bikes","ancestors":["bikes"]}',
          '{"id":"bikes","name":"Bikes","parentId":null,"ancestors":[]}',
        ],
      },
    },
    {
      title: 'A breadcrumb: what a page shows of each',
      plan: '- ancestors: { parent: /parentId, as: /breadcrumb, of: [/id, /name] }',
      given: ['{"id":1,"name":"Bikes"}', '{"id":2,"name":"Road","parentId":1}'],
      gives: {
        document: [
          '{"id":1,"name":"Bikes","breadcrumb":[]}',
          '{"id":2,"name":"Road","parentId":1,"breadcrumb":[{"id":1,"name":"Bikes"}]}',
        ],
      },
    },
    {
      title: 'An ancestor that has no name rejects those below it',
      plan: "- ancestors: { parent: /parentId, as: /path, of: '{/name|slug}' }",
      given: ['{"id":"a"}', '{"id":"b","name":"B","parentId":"a"}'],
      gives: { document: ['{"id":"a","path":[]}'] },
      rejects: 'TEMPLATE_PATH_MISSING',
    },
  ],
  options,
  short: [{ form: 'text', option: 'parent' }],
  overwrites: true,
  effects: (given) => [{ reads: placesAsked(given), writes: [targetOf(given)] }],
  looksUp: (given) => ({ foreign: ID, keeps: placesAsked(given), takesFirst: true }),
  compile(given, { overwrite, reference }) {
    if (reference === undefined) throw new Error('The documents of the tree have not been indexed.');
    const lister = new Lister(given, overwrite, reference);
    return (document, context) => lister.apply(document, context);
  },
});
