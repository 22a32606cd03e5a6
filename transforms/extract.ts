/** Embedded objects become documents of their own, once a key, and are referred to from where they stood. */
import { defineStep, type StepDefinition } from '../src/transform/step.ts';
import { Contested } from './extract/contested.ts';
import { effects } from './extract/effects.ts';
import { contestRules } from './extract/entering.ts';
import { Extractor } from './extract/extractor.ts';
import { FirstCome } from './extract/first-come.ts';
import { ObjectMaker } from './extract/object-maker.ts';
import { type Options, options, problems } from './extract/options.ts';
import { Referrer } from './extract/referrer.ts';

export const extract: StepDefinition<typeof options> = defineStep({
  name: 'extract',
  summary: 'Makes documents of embedded objects, once per key over the whole run; a reference takes their place.',
  details: [
    'Objects with one key are copies of one thing, and become one document. One with other content is a conflict, which `onConflict` decides: with `reject` the first one in the order of the source is the document, and one that differs goes to the rejects (`EXTRACT_CONFLICT`, which names the first one); with `first` it is the document as well, with `last` the last one is, and with `merge` all of them are laid over each other. Equal ones, and those that lose, are counted as merged; what differs is reported. What holds an object refers to the document that there is, whatever id its own object had.',
    'First and last are those in the order of the source. Where a value in the objects says which one is the newest, `view` makes documents of them and `dedupe` keeps the newest, as below.',
    '`merge` is shallow: a later value takes the place of an earlier one, also a null, and the id of the first one stays. It counts as a conflict where a value does not get into the document. The document of `last` comes behind the holder of the last object, that of `merge` behind the holder of the first.',
    'Contents are compared as they are extracted, with their id and by exact value, before any later step. The key stays taken whatever becomes of the document later on. All extract steps with the same `into` share one space of keys; with `last` or `merge` there can be only one such step.',
    'Keys are equal by type and exact value. Two keys that only print as one text, as 1 and "1" do, are a conflict as well where both objects would get the same id (`EXTRACT_CONFLICT`, which names both): convert the key in an earlier step where they mean one thing, or give the step an id that tells them apart.',
    'A document that is rejected by this step leaves no key and no document behind, and none of its objects competes. One that is rejected later leaves its objects in the run: others may refer to them.',
    'An object without the key, or with a null in it, rejects the document (`KEY_MISSING`), and so does a value that is no object (`NOT_AN_OBJECT`). So does another value where a reference is to stand (`TARGET_EXISTS`); with `last` and `merge` one that refers to the own object of the holder is none, and is turned to the winner.',
    'With `reject` and `first`, who comes first is known only in order, so that such a plan works on one thread. With `last` and `merge` the objects are looked at before the first document goes on: sources are read once more, and cannot be a stream.',
  ],
  examples: [
    {
      title: 'The stock of each holding, once',
      plan: '- extract: { path: /holdings/*/stock, into: stock, key: /symbol, replaceWith: { stockId: /id } }',
      given:
        '{"id":"u1","holdings":[{"held":7,"stock":{"symbol":"zbzb","open":1}},{"held":2,"stock":{"open":1.0,"symbol":"zbzb"}}]}',
      gives: {
        document: ['{"id":"u1","holdings":[{"held":7,"stockId":"zbzb"},{"held":2,"stockId":"zbzb"}]}'],
        stock: ['{"symbol":"zbzb","open":1,"id":"zbzb"}'],
      },
    },
    {
      title: 'The reference in the place of the object',
      plan: '- extract: { path: /author, into: author, key: [/country, /nr] }',
      given: '{"id":"b1","author":{"country":"PT","nr":7,"name":"Ana"}}',
      gives: {
        document: ['{"id":"b1","author":"PT:7"}'],
        author: ['{"country":"PT","nr":7,"name":"Ana","id":"PT:7"}'],
      },
    },
    {
      title: 'The last one stands for all',
      plan: '- extract: { path: /author, into: author, key: /nr, onConflict: last }',
      given: [
        '{"id":"b1","author":{"nr":7,"name":"Ana","city":"Faro"}}',
        '{"id":"b2","author":{"nr":7,"name":"Ana Lima"}}',
      ],
      gives: {
        document: ['{"id":"b1","author":"7"}', '{"id":"b2","author":"7"}'],
        author: ['{"nr":7,"name":"Ana Lima","id":"7"}'],
      },
    },
    {
      title: 'What all of them say of it together',
      plan: '- extract: { path: /author, into: author, key: /nr, onConflict: merge }',
      given: [
        '{"id":"b1","author":{"nr":7,"name":"Ana","city":"Faro"}}',
        '{"id":"b2","author":{"nr":7,"name":"Ana Lima"}}',
      ],
      gives: {
        document: ['{"id":"b1","author":"7"}', '{"id":"b2","author":"7"}'],
        author: ['{"nr":7,"name":"Ana Lima","city":"Faro","id":"7"}'],
      },
    },
    {
      title: 'The newest one by a value in it stands for all',
      plan: [
        '- view: { into: author, pick: [/author], where: doc.author != null }',
        "- flatten: { path: /author, prefix: '' }",
        '  for: author',
        '- dedupe: { key: /id, keep: newest, by: /changedAt }',
        '  for: author',
        '- rename: { /author/id: /authorId }',
        '- remove: [/author]',
      ].join('\n'),
      given: [
        '{"id":"b1","author":{"id":"a7","name":"Ana Lima","changedAt":"2026-03-01"}}',
        '{"id":"b2","author":{"id":"a7","name":"Ana","changedAt":"2026-01-01"}}',
      ],
      gives: {
        document: ['{"id":"b1","authorId":"a7"}', '{"id":"b2","authorId":"a7"}'],
        author: ['{"id":"a7","name":"Ana Lima","changedAt":"2026-03-01"}'],
      },
    },
    {
      title: 'An object that cannot be told from others rejects',
      plan: '- extract: { path: /author, into: author, key: /nr }',
      given: '{"id":"b1","author":{"name":"Ana"}}',
      gives: { author: [] },
      rejects: 'KEY_MISSING',
    },
  ],
  options,
  overwrites: true,
  makes: ({ into }) => [into],
  check: (given) => problems(given),
  effects: (given) => effects(given),
  remembers: ({ into, onConflict }) => (isContested(onConflict) ? undefined : into),
  contest: (given, overwrite) => (isContested(given.onConflict) ? contestRules(given, overwrite) : undefined),
  compile(given, { overwrite, memory, outcomes }) {
    const objects = new ObjectMaker(given);
    const referrer = new Referrer(given, overwrite);
    const deciding =
      outcomes !== undefined
        ? new Contested(given, objects, referrer, outcomes)
        : memory && new FirstCome(given, objects, memory);
    if (deciding === undefined) throw new Error('The step has nothing to decide with.');
    const extractor = new Extractor(given, objects, referrer, deciding);
    return (document, context) => extractor.apply(document, context);
  },
});

/** Whether all objects have to be known before the first one. */
function isContested(onConflict: Options['onConflict']): boolean {
  return onConflict === 'last' || onConflict === 'merge';
}
