/** Of all documents that have a key in common one stays. */
import { defineStep, type StepDefinition } from '../src/transform/step.ts';
import { KeyReader } from './dedupe/key-reader.ts';
import { Merger } from './dedupe/merger.ts';
import { OneStays } from './dedupe/one-stays.ts';
import { options, problems } from './dedupe/options.ts';
import { Resolver } from './dedupe/resolver.ts';

export const dedupe: StepDefinition<typeof options> = defineStep({
  name: 'dedupe',
  summary: 'Lets one of all documents that have a key in common stay: what a unique key would refuse is resolved.',
  details: [
    'Values of the key are equal as a unique key compares them: numbers as doubles (1 and 1.0; two integers that round to one double as well, which is reported as `NUMBER_UNSAFE`), text by code unit, objects and arrays by their content. A missing part of the key is null; documents that have nothing but nulls for a key are left alone. So with `[/tenantId, /email]` all documents of a tenant that have no address are one, as for a unique key, and so are those whose address is `""`: `if: doc.email != null` beside the step leaves them alone.',
    'The one that stays keeps its place in the order of the source. `newest` and `oldest` compare numbers as numbers, ISO 8601 times as instants and other text by code unit (not comparable < other text < numbers < instants); of equal ones the first stays, and documents without a comparable value count as oldest and are reported (`ORDER_VALUE_MISSING`).',
    '`merge` stands in the place of the first document and has its id: each other property has the value of the last document that has it, in the order of the source or ascending by `by`. A value that another one replaces is counted as lost.',
    'The others are counted as merged. Each is a line of `duplicates.ndjson` beside the rejects: `{entity, id, winner, doc}`, where `winner` is the id of the one that stays (with its entity as `winnerEntity`, where it is of another one); later steps do not change these lines. References to them are repointed by a `lookup` with `in: duplicates` behind this step.',
    'Two findings tell of them: for how many keys there were several documents (`DEDUPE_MERGED`), and how many documents differ from the one that stays in more than id, system properties and `by` (`DEDUPE_CONFLICT`); with `merge`, how many had a value that another one replaces.',
    'What becomes of the one that stays behind this step, where a container refuses it say, brings none of the others back.',
    'All documents that come to this step compete, whatever their entities. They pass the steps in front of it twice: once before the run, to find out which one stays. So sources have to be files that can be read again, and memory does not grow with them.',
  ],
  examples: [
    {
      title: 'The newest of each address stays',
      plan: '- dedupe: { key: /email, keep: newest, by: /_ts }',
      given: [
        '{"id":"u1","email":"ann@example.org","_ts":1700000000}',
        '{"id":"u2","email":"bob@example.org","_ts":1700000000}',
        '{"id":"u3","email":"ann@example.org","_ts":1700000060}',
      ],
      gives: {
        document: [
          '{"id":"u2","email":"bob@example.org","_ts":1700000000}',
          '{"id":"u3","email":"ann@example.org","_ts":1700000060}',
        ],
      },
    },
    {
      title: 'What is known of a person, in one document',
      plan: '- dedupe: { key: [/tenantId, /email], keep: merge }',
      given: [
        '{"id":"u1","tenantId":"t1","email":"ann@example.org","name":"Ann"}',
        '{"id":"u2","tenantId":"t2","email":"ann@example.org","name":"Anna"}',
        '{"id":"u3","tenantId":"t1","email":"ann@example.org","phone":"555-7"}',
      ],
      gives: {
        document: [
          '{"id":"u1","tenantId":"t1","email":"ann@example.org","name":"Ann","phone":"555-7"}',
          '{"id":"u2","tenantId":"t2","email":"ann@example.org","name":"Anna"}',
        ],
      },
    },
    {
      title: 'Without a key documents are left alone',
      plan: '- dedupe: { key: /email }',
      given: ['{"id":"u1"}', '{"id":"u2","email":null}', '{"id":"u3","email":""}', '{"id":"u4","email":""}'],
      gives: { document: ['{"id":"u1"}', '{"id":"u2","email":null}', '{"id":"u3","email":""}'] },
    },
    {
      title: 'References to those that are gone are repointed',
      plan: `- dedupe: { key: /email }
- lookup: { in: duplicates, local: /friendId, foreign: /id, as: /friendId, pick: /winner, one: true }`,
      given: [
        '{"id":"u1","email":"ann@example.org"}',
        '{"id":"u2","email":"ann@example.org"}',
        '{"id":"u3","email":"bob@example.org","friendId":"u2"}',
      ],
      gives: {
        document: ['{"id":"u1","email":"ann@example.org"}', '{"id":"u3","email":"bob@example.org","friendId":"u1"}'],
      },
    },
  ],
  options,
  check: (given) => problems(given),
  effects: ({ key, by }) => [{ reads: [...key, ...(by === undefined ? [] : [by])] }],
  contest(given) {
    const key = new KeyReader(given.key);
    const { keep = 'first', by } = given;
    return {
      judge: keep === 'merge' ? new Merger(by) : new OneStays(keep, by),
      tellsLosers: true,
      enter(document, context, contest) {
        const hash = key.of(document);
        if (hash !== undefined) contest.enter(document, hash, context.origin);
      },
    };
  },
  compile(given, { outcomes }) {
    if (outcomes === undefined) throw new Error('The step does not know which documents are to stay.');
    const resolver = new Resolver(given, outcomes);
    return (document, context) => resolver.apply(document, context);
  },
});
