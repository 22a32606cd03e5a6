/** How long does a document live in its new container? */
import { addInteger } from '../src/document/literal.ts';
import { propertyPath } from '../src/document/path.ts';
import { put } from '../src/document/put.ts';
import { defineStep, type StepDefinition } from '../src/transform/step.ts';
import { secondsOf } from './ttl/seconds-of.ts';

const options = {
  seconds: {
    type: 'integer',
    minimum: -1,
    maximum: 2_147_483_647,
    description: 'So many seconds for every document; -1 for ever, whatever the container says.',
  },
  until: {
    type: 'path',
    many: false,
    description: 'The time at which a document expires: ISO 8601 text, or a number as `convert` takes it.',
  },
  remaining: {
    type: 'boolean',
    description: 'What is left of the time to live that a document has, less its age, which `_ts` says.',
  },
} as const;

export const ttl: StepDefinition<typeof options> = defineStep({
  name: 'ttl',
  summary: 'Sets the time to live of documents; one that has expired already leaves the run and is counted as expired.',
  options,
  short: [{ form: 'number', option: 'seconds' }],
  details: [
    '`ttl` of a document counts from the moment it is written, so that copying a document as it is would give it its whole life again. `until` and `remaining` count from the start of the run, which a resumed run keeps; fractions of seconds are rounded down. What would get less than a second is expired: it is not written, and the books count it under `expired`.',
    '`until`: missing and null set nothing. A value that means no time rejects (`CONVERT_FAILED`), and so does one more than 68 years ahead (`TTL_INVALID`): the service takes at most 2,147,483,647 seconds. Where such a date means for ever, say so with `ttl: -1` for those documents.',
    '`remaining`: a document without `ttl`, or with null, is left as it is, and -1 stays. Any other `ttl` that is no positive whole number rejects (`TTL_INVALID`), and so does a document that has one but no `_ts`, since its age is not known. A `_ts` after the start of the run counts as no age.',
    'The service heeds `ttl` only in a container that has a time to live itself; `ttl: enabled` there leaves it to the documents. `check` warns where there is none.',
  ],
  examples: [
    {
      title: 'Thirty days for every document',
      plan: '- ttl: 2592000',
      given: '{"id":"1"}',
      gives: { document: ['{"id":"1","ttl":2592000}'] },
    },
    {
      title: 'What is left until a date (the run of this example begins in 1970)',
      plan: '- ttl: { until: /expiresAt }',
      given: '{"id":"1","expiresAt":"1970-01-02T00:00:00.900Z"}',
      gives: { document: ['{"id":"1","expiresAt":"1970-01-02T00:00:00.900Z","ttl":86400}'] },
    },
    {
      title: 'An expired document leaves the run',
      plan: '- ttl: { remaining: true }',
      given: '{"id":"1","ttl":60,"_ts":-60}',
      gives: { document: [] },
    },
  ],
  check({ seconds, until, remaining }) {
    const given = [seconds, until, remaining].filter((option) => option !== undefined);
    if (given.length !== 1) return ['write a number of seconds, until or remaining: true, one of them.'];
    if (seconds === 0) return ['0 seconds are no time to live; write at least 1, or -1 for ever.'];
    return remaining === false ? ['remaining: false says nothing; leave the step out.'] : [];
  },
  advise(_options, containers) {
    return containers
      .filter(({ defaultTtl }) => defaultTtl === undefined)
      .map(
        ({ label }) =>
          `the container ${label} has no time to live, so that the service takes no heed of that of its documents; write ttl: enabled there.`,
      );
  },
  effects: ({ until }) => [{ reads: until === undefined ? [] : [until], writes: [TTL] }],
  compile(given) {
    const losses = given.remaining === true ? NO_LOSS : undefined;
    return (document, context) => {
      const seconds = secondsOf(document, given, context.startedAt);
      if (typeof seconds !== 'number') return seconds;
      return put(document, TTL, addInteger(document.tape, seconds), true, losses ?? context);
    };
  },
});

const TTL = propertyPath('ttl');
/** The time that has passed already is no loss. */
const NO_LOSS = { drop: (): void => undefined };
