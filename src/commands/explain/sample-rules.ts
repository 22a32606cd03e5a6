/** What comes to light when a plan meets data? */
import type { SAMPLE_RULES } from '../../plan/problem.ts';
import { ITEMS } from './code-example.ts';
import type { RuleExample } from './rule-example.ts';
import { LIMITS, UNIQUE_KEYS } from './service-pages.ts';

/** An example that needs data. */
export interface SampleExample extends RuleExample {
  readonly data: string;
  readonly plan: string;
  /** What is said of it, word for word. */
  readonly says: string;
}

const SPLIT = 'transforms:\n  - split: { path: /lines, into: line, link: { orderId: /id } }';
const REFERENCES = 'references:\n  items: { file: data.ndjson }';
const LOOKUP = `${REFERENCES}\ntransforms:\n  - lookup: { in: items, local: /partOf, foreign: /id, as: /whole, one: true }`;
const ORDERS =
  'containers:\n  items: { entities: [item], partitionKey: /id }\n  lines: { entities: [line], partitionKey: /orderId }';

export const SAMPLE_EXAMPLES: Readonly<Record<keyof typeof SAMPLE_RULES, SampleExample>> = {
  'sample-empty': {
    why: 'Without a document nothing can be compared, and a plan that finds no fault with nothing is not right for that.',
    advice: 'Name a file with data; --limit may have been too small, or the file is the wrong one.',
    data: '',
    plan: ITEMS,
    says: 'The sample holds no document, so that nothing can be said.',
  },
  'record-unreadable': {
    why: 'A run rejects such records and goes on; many of them mean that the file is of another kind than the plan says.',
    advice: 'Mend the records, or say in the source what the file holds.',
    data: '{"id":"1"}\n{"id":"2",',
    plan: ITEMS,
    says: '1 record of the sample is no document; first LINE_INVALID: data.ndjson:2: the text ends where a property name in double quotes was expected, at byte 11 of the document (offset 21). Mend it in the source and run again.',
  },
  'extended-json': {
    why: 'What mongoexport wraps because JSON has no type for it, such as {"$oid": "…"}, is an object like any other for a plan that is not told: no id, no date to sort by, no number.',
    advice: 'Say extendedJson: true at the source.',
    data: '{"id":"1","at":{"$date":"2026-01-31T08:00:00Z"}}',
    plan: ITEMS,
    says: 'The documents of item hold MongoDB Extended JSON ({"$date": …}, first data.ndjson:1), and stay as they are. Say extendedJson: true at the source to have plain ids, dates and numbers, and _id as id.',
    mend: 'source: { file: data.ndjson, entity: item, extendedJson: true }',
  },
  'path-not-in-data': {
    why: 'A step finds nothing at a path that is spelled otherwise, and does nothing, without a word. Names differ by case and by characters that nobody sees.',
    advice: 'Take the name that the data has; a path through an array needs a *.',
    data: '{"id":"1","ZipCode":"80331"}',
    plan: `transforms:\n  - rename: { /zipCode: /zip }\n${ITEMS}`,
    says: 'rename: the one document does not have /zipCode; did you mean "/ZipCode" (the case differs)?',
    mend: 'transforms:\n  - rename: { /ZipCode: /zip }',
    service: { rule: 'Names of properties are case-sensitive.', source: UNIQUE_KEYS },
  },
  'array-never': {
    why: 'A path with * means nothing where there is no array, and a split rejects what is none.',
    advice: 'Take the * away, or say lenient: true at a split to take the value as one element.',
    data: '{"id":"1","item":{"sku":"a"}}',
    plan: `transforms:\n  - remove: [/item/*/sku]\n${ITEMS}`,
    says: 'remove: /item never is an array in the sample: found an object (1, first data.ndjson:1).',
    mend: 'transforms:\n  - remove: [/item/sku]',
  },
  'template-fails': {
    why: 'Each such document goes to the rejects: a text with a hole in it would look like data.',
    advice: 'Write {/path?} to put nothing there, fill the path before, or choose another.',
    data: '{"id":"1","first":"Ann","last":"Lee"}\n{"id":"2","first":"Ben"}',
    plan: `transforms:\n  - set: { /name: "{/first} {/last}" }\n${ITEMS}`,
    says: 'set rejects 1 of 2 documents (TEMPLATE_PATH_MISSING, first data.ndjson:2): /last is missing, and the template "{/first} {/last}" needs it. Fill it in an earlier step, or write {/last?} to put nothing there.',
    mend: 'transforms:\n  - set: { /name: "{/first} {/last?}" }',
  },
  'step-rejects': {
    why: 'Rejected documents are not lost, but they are not in the containers either. Where a step rejects all of them, it is an error.',
    advice: 'Follow the message; "remodel explain" knows its code.',
    data: '{"id":"1","mail":"ann@example.org","email":"a@example.org"}\n{"id":"2","mail":"ben@example.org"}',
    plan: `transforms:\n  - rename: { /mail: /email }\n${ITEMS}`,
    says: 'rename rejects 1 of 2 documents (TARGET_EXISTS, first data.ndjson:1): /email is there already with a different value, and the step would overwrite it. Remove or rename it in an earlier step, or write overwrite: true beside this one.',
    mend: 'transforms:\n  - rename: { /mail: /email }\n    overwrite: true',
  },
  'mixed-types': {
    why: 'Queries and keys tell 1 from "1". What compares, sorts or joins by such a value sees two halves of the data.',
    advice: 'Bring the values to one type before they are used.',
    data: '{"id":"1","zip":80331}\n{"id":"2","zip":"80331"}',
    plan: 'containers:\n  items: { entities: [item], partitionKey: /zip }',
    says: 'items: the partition key /zip has values of several types in item: numbers (1, first data.ndjson:1) and strings (1, first data.ndjson:2); 1 and "1" are different keys.',
    mend: 'transforms:\n  - stringify: [/zip]',
  },
  'types-differ': {
    why: 'A number never equals a text, so that a reference leads nowhere, or a comparison is never true.',
    advice: 'Bring both to one type, before the step that copies or compares.',
    data: '{"id":7,"lines":[{"id":"a"}]}',
    plan: `${SPLIT}\n  - id: "{/id}"\n${ORDERS}`,
    says: '/orderId of line never equals /id of item, which it links to: in the containers the values are numbers (1, first data.ndjson:1) here and strings (1, first data.ndjson:1) there. Let the step that changes the type stand before this one, or work on both.',
    mend: `transforms:\n  - id: "{/id}"\n  - split: { path: /lines, into: line, link: { orderId: /id } }`,
  },
  'reference-missing': {
    why: 'A database of documents knows no foreign keys: a reference to nothing is noticed when somebody follows it.',
    advice:
      'Mend the data, or say at the lookup what becomes of such values: missing: null or reject. Where all of them lead nowhere, look at foreign.',
    data: '{"id":"1"}\n{"id":"2","partOf":"1"}\n{"id":"3","partOf":"9"}',
    plan: `${LOOKUP}\n${ITEMS}`,
    says: 'lookup: 1 of 2 values at /partOf leads nowhere (first data.ndjson:3): /partOf holds "9", and no document of items has it at /id.',
  },
  'reference-as-text': {
    why: 'Lookups match by type and value: the number 1 is not the text "1". Rows and documents often differ in this.',
    advice: 'Say match: text at the lookup, or bring both sides to one type.',
    data: '{"id":"1"}\n{"id":"2","partOf":1}',
    plan: `${LOOKUP}\n${ITEMS}`,
    says: 'lookup: the one value at /partOf leads somewhere only as text (first data.ndjson:2): /partOf holds 1, and /id of items holds it as string: they match only as text. Write match: text, or bring both to one type before.',
    mend: `${REFERENCES}\ntransforms:\n  - lookup: { in: items, local: /partOf, foreign: /id, as: /whole, one: true, match: text }`,
  },
  'reference-repeats': {
    why: 'With one: true a lookup takes the first document in the order of the reference, and nobody sees the others.',
    advice: 'Leave one: true out to get all of them, look up by what tells them apart, or put the right one first.',
    data: '{"id":"1","code":"a"}\n{"id":"2","code":"a"}',
    plan: `${REFERENCES}\ntransforms:\n  - lookup: { in: items, local: /code, foreign: /code, as: /same, pick: /id, one: true }\n${ITEMS}`,
    says: 'lookup: in items, 1 document has a value at /code that another one before has; one: true takes the first.',
    mend: `${REFERENCES}\ntransforms:\n  - lookup: { in: items, local: /code, foreign: /code, as: /same, pick: /id }`,
  },
  'ids-beside': {
    why: 'Children are called after their document and their own id (o1:a), unless the plan says otherwise, and what held the old id then leads nowhere.',
    advice:
      'Remove the old list, keep the new ids (keep: { as, ids: true }), or keep the ids of the elements (id: "{/id}").',
    data: '{"id":"o1","lines":[{"id":"a"},{"id":"b"}],"lineIds":["a","b"]}',
    plan: `${SPLIT}\n${ORDERS}`,
    says: 'split gives the elements of /lines new ids as documents of line, and /lineIds beside them holds the old ones (in 1 document, first data.ndjson:1). Remove it, let keep: { ids: true } write the new ones, or keep the old ones by id: "{/id}".',
    mend: `${SPLIT}\n  - remove: [/lineIds]`,
  },
  'id-refused': {
    why: 'A container takes ids of text, of 1 to 1,023 bytes and without / \\ #.',
    advice: 'Build the id by a template, or with { from, encode: true }.',
    data: '{"id":"a/b"}',
    plan: ITEMS,
    says: 'the one document of item would be refused by items (ID_INVALID, first data.ndjson:1): The id "a/b" holds "/". The service takes some ids with / \\ # and cannot find the item afterwards, so they are refused here. Build it with { from: /id, encode: true } or another template.',
    mend: 'transforms:\n  - id: { from: /id, encode: true }',
    service: { rule: 'An id has at most 1,023 bytes and holds neither "/" nor "\\".', source: LIMITS },
  },
  'id-repeats': {
    why: 'The first of them is written, each later one is rejected.',
    advice: 'Build the id of values that tell the documents apart.',
    data: '{"id":"o1","lines":[{"id":"a","n":1},{"id":"a","n":2}]}',
    plan: `${SPLIT}\n${ORDERS}`,
    says: 'ids of line repeat: 1 of 2 documents has the id of an earlier one in the same logical partition of lines, with other content (first data.ndjson:1). Build the id of more values.',
    mend: 'transforms:\n  - split: { path: /lines, into: line, link: { orderId: /id }, id: "{parent/id}:{#}" }',
  },
  'no-key-value': {
    why: 'All documents without a partition key value share one logical partition, and within a partition only one may lack the value of a unique key.',
    advice: 'Fill the path, or choose another one.',
    data: '{"id":"1","city":"Rome"}\n{"id":"2"}',
    plan: 'containers:\n  items: { entities: [item], partitionKey: /city }',
    says: 'items: the partition key /city has no value in 1 of 2 documents of item: missing (1, first data.ndjson:2); give every document one, with fill.',
    mend: 'transforms:\n  - fill: { /city: unknown }',
    service: { rule: 'A missing value counts as null in unique keys.', source: UNIQUE_KEYS },
  },
};
