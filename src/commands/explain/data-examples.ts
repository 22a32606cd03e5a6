/** What in the data itself deserves a look? */
import { type CodeExample, ITEMS } from './code-example.ts';
import { ANALYTICAL_STORE, LIMITS, MODELING } from './service-pages.ts';

export const DATA_EXAMPLES: Readonly<Record<string, CodeExample>> = {
  LINE_INVALID: {
    data: '{"id":"1","name":"Ann"}\n{"id":"2","name":',
    plan: ITEMS,
    says: 'data.ndjson:2: the text ends where a value was expected, at byte 18 of the document (offset 41). Mend it in the source and run again.',
  },
  DUPLICATE_KEY: {
    data: '{"id":"1","name":"Ann","name":"Anna"}',
    plan: ITEMS,
    says: '/name stands twice in its object, and a container keeps one value. Mend the source, or say duplicateKeys: last there to take the last one.',
    mend: 'source: { file: data.ndjson, entity: item, duplicateKeys: last }',
  },
  EXTENDED_JSON_KEPT: {
    data: '{"_id":"1","changed":{"$timestamp":{"t":1700000000,"i":1}}}',
    plan: `source: { file: data.ndjson, entity: item, extendedJson: true }\n${ITEMS}`,
    says: '/changed holds $timestamp, a type of MongoDB that plain JSON has no counterpart for; it stays as it is.',
  },
  NUMBER_UNSAFE: {
    data: '{"id":"1","views":12345678901234567890}',
    plan: ITEMS,
    says: '/views holds numbers that a double cannot hold; Cosmos DB may round them.',
    mend: 'transforms:\n  - stringify: [/views]',
    service: { rule: 'Numbers are IEEE 754 doubles.', source: LIMITS },
  },
  MIXED_TYPES: {
    data: '{"id":"1","price":10}\n{"id":"2","price":"10.50"}\n…',
    plan: ITEMS,
    says: '/price is a number in some documents and a string in others.',
    mend: 'transforms:\n  - stringify: [/price]',
  },
  TOO_MANY_PROPERTIES: {
    data: '{"id":"1","2026-01-01":3,"2026-01-02":5,…}',
    plan: ITEMS,
    says: 'The documents have more than 1,000 distinct properties.',
    service: {
      rule: 'The analytical store takes the first 1,000 properties of a container.',
      source: ANALYTICAL_STORE,
    },
  },
  ARRAY_UNBOUNDED: {
    data: '{"id":"1","comments":[{"id":"c1"},{"id":"c2"},…]}',
    plan: ITEMS,
    says: '/comments grows without a bound.',
    mend: 'transforms:\n  - split: { path: /comments, into: comment, link: { itemId: /id } }\ncontainers:\n  items: { entities: [item], partitionKey: /id }\n  comments: { entities: [comment], partitionKey: /itemId }',
    service: { rule: 'What grows without a bound is referenced, not embedded.', source: MODELING },
  },
  SOURCE_CHANGED: {
    data: '{"id":"1"}\n… (another program appends to the file while it is read)',
    plan: ITEMS,
  },
  REFERENCE_MISSING: {
    data: '{"id":"1"}\n{"id":"2","partOf":"1"}\n{"id":"3","partOf":"9"}',
    plan: lookup('one: true'),
    says: '/partOf holds "9", and no document of items has it at /id.',
  },
  REFERENCE_KEY_REPEATED: {
    data: '{"id":"1","name":"Saw"}\n{"id":"1","name":"Blade"}\n{"id":"2","partOf":"1"}',
    plan: lookup('one: true'),
    says: 'Documents of items have a value at /id that others before them have; with one: true a lookup takes the first.',
    mend: lookup(),
  },
  REFERENCE_UNREADABLE: {
    data: '{"id":"1","partOf":"1"}\n{"id":"2","part',
    plan: lookup('one: true'),
    says: 'A record of the reference items is no document, so that no lookup finds it. The first is data.ndjson:2',
  },
  REFERENCE_AS_TEXT: {
    data: '{"id":"1"}\n{"id":"2","partOf":1}',
    plan: lookup('one: true'),
    says: '/partOf holds 1, and /id of items holds it as string: they match only as text.',
    mend: lookup('one: true, match: text'),
  },
};

/** A file that is looked up in itself. */
function lookup(more?: string): string {
  const rest = more === undefined ? '' : `, ${more}`;
  return `references:\n  items: { file: data.ndjson }\ntransforms:\n  - lookup: { in: items, local: /partOf, foreign: /id, as: /whole${rest} }`;
}
