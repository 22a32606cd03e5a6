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
  overwrites: true,
  makes: ({ into }) => [into],
  check: (given) => problems(given),
  effects: (given) => effects(given),
  compile(given, { overwrite }) {
    const splitter = new Splitter(given, overwrite);
    return (document, context) => splitter.apply(document, context);
  },
};
