/** What other documents say of the same thing is put beside what refers to them. */
import { besidePath } from '../src/document/path.ts';
import { defineStep, type StepDefinition } from '../src/transform/step.ts';
import { Looker } from './lookup/looker.ts';
import { options, placesTaken, problems } from './lookup/options.ts';

export const lookup: StepDefinition<typeof options> = defineStep({
  name: 'lookup',
  summary:
    'Finds documents of a reference by a value that they hold, and puts them, or parts of them, into the document.',
  details: [
    'The result is an array in the order of the reference, or, where `local` has a `*`, in the order of `local`: what the first value leads to, then what the second one leads to. With `one: true` it is the first match.',
    'With a `*` in `as`, each element that it leads through is enriched for itself: `as: /items/*/product` beside `local: /items/*/sku`. `as: /ids/*` beside `local: /ids/*` replaces each id by what it leads to, and `as: /ids` the whole list by what all of them lead to.',
    'A `*` in `foreign` finds the documents that have the value anywhere in an array: so a list of ids on one side becomes a reference on the other.',
    'A value that no document of the reference has is reported (`REFERENCE_MISSING`), and also when one would have it as text (`REFERENCE_AS_TEXT`, as 1 and "1"). It is left out; with `missing: null` null takes its place in an array by `*`, and is the result with `one: true`. An array that would hold nothing is written as `[]`. With `missing: reject` the document is rejected, by the one code or the other.',
    'Several documents of a reference with one value are a finding where a lookup with `one: true` takes the first (`REFERENCE_KEY_REPEATED`).',
    'With `in: duplicates` it finds what `dedupe` steps in front have taken out, as `{entity, id, winner, doc}`: so `local: /authorId`, `foreign: /id`, `as: /authorId`, `pick: /winner`, `one: true` repoints references to the document that stays. That a value is not there is the ordinary case and no finding; where `as` is `local`, it stays what it was, also in a list. Of several duplicates with one id the first is taken, and it is reported where they do not come to the same (`REFERENCE_KEY_REPEATED`).',
    'Aggregates see every match once, also those behind the first one of `one: true`. `count` and `sum` of none are 0, the others stay unset. Nulls are skipped, and anything else that is no number rejects in `sum` and `avg` (`AGGREGATE_NOT_A_NUMBER`).',
    'A `pick` of one path leaves out documents that have nothing there.',
    'Where a list of ids is replaced by what they lead to, those that lead to nothing, and nulls, are counted as lost.',
    'Before the first document is read, the reference is copied and indexed on disk; memory does not grow with it. Its numbers keep their digits.',
    'An entity of the plan is looked up as its documents are at this step, whatever becomes of them behind it: they pass the steps in front of it once before the run, so that its source is read twice and cannot be standard input. All documents stay at their places.',
  ],
  examples: [
    {
      title: 'The products of an order, in each line',
      plan: '- lookup: { in: products, local: /lines/*/sku, foreign: /sku, as: /lines/*/name, pick: /name, one: true }',
      references: { products: ['{"sku":"a","name":"Saw"}', '{"sku":"b","name":"Awl"}'] },
      given: '{"id":"o1","lines":[{"sku":"b","n":2},{"sku":"x","n":1}]}',
      gives: { document: ['{"id":"o1","lines":[{"sku":"b","n":2,"name":"Awl"},{"sku":"x","n":1}]}'] },
    },
    {
      title: 'A list of ids turned round, with what the books come to',
      plan: `- lookup:
    in: books
    local: /id
    foreign: /authorIds/*
    as: /books
    pick: { id: /id, label: '{/name} ({/year})' }
    aggregate: { countOfBooks: count, sold: sum /sold }`,
      references: {
        books: [
          '{"id":"b1","name":"Tides","year":2021,"sold":2,"authorIds":["a1","a2"]}',
          '{"id":"b2","name":"Moss","year":2023,"sold":3,"authorIds":["a1"]}',
        ],
      },
      given: '{"id":"a1"}',
      gives: {
        document: [
          '{"id":"a1","books":[{"id":"b1","label":"Tides (2021)"},{"id":"b2","label":"Moss (2023)"}],"countOfBooks":2,"sold":5}',
        ],
      },
    },
    {
      title: 'What leads nowhere rejects, where the plan says so',
      plan: '- lookup: { in: customers, local: /customerId, foreign: /id, as: /shipTo, pick: /address, one: true, missing: reject }',
      references: { customers: ['{"id":"c1","address":{"city":"Lyon"}}'] },
      given: '{"id":"o2","customerId":"c9"}',
      rejects: 'REFERENCE_MISSING',
    },
  ],
  options,
  overwrites: true,
  check: (given) => problems(given),
  effects: ({ local, as, aggregate = [] }) => [
    { reads: [local], writes: [as, ...aggregate.map(({ key }) => besidePath(as, key))] },
  ],
  looksUp: (given) => ({
    reference: given.in,
    foreign: given.foreign,
    takes: placesTaken(given),
    takesFirst: given.one === true,
  }),
  compile(given, { overwrite, reference }) {
    if (reference === undefined) throw new Error(`The reference ${given.in} has not been indexed.`);
    const looker = new Looker(given, overwrite, reference);
    return (document, context) => looker.apply(document, context);
  },
});
