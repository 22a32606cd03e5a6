/** How do unique keys and partition keys go wrong? */
import type { CodeExample } from './code-example.ts';
import { LIMITS, PARTITIONING, UNIQUE_KEYS } from './service-pages.ts';

export const KEY_EXAMPLES: Readonly<Record<string, CodeExample>> = {
  UNIQUE_KEY_CONFLICT: {
    data: '{"id":"1","tenant":"a","email":"ann@example.org"}\n{"id":"2","tenant":"a","email":"ann@example.org"}',
    plan: 'containers:\n  users: { entities: [item], partitionKey: /tenant, uniqueKeys: [/email] }',
    says: 'Document "1" of the same logical partition has the same /email ("ann@example.org") and comes first.',
    mend: 'containers:\n  users: { entities: [item], partitionKey: /tenant, uniqueKeys: [[/email, /id]] }',
    service: {
      rule: 'A unique key holds within one logical partition, and is declared when the container is created, never later.',
      source: UNIQUE_KEYS,
    },
  },
  UNIQUE_KEY_NULL: {
    data: '{"id":"1","tenant":"a"}\n{"id":"2","tenant":"a"}',
    plan: 'containers:\n  users: { entities: [item], partitionKey: /tenant, uniqueKeys: [/email] }',
    says: "The unique key path /email is missing in 2 of 2 documents: missing and null are the same null, which a logical partition can hold once for each combination of the key's other values.",
    mend: 'transforms:\n  - fill: { /email: "none:{/id}" }',
    service: {
      rule: 'A missing value counts as null, and null takes part: sparse unique keys are not supported.',
      source: UNIQUE_KEYS,
    },
  },
  UNIQUE_KEY_PATH_CASE: {
    data: '{"id":"1","tenant":"a","ZipCode":"80331"}',
    plan: 'containers:\n  users: { entities: [item], partitionKey: /tenant, uniqueKeys: [/zipcode] }',
    says: 'The unique key path /zipcode finds nothing where the data has /ZipCode (1): names are compared with their case and every character.',
    mend: 'containers:\n  users: { entities: [item], partitionKey: /tenant, uniqueKeys: [/ZipCode] }',
    service: { rule: 'Names of unique keys are case-sensitive.', source: UNIQUE_KEYS },
  },
  UNIQUE_KEY_NEAR_DUPLICATE: {
    data: '{"id":"1","tenant":"a","email":"ann@example.org"}\n{"id":"2","tenant":"a","email":"Ann@example.org"}',
    plan: 'containers:\n  users: { entities: [item], partitionKey: /tenant, uniqueKeys: [/email] }',
    says: '2 documents have values of /email that differ only in case, in blanks at the ends or in the composition of letters. The service keeps them apart.',
    mend: 'transforms:\n  - set: { /email: "{/email|trim|lower}" }',
    service: { rule: 'Values of unique keys are compared case-sensitively.', source: UNIQUE_KEYS },
  },
  UNIQUE_KEY_NOT_SCALAR: {
    data: '{"id":"1","tenant":"a","contact":{"email":"ann@example.org"}}',
    plan: 'containers:\n  users: { entities: [item], partitionKey: /tenant, uniqueKeys: [/contact] }',
    says: 'The unique key path /contact is an object or array in 1 of 1 documents. How the service treats that is not documented; here whole values were compared, key order aside. Name a path to a scalar.',
    mend: 'containers:\n  users: { entities: [item], partitionKey: /tenant, uniqueKeys: [/contact/email] }',
  },
  PARTITION_KEY_MISSING: {
    data: '{"id":"1"}\n{"id":"2","city":"Rome"}',
    plan: 'containers:\n  items: { entities: [item], partitionKey: /city }',
    says: 'The partition key /city is missing in 1 of 2 documents: missing and null are two logical partitions of their own.',
    mend: 'transforms:\n  - fill: { /city: unknown }',
    service: {
      rule: 'Every item without a value for the partition key lies in one logical partition of its own kind.',
      source: PARTITIONING,
    },
  },
  PARTITION_KEY_INVALID: {
    data: '{"id":"1","home":{"city":"Rome"}}',
    plan: 'containers:\n  items: { entities: [item], partitionKey: /home }',
    says: 'The partition key /home is of type object; text, a number, a boolean or null is expected. Name a path to a scalar, or build the key by a template.',
    mend: 'containers:\n  items: { entities: [item], partitionKey: /home/city }',
    service: { rule: 'The value of a partition key is text or a number.', source: PARTITIONING },
  },
  PARTITION_KEY_TOO_LONG: {
    data: '{"id":"1","url":"https://example.org/…"}',
    plan: 'containers:\n  items: { entities: [item], partitionKey: /url }',
    says: 'The value of the partition key has 2117 bytes, and at most 2,048 are allowed.',
    mend: 'transforms:\n  - set: { /urlHash: "{/url|hash 16}" }\ncontainers:\n  items: { entities: [item], partitionKey: /urlHash }',
    service: { rule: 'A partition key value has at most 2,048 bytes.', source: LIMITS },
  },
  PARTITION_HOT: {
    data: '{"id":"1","country":"IT"}\n… (nine in ten documents have the country IT)',
    plan: 'containers:\n  items: { entities: [item], partitionKey: /country }',
    says: 'The logical partition "IT" holds 90 % of the documents.',
    mend: 'containers:\n  items: { entities: [item], partitionKey: [/country, /id] }',
    service: { rule: 'One logical partition serves at most 10,000 RU/s.', source: LIMITS },
  },
  PARTITION_TOO_LARGE: {
    data: '{"id":"1","year":2026}\n… (30 GB of documents have the year 2026)',
    plan: 'containers:\n  items: { entities: [item], partitionKey: /year }',
    says: 'The logical partition 2026 would hold more than 20 GB.',
    mend: 'containers:\n  items: { entities: [item], partitionKey: [/year, /id] }',
    service: { rule: 'One logical partition holds at most 20 GB.', source: LIMITS },
  },
  PARTITION_FULL: {
    data: '{"id":"1","year":2026}\n… (20 GB of documents with the year 2026 are there)',
    plan: 'containers:\n  items: { entities: [item], partitionKey: /year }',
    says: 'The logical partition [2026] is full: the service keeps 20 GB under one partition key.',
    mend: 'containers:\n  items: { entities: [item], partitionKey: [/year, /id] }',
    service: { rule: 'One logical partition holds at most 20 GB.', source: LIMITS },
  },
};
