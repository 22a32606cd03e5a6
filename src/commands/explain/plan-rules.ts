/** Where do the parts of a plan not go together, or not with what the service allows? */
import type { RuleExamples } from './rule-example.ts';
import { HIERARCHICAL_KEYS, INDEXING, LIMITS, TIME_TO_LIVE, UNIQUE_KEYS } from './service-pages.ts';

export const MEANING_RULES: RuleExamples = {
  'unknown-entity': {
    why: 'Entities are named by sources and by steps that make documents; nobody makes documents of this one.',
    advice: 'Take the name of the source or of the step (into), or move the step behind the one that makes them.',
    plan: 'containers:\n  items: { entities: [itme], partitionKey: /id }\ndiscard: [item]',
    mend: 'containers:\n  items: { entities: [item], partitionKey: /id }\ndiscard: []',
  },
  'entity-without-container': {
    why: 'Documents that nobody takes would be lost silently.',
    advice: 'Add the entity to a container, or say discard: [entity] if it is to be left out.',
    plan: 'transforms:\n  - split: { path: /lines, into: line }',
    mend: 'transforms:\n  - split: { path: /lines, into: line }\ndiscard: [line]',
  },
  'path-gone': {
    why: 'Steps run in order, and a later one finds what the earlier ones have left.',
    advice: 'Move this step before the one that takes the value away, or name its new place.',
    plan: 'transforms:\n  - remove: [/total]\n  - stringify: [/total]',
    mend: 'transforms:\n  - stringify: [/total]',
  },
  'invalid-partition-key': {
    why: 'A partition key is one path, or two or three for a hierarchical one, none of them through an array.',
    advice: 'Name a path to a text or a number that stands in every document.',
    plan: 'containers:\n  items: { entities: [item], partitionKey: [/a, /b, /c, /d] }',
    mend: 'containers:\n  items: { entities: [item], partitionKey: [/a, /b, /c] }',
    service: { rule: 'Hierarchical partition keys have up to three levels.', source: HIERARCHICAL_KEYS },
  },
  'invalid-unique-key': {
    why: 'The policy of unique keys cannot be changed once the container exists, so it is worth a look before.',
    advice: 'Name paths to single values, without "*".',
    plan: 'containers:\n  items: { entities: [item], partitionKey: /shop, uniqueKeys: ["/tags/*"] }',
    mend: 'containers:\n  items: { entities: [item], partitionKey: /shop, uniqueKeys: [/tag] }',
    service: { rule: 'Paths of unique keys hold no wildcards.', source: UNIQUE_KEYS },
  },
  'unique-key-limit': {
    why: 'The service refuses to create such a container.',
    advice: 'Leave out constraints that another one implies, or make one of several.',
    plan: `containers:\n  items: { entities: [item], partitionKey: /shop, uniqueKeys: [${'abcdefghijk'
      .split('')
      .map((name) => `/${name}`)
      .join(', ')}] }`,
    mend: 'containers:\n  items: { entities: [item], partitionKey: /shop, uniqueKeys: [/a, /b] }',
    service: { rule: 'A container has at most 10 unique keys, each of at most 16 paths.', source: LIMITS },
  },
  'redundant-unique-key': {
    why: 'Unique keys hold within a logical partition, and in one partition the key has one value: then one document would be all that fits.',
    advice: 'Leave the constraint out, or choose another partition key.',
    plan: 'containers:\n  items: { entities: [item], partitionKey: /email, uniqueKeys: [/email] }',
    mend: 'containers:\n  items: { entities: [item], partitionKey: /email }',
    service: { rule: 'A unique key holds within one logical partition.', source: UNIQUE_KEYS },
  },
  'ids-may-clash': {
    why: 'Two splits of one document number their children alike, and in one container with one partition the ids meet.',
    advice: 'Give one of them an id of its own, or another container.',
    plan: 'transforms:\n  - split: { path: /lines, into: line }\n  - split: { path: /notes, into: note }\ncontainers:\n  items: { entities: [item, line, note], partitionKey: /id }',
    mend: 'transforms:\n  - split: { path: /lines, into: line }\n  - split: { path: /notes, into: note, id: "{parent/id}:note:{#}" }\ncontainers:\n  items: { entities: [item, line, note], partitionKey: /id }',
  },
  'unlike-container': {
    why: 'The step does what it says, but the container is created in a way that makes nothing of it.',
    advice: 'Change the container as the message says, or leave the step out.',
    plan: 'transforms:\n  - ttl: { until: /expiresAt }',
    mend: 'transforms:\n  - ttl: { until: /expiresAt }\ncontainers:\n  items: { entities: [item], partitionKey: /id, ttl: enabled }',
    service: {
      rule: 'The time to live of an item has no effect where its container has none.',
      source: TIME_TO_LIVE,
    },
  },
  'invalid-ttl': {
    why: 'The service refuses such a container, or the documents in it.',
    advice: 'Write ttl: enabled, or a whole number of seconds from 1 to 2,147,483,647.',
    plan: 'containers:\n  items: { entities: [item], partitionKey: /id, ttl: 0 }',
    mend: 'containers:\n  items: { entities: [item], partitionKey: /id, ttl: enabled }',
    service: { rule: 'A default time to live is -1 or a positive number of seconds.', source: TIME_TO_LIVE },
  },
  'invalid-policy': {
    why: 'The service refuses to create a container with such a policy.',
    advice: 'Mend the policy as the message says.',
    plan: 'containers:\n  items: { entities: [item], partitionKey: /id, indexing: { only: [/a/?], composite: [[/a]] } }',
    mend: 'containers:\n  items: { entities: [item], partitionKey: /id, indexing: { only: [/a/?], composite: [[/a, /b]] } }',
    service: { rule: 'A composite index has two paths or more.', source: INDEXING },
  },
};
