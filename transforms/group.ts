/** Documents that have something in common become one document. */
import { NOT_COMPARABLE, orderValue } from '../src/document/order.ts';
import type { Path } from '../src/document/path.ts';
import { readAt } from '../src/document/read.ts';
import { ValueHash } from '../src/document/value-hash.ts';
import type { Gathering, KeyedGathering } from '../src/transform/gathering.ts';
import { CONSUMED, defineStep, type StepDefinition } from '../src/transform/step.ts';
import { GroupCombiner } from './group/combiner.ts';
import { keyValues } from './group/key-reader.ts';
import { options, placesRead, problems } from './group/options.ts';

export const group: StepDefinition<typeof options> = defineStep({
  name: 'group',
  summary: 'Makes one document of all that have a key in common: lists, sums, the newest one.',
  details: [
    'A result has its id, the properties of the key, those of `latest` or `merge`, the lists of `gather` and the values of `aggregate`, in this order. Results come when all documents have come, behind everything that passed through, in the order in which their groups came first; the steps behind this one work on them.',
    'Documents without a part of the key, or with a null in it, are rejected (`KEY_MISSING`). Values of the key are equal by type and exact value: 1 and 1.0 are, 1 and "1" are not. The result has them as the first document has them.',
    'Lists are in the order of the source, or ascending by `by`; `latest` takes the document with the largest value, `merge` lays all over each other in this order. Numbers compare as numbers, ISO 8601 times as instants, other text by code unit (not comparable < other text < numbers < instants); ties go by the order of the source, and documents without a comparable value count as oldest and are reported (`ORDER_VALUE_MISSING`).',
    'Sums are exact and rounded once at the end, so that no order of the documents changes them; a sum of whole numbers keeps all its digits. `min` and `max` compare as `latest` does, and leave out what cannot be compared. Without any value, `count` and `sum` are 0 and the others are not set.',
    '`merge` is shallow: a later value takes the place of an earlier one as a whole, also a null, and what a later document does not have stays. A property stands where it came first. What is overwritten on the way counts as consumed with its document, not as lost: it was right at its time.',
    'A value in a `sum` or `avg` that is no number rejects all documents of its group (`AGGREGATE_NOT_A_NUMBER`), and so does a property of `latest` or `merge` that has the name of another one of the result with a different value (`TARGET_EXISTS`). With `consume: false` the documents are in the run already, and it is the result that is rejected.',
    'Documents wait in the folder of the run, and are sorted there: memory does not grow with their number, only with the largest result. What becomes of a document behind this step, or of its family, takes nothing out of its group.',
  ],
  examples: [
    {
      title: 'Readings by device and hour',
      plan: [
        '- group:',
        "    key: { deviceId: /deviceId, hour: '{/ts|hour}' }",
        '    into: deviceHour',
        '    gather: { readings: { pick: [/ts, /c], by: /ts } }',
        "    aggregate: { n: count, mean: 'avg /c' }",
      ].join('\n'),
      given: [
        '{"id":"r1","deviceId":"d1","ts":"2025-03-01T10:55:00Z","c":21.5}',
        '{"id":"r2","deviceId":"d1","ts":"2025-03-01T10:05:00Z","c":20.5}',
        '{"id":"r3","deviceId":"d1","ts":"2025-03-01T11:00:00Z","c":22}',
      ],
      gives: {
        deviceHour: [
          '{"id":"d1:2025-03-01T10","deviceId":"d1","hour":"2025-03-01T10","readings":[{"ts":"2025-03-01T10:05:00Z","c":20.5},{"ts":"2025-03-01T10:55:00Z","c":21.5}],"n":2,"mean":21}',
          '{"id":"d1:2025-03-01T11","deviceId":"d1","hour":"2025-03-01T11","readings":[{"ts":"2025-03-01T11:00:00Z","c":22}],"n":1,"mean":22}',
        ],
      },
    },
    {
      title: 'The state that events lead to',
      plan: '- group: { key: [/cartId], into: cart, latest: /seq, aggregate: { events: count } }',
      given: [
        '{"id":"e1","cartId":"c1","seq":1,"state":"open"}',
        '{"id":"e3","cartId":"c1","seq":3,"state":"paid"}',
        '{"id":"e2","cartId":"c1","seq":2,"state":"sent"}',
      ],
      gives: { cart: ['{"id":"c1","cartId":"c1","seq":3,"state":"paid","events":3}'] },
    },
    {
      title: 'What partial events come to',
      plan: '- group: { key: [/cartId], into: cart, merge: /seq }',
      given: [
        '{"id":"e2","cartId":"c1","seq":2,"address":{"city":"Porto"},"note":null}',
        '{"id":"e1","cartId":"c1","seq":1,"note":"fragile","address":{"city":"Faro","zip":"8000"}}',
      ],
      gives: { cart: ['{"id":"c1","cartId":"c1","seq":2,"note":null,"address":{"city":"Porto"}}'] },
    },
    {
      title: 'A list of bare values beside the documents themselves',
      plan: '- group: { key: { topic: /topic }, into: topic, gather: { posts: { pick: /id } }, consume: false }',
      given: ['{"id":"p1","topic":"cats"}', '{"id":"p2","topic":"cats"}'],
      gives: {
        document: ['{"id":"p1","topic":"cats"}', '{"id":"p2","topic":"cats"}'],
        topic: ['{"id":"cats","topic":"cats","posts":["p1","p2"]}'],
      },
    },
    {
      title: 'A document that belongs to no group is rejected',
      plan: '- group: { key: [/cartId], into: cart, latest: /seq }',
      given: '{"id":"e1","cartId":null,"seq":1}',
      gives: { cart: [] },
      rejects: 'KEY_MISSING',
    },
  ],
  options,
  makes: ({ into }) => [into],
  consumes: ({ consume = true }) => consume,
  check: (given) => problems(given),
  effects: (given) => [{ reads: placesRead(given) }],
  gather: (given, place) =>
    place.byKey({
      entity: given.into,
      keeps: given.consume === false,
      combiner: new GroupCombiner(given, place.sha256),
    }),
  compile(given, { gathering }) {
    if (!isKeyed(gathering)) throw new Error('The step has nothing to gather with.');
    const { key, latest, merge, gather = [], consume = true } = given;
    const orders = [latest ?? merge ?? [], ...gather.flatMap(({ value: { by } }) => by ?? [])].flat();
    const hash = new ValueHash();
    return (document, context) => {
      const { tape, root } = document;
      const values = keyValues(tape, root, key, context.sha256);
      if ('code' in values) return values;
      hash.ofAll(tape, values);
      for (const path of orders)
        if (orderValue(tape, readAt(tape, root, path)).rank === NOT_COMPARABLE)
          context.note('ORDER_VALUE_MISSING', path.text, unordered(path));
      gathering.add(document, hash.words, context.origin);
      return consume ? CONSUMED : undefined;
    };
  },
});

function isKeyed(gathering: Gathering | undefined): gathering is KeyedGathering {
  return gathering !== undefined && 'add' in gathering;
}

function unordered({ text }: Path): string {
  return `Documents have no comparable value at ${text} and count as oldest.`;
}
