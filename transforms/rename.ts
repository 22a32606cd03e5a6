/** A value gets another name, or another place in the document. */
import { align, isSamePath, withinElements } from '../src/document/aligned.ts';
import { moveTo } from '../src/document/move.ts';
import { defineStep, type StepDefinition } from '../src/transform/step.ts';

const options = {
  paths: {
    type: 'map',
    keys: 'path',
    values: 'path',
    required: true,
    description: 'The new path for each old one, in turn; paths with a * move within each element.',
  },
} as const;

export const rename: StepDefinition<typeof options> = defineStep({
  name: 'rename',
  summary: 'Moves values to other names or places; what is missing stays missing.',
  options,
  short: [{ form: 'map', option: 'paths' }],
  details: [
    'A value that only gets another name keeps its place in the order of its object; one that goes to another object comes last there, and missing objects on the way are made. Its bytes stay as they are. What is missing is passed over; null moves like any other value.',
    'Paths with `*` have to be the same up to the last `*`: a value moves within its element. What is at the new place already rejects the document if it is different (`TARGET_EXISTS`); with `overwrite: true` it goes and is counted as lost.',
  ],
  examples: [
    {
      title: 'Another name, and another level',
      plan: '- rename: { /fullName: /name, /zip: /address/zip }',
      given: '{"fullName":"Ada","id":"1","zip":8000}',
      gives: { document: ['{"name":"Ada","id":"1","address":{"zip":8000}}'] },
    },
    {
      title: 'Within every element',
      plan: '- rename: { /lines/*/article: /lines/*/sku }',
      given: '{"id":"1","lines":[{"article":"a","qty":1},{"qty":2}]}',
      gives: { document: ['{"id":"1","lines":[{"sku":"a","qty":1},{"qty":2}]}'] },
    },
    {
      title: 'Nothing is overwritten by accident',
      plan: '- rename: { /mail: /email }',
      given: '{"id":"1","mail":"a@example.org","email":"b@example.org"}',
      rejects: 'TARGET_EXISTS',
    },
  ],
  overwrites: true,
  check: ({ paths }) =>
    paths.flatMap(({ key: from, value: to }) => {
      if (isSamePath(from, to)) return [`${from.text} is moved to itself.`];
      if (align(from, to) !== undefined) return [];
      return [
        `${from.text} cannot be moved to ${to.text}: a value moves within one element, so both paths have to be the same up to their last * and go on behind it.`,
      ];
    }),
  effects: ({ paths }) => paths.map(({ key, value }) => ({ reads: [key], removes: [key], writes: [value] })),
  compile({ paths }, { overwrite }) {
    const moves = paths.map(({ key, value }) => align(key, value)!);
    return (document, context) => {
      for (const { elements, from, to } of moves) {
        const rejection = withinElements(document, elements, (within) => moveTo(within, from, to, overwrite, context));
        if (rejection !== undefined) return rejection;
      }
      return undefined;
    };
  },
});
