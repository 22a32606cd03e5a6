/** Where can a step not go on? */
import { type CodeExample, ITEMS } from './code-example.ts';

const ORDERS =
  'containers:\n  items: { entities: [item], partitionKey: /id }\n  lines: { entities: [line], partitionKey: /orderId }';
const CARTS = 'containers:\n  carts: { entities: [cart], partitionKey: /cartId }';
const HOLDINGS =
  'containers:\n  items: { entities: [item], partitionKey: /id }\n  stocks: { entities: [stock], partitionKey: /id }';

export const STEP_EXAMPLES: Readonly<Record<string, CodeExample>> = {
  PARENT_REJECTED: {
    data: '{"id":"1","total":"x","lines":[{"id":"a"}],"sum":{}}',
    plan: `transforms:\n  - split: { path: /lines, into: line, link: { orderId: /id } }\n  - set: { /label: "{/sum}" }\n${ORDERS}`,
    says: 'Documents were written although the document they were made of was rejected.',
    mend: 'transforms:\n  - split: { path: /lines, into: line, link: { orderId: /id }, onReject: family }\n  - set: { /label: "{/sum}" }',
  },
  TARGET_EXISTS: {
    data: '{"id":"1","mail":"ann@example.org","email":"a@example.org"}',
    plan: `transforms:\n  - rename: { /mail: /email }\n${ITEMS}`,
    says: '/email is there already with a different value, and the step would overwrite it. Remove or rename it in an earlier step, or write overwrite: true beside this one.',
    mend: 'transforms:\n  - rename: { /mail: /email }\n    overwrite: true',
  },
  PARENT_NOT_OBJECT: {
    data: '{"id":"1","address":"12 Hill Road"}',
    plan: `transforms:\n  - set: { /address/country: IT }\n${ITEMS}`,
    says: '/address/country cannot be written, because /address is of type string and not an object. Remove or convert /address in an earlier step.',
    mend: 'transforms:\n  - rename: { /address: /street }\n  - set: { /address/country: IT }',
  },
  NOT_AN_ARRAY: {
    data: '{"id":"1","lines":{"id":"a"}}',
    plan: `transforms:\n  - split: { path: /lines, into: line, link: { orderId: /id } }\n${ORDERS}`,
    says: '/lines is an object, split needs an array. Add lenient: true to take it as one element.',
    mend: 'transforms:\n  - split: { path: /lines, into: line, link: { orderId: /id }, lenient: true }',
  },
  NOT_AN_OBJECT: {
    data: '{"id":"1","holdings":[{"stock":"MSFT"}]}',
    plan: `transforms:\n  - extract: { path: /holdings/*/stock, into: stock, key: /id, replaceWith: { stockId: /id } }\n${HOLDINGS}`,
    says: '/holdings/*/stock is a string, extract needs an object. Mend the source.',
    mend: 'transforms:\n  - rename: { /holdings/*/stock: /holdings/*/stockId }\ncontainers:\n  items: { entities: [item], partitionKey: /id }',
  },
  KEY_MISSING: {
    data: '{"id":"1","holdings":[{"stock":{"name":"Contoso"}}]}',
    plan: `transforms:\n  - extract: { path: /holdings/*/stock, into: stock, key: /symbol, replaceWith: { stockId: /id } }\n${HOLDINGS}`,
    says: '/symbol is missing in /holdings/*/stock, and extract knows the object by it. Fill it in an earlier step, or remove the object there.',
    mend: 'transforms:\n  - extract: { path: /holdings/*/stock, into: stock, key: /name, replaceWith: { stockId: /id } }',
  },
  VALIDATION_FAILED: {
    data: '{"id":"1","price":"10"} … (the schema says that price is a number)',
    plan: `transforms:\n  - validate: item.schema.json\n${ITEMS}`,
    says: '/price must be number',
    mend: 'transforms:\n  - convert: { /price: number }\n  - validate: item.schema.json',
  },
  SCRIPT_FAILED: {
    data: '{"id":"1"} … (the script reads doc.name.length)',
    plan: `transforms:\n  - script: ./names.ts\n${ITEMS}`,
    says: "Cannot read properties of undefined (reading 'length')",
    mend: 'transforms:\n  - fill: { /name: "" }\n  - script: ./names.ts',
  },
  AGGREGATE_NOT_A_NUMBER: {
    data: '{"id":"1","cart":"c1","price":8}\n{"id":"2","cart":"c1","price":"10"}',
    plan: `transforms:\n  - group: { key: { cartId: /cart }, into: cart, aggregate: { total: "sum /price" } }\n${CARTS}`,
    says: '/price holds a value of type string in the document "2", and sum takes numbers. Convert it in an earlier step, or leave such documents out with where.',
    mend: 'transforms:\n  - convert: { /price: number }\n  - group: { key: { cartId: /cart }, into: cart, aggregate: { total: "sum /price" } }',
  },
  FLATTEN_COLLISION: {
    data: '{"id":"1","city":"Rome","address":{"city":"Milan"}}',
    plan: `transforms:\n  - flatten: { path: /address, prefix: "", onConflict: reject }\n${ITEMS}`,
    says: '/address/city would become "city", and that name is taken already. Choose another prefix, or another onConflict than reject.',
    mend: 'transforms:\n  - flatten: { path: /address, onConflict: reject }',
  },
  EXTRACT_CONFLICT: {
    data: '{"id":"1","stock":{"id":"s1","name":"Contoso"}}\n{"id":"2","stock":{"id":"s1","name":"Contoso Ltd"}}',
    plan: `transforms:\n  - extract: { path: /stock, into: stock, key: /id, replaceWith: { stockId: /id } }\n${HOLDINGS}`,
    says: 'The stock with /id "s1" came first from data.ndjson:1, with other content, as "s1". With onConflict: first it would stand for all of them. Mend the source if another one than the first is right.',
    mend: 'transforms:\n  - extract: { path: /stock, into: stock, key: /id, replaceWith: { stockId: /id }, onConflict: first }',
  },
  DEDUPE_MERGED: {
    data: '{"id":"1","mail":"ann@example.org"}\n{"id":"2","mail":"ann@example.org"}',
    plan: `transforms:\n  - dedupe: { key: /mail }\n${ITEMS}`,
    says: 'Several documents have one key at /mail; one of each stays.',
  },
  DEDUPE_CONFLICT: {
    data: '{"id":"1","mail":"ann@example.org","name":"Ann"}\n{"id":"2","mail":"ann@example.org","phone":"555-7"}',
    plan: `transforms:\n  - dedupe: { key: /mail }\n${ITEMS}`,
    says: 'Documents differ from the one with the same key at /mail that stays.',
    mend: 'transforms:\n  - dedupe: { key: /mail, keep: merge }',
  },
  ANCESTOR_CYCLE: {
    data: '{"id":"1","parentId":"2"}\n{"id":"2","parentId":"1"}',
    plan: `transforms:\n  - ancestors: { parent: /parentId, as: /ancestors }\n${ITEMS}`,
    says: 'The parents of "1" lead back to it: over "2". The list of ancestors ends before it would repeat.',
  },
  ORDER_VALUE_MISSING: {
    data: '{"id":"1","lines":[{"id":"a","at":"2026-01-01"},{"id":"b"}]}',
    plan: `transforms:\n  - split: { path: /lines, into: line, link: { orderId: /id }, keep: { as: newest, newest: 1, by: /at } }\n${ORDERS}`,
    says: 'Elements of /lines have no comparable value at /lines/*/at and count as oldest.',
    mend: 'transforms:\n  - fill: { /lines/*/at: "1970-01-01" }\n  - split: { path: /lines, into: line, link: { orderId: /id }, keep: { as: newest, newest: 1, by: /at } }',
  },
  ENTITY_UNKNOWN: {
    data: '{"id":"1","type":"invoice"}\n{"id":"2","type":"note"}',
    plan: 'source: { file: data.ndjson, entity: { by: /type } }\ncontainers:\n  invoices: { entities: [invoice], partitionKey: /id }',
    says: '/type says "note", and no container takes such an entity. Name it under the entities of a container, or under discard if it is to be left out; where it means another one, say so under names of the source.',
    mend: 'discard: [note]',
  },
};
