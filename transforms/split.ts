/** Every element of an array becomes a document of its own: the cure for arrays that grow without a bound. */
import type { StepDefinition } from '../src/transform/step.ts';
import { effects } from './split/effects.ts';
import { options, problems } from './split/options.ts';
import { Splitter } from './split/splitter.ts';

export const split: StepDefinition<typeof options> = {
  name: 'split',
  summary: 'Makes a document of every element of an array; the array leaves the document, or leaves a subset.',
  examples: [
    {
      title: 'Comments become documents, and the newest stays',
      plan: '- split: { path: /comments, into: comment, link: { postId: /id }, keep: { as: newest, newest: 1, by: /at } }',
      given: '{"id":"p1","comments":[{"id":"a","at":"2026-01-02"},{"id":"b","at":"2026-01-09"}]}',
      gives: {
        document: ['{"id":"p1","newest":[{"id":"b","at":"2026-01-09"}]}'],
        comment: ['{"id":"p1:a","at":"2026-01-02","postId":"p1"}', '{"id":"p1:b","at":"2026-01-09","postId":"p1"}'],
      },
    },
    {
      title: 'A value that is no array rejects',
      plan: '- split: { path: /comments, into: comment }',
      given: '{"id":"p1","comments":"none"}',
      gives: { comment: [] },
      rejects: 'NOT_AN_ARRAY',
    },
  ],
  options,
  details: [
    'Children go through the later steps whose `for:` names their entity. An element that is no object becomes `{ value: … }`. `omit` comes first, then `link`, `index` and `id`; a property that would be overwritten by a different value rejects the document (`TARGET_EXISTS`) unless `overwrite: true` stands beside the step. Missing, null and an empty array make no children; missing and null stay as they are.',
    "The default id, `p1:c7`, is made of the document's id and the element's, across several arrays of every element on the way, `u1:o2:5`, and by place where an element has none. Two splits into one container with default ids may make the same one: `check` warns.",
    '`newest` and `oldest` compare numbers as numbers, ISO 8601 times as instants and other text by code unit (not comparable < other text < numbers < instants); ties keep the order of the array, and elements without a comparable value count as oldest and are reported (`ORDER_VALUE_MISSING`). A rejected document leaves its children written, which is reported (`PARENT_REJECTED`), unless `onReject: family` holds them together.',
  ],
  overwrites: true,
  makes: ({ into }) => [into],
  check: (given) => problems(given),
  effects: (given) => effects(given),
  compile(given, { overwrite }) {
    const splitter = new Splitter(given, overwrite);
    return (document, context) => splitter.apply(document, context);
  },
};
