/** A document is there once more, for those who look for it by another key: a materialized view. */
import { Document } from '../src/document/document.ts';
import { cloneEdits } from '../src/document/edit.ts';
import { addObject } from '../src/document/literal.ts';
import { pick, pickingOf } from '../src/document/pick.ts';
import { pathsIn, planValue } from '../src/document/plan-value.ts';
import { put } from '../src/document/put.ts';
import { MISSING } from '../src/document/tape.ts';
import { defineStep, type StepDefinition } from '../src/transform/step.ts';

const options = {
  into: { type: 'entity', required: true, description: 'What the copies are called in this plan.' },
  where: {
    type: 'condition',
    description: 'An expression over `doc` that is true for the documents that are copied. Default: all.',
  },
  pick: { type: 'paths', description: 'Only these places go into the copy. Default: the whole document.' },
  set: {
    type: 'map',
    keys: 'path',
    values: 'value',
    description:
      'Constants, templates or expressions that the copy gets, in turn, replacing what is there. They see the document as it is here, before pick.',
  },
} as const;

/** What a copy leaves out is still in the document. */
const NOTHING_IS_LOST = { drop: () => {} };

export const view: StepDefinition<typeof options> = defineStep({
  name: 'view',
  summary: 'Adds a copy of the document under another entity, for a container with another partition key.',
  details: [
    'The document itself goes on unchanged. The copy is a document of the entity `into` and passes the later steps that work on it (`for:`).',
    'What `pick` leaves out is not counted as lost, since the document still has it.',
  ],
  examples: [
    {
      title: 'Orders once more, by product',
      plan: "- view: { into: orderByProduct, pick: [/productId, /qty], set: { /id: '{/productId}:{/id}' } }",
      given: '{"id":"o1","customerId":"c1","productId":"p9","qty":2,"note":"gift"}',
      gives: {
        document: ['{"id":"o1","customerId":"c1","productId":"p9","qty":2,"note":"gift"}'],
        orderByProduct: ['{"productId":"p9","qty":2,"id":"p9:o1"}'],
      },
    },
    {
      title: 'Only of some documents, with what else they say',
      plan: "- view: { into: openOrder, where: doc.open, pick: [/id], set: { /total: { expr: 'doc.price * doc.qty' } } }",
      given: '{"id":"o1","open":true,"price":2.5,"qty":2}',
      gives: {
        document: ['{"id":"o1","open":true,"price":2.5,"qty":2}'],
        openOrder: ['{"id":"o1","total":5}'],
      },
    },
    {
      title: 'A template that cannot be made rejects the document',
      plan: "- view: { into: orderByProduct, set: { /id: '{/productId}:{/id}' } }",
      given: '{"id":"o1","customerId":"c1"}',
      gives: { orderByProduct: [] },
      rejects: 'TEMPLATE_PATH_MISSING',
    },
  ],
  options,
  makes: ({ into }) => [into],
  effects: ({ where, pick: paths = [], set = [] }) => [
    { reads: [...(where?.paths ?? []), ...paths, ...set.flatMap(({ value }) => pathsIn(value))] },
  ],
  compile: ({ into, where, pick: paths, set = [] }) => {
    const picking = paths === undefined ? undefined : pickingOf(paths);
    return (document, context) => {
      const { tape, root } = document;
      const applies = where?.holds(document, context.startedAt) ?? true;
      if (applies !== true) return applies === false ? undefined : applies;
      const picked = picking === undefined ? cloneEdits(tape, root) : pick(tape, root, picking);
      const copy = new Document(tape, into, picked === MISSING ? addObject(tape) : picked);
      for (const entry of set) {
        const value = planValue(entry.value, document, context, entry.key);
        if (typeof value !== 'number') return value;
        const rejection = put(copy, entry.key, cloneEdits(tape, value), true, NOTHING_IS_LOST);
        if (rejection !== undefined) return rejection;
      }
      context.make(into, copy.root);
      return undefined;
    };
  },
});
