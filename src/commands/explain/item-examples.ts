/** What makes a document no item? */
import { type CodeExample, ITEMS } from './code-example.ts';
import { ITEMS_PAGE, LIMITS, TIME_TO_LIVE } from './service-pages.ts';

export const ITEM_EXAMPLES: Readonly<Record<string, CodeExample>> = {
  ID_DUPLICATE: {
    data: '{"id":"1","name":"Ann"}\n{"id":"1","name":"Ben"}',
    plan: ITEMS,
    says: 'Document "1" of the same logical partition has the same id ("1") and comes first.',
    mend: 'transforms:\n  - id: "{/id}-{/name|slug}"',
    service: { rule: 'An id is unique within its logical partition.', source: ITEMS_PAGE },
  },
  ID_INVALID: {
    data: '{"id":"a/b"}',
    plan: ITEMS,
    says: 'The id "a/b" holds "/". The service takes some ids with / \\ # and cannot find the item afterwards, so they are refused here. Build it with { from: /id, encode: true } or another template.',
    mend: 'transforms:\n  - id: { from: /id, encode: true }',
    service: { rule: 'An id has at most 1,023 bytes and holds neither "/" nor "\\".', source: LIMITS },
  },
  ID_MISSING: {
    data: '{"isbn":"978-3-16-148410-0"}',
    plan: ITEMS,
    says: '/id is missing, and every item needs one. Derive it from the data by an id step, such as id: "{/a}-{/b}".',
    mend: 'transforms:\n  - id: "{/isbn}"',
    service: { rule: 'Every item has an id.', source: ITEMS_PAGE },
  },
  ID_RISKY: {
    data: '{"id":"50 %?"}',
    plan: ITEMS,
    says: 'An id holds %. The service accepts that, but SDKs and tools that build URLs of ids stumble over it.',
    mend: 'transforms:\n  - id: { from: /id, encode: true }',
    service: {
      rule: 'Letters and digits of ASCII are advised for ids, as other tools limit them further.',
      source: LIMITS,
    },
  },
  ITEM_TOO_LARGE: {
    data: '{"id":"1","comments":[…]} (3 MB)',
    plan: ITEMS,
    says: 'The document has 3,145,728 bytes, and at most 2,097,152 are allowed.',
    mend: 'transforms:\n  - split: { path: /comments, into: comment, link: { itemId: /id } }\ncontainers:\n  items: { entities: [item], partitionKey: /id }\n  comments: { entities: [comment], partitionKey: /itemId }',
    service: { rule: 'An item has at most 2 MB of UTF-8 JSON text.', source: LIMITS },
  },
  ITEM_NEARLY_TOO_LARGE: {
    data: '{"id":"1","comments":[…]} (2,050,000 bytes)',
    plan: ITEMS,
    says: 'The document has 2,050,000 bytes: over 2,000,000, and not yet over 2,097,152.',
    service: {
      rule: 'An item has at most 2 MB of UTF-8 JSON text; the page does not say which of the two 2 MB is.',
      source: LIMITS,
    },
  },
  ITEM_TOO_DEEP: {
    data: '{"id":"1","reply":{"reply":{"reply":…}}} (130 levels)',
    plan: ITEMS,
    says: 'The document nests more than 128 levels deep.',
    service: { rule: 'Objects and arrays nest at most 128 levels deep.', source: LIMITS },
  },
  REFUSED_BY_SERVICE: {
    data: '{"id":"1"}\n… (the service knows a rule that remodel does not)',
    plan: ITEMS,
    says: 'The service refuses the document (400): One of the specified inputs is invalid',
    service: { rule: 'A document that breaks a rule of the service is refused with status 400.', source: ITEMS_PAGE },
  },
  TTL_INVALID: {
    data: '{"id":"1","ttl":0}',
    plan: 'containers:\n  items: { entities: [item], partitionKey: /id, ttl: enabled }',
    says: '/ttl is 0; -1 or a whole number of seconds from 1 to 2147483647 is expected. Convert it with a ttl step, or remove it.',
    mend: 'transforms:\n  - remove: [/ttl]',
    service: { rule: 'The ttl of an item is -1 or a positive whole number, never null.', source: TIME_TO_LIVE },
  },
};
