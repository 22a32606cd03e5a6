/** In which logical partition does a document belong, where no property of it says so well enough? */
import { propertyPath } from '../src/document/path.ts';
import { put } from '../src/document/put.ts';
import { defineStep, type OptionsOf, type StepDefinition } from '../src/transform/step.ts';
import { shardBy } from './partitionKey/shard-by.ts';

const options = {
  property: { type: 'property', required: true, description: 'The property that holds the key.' },
  value: {
    type: 'template',
    scopes: ['shard'],
    required: true,
    description: 'The key as a text with {/path} parts; {shard} is the number of the shard.',
  },
  shards: {
    type: 'integer',
    minimum: 1,
    description: 'Over how many shards one key is spread; they are numbered from 0.',
  },
  by: {
    type: 'path',
    many: false,
    description: 'The value that decides the shard: one that a reader of a single document knows. Default: `/id`.',
  },
} as const;

export const partitionKey: StepDefinition<typeof options> = defineStep({
  name: 'partitionKey',
  summary: 'Adds a synthetic partition key, which can spread one busy key over several logical partitions.',
  options,
  overwrites: true,
  details: [
    'The shard is the first 32 bits of the SHA-256 of the text of `by` (UTF-8; numbers by value), modulo `shards`, so that every reader can compute it: in JavaScript `parseInt(createHash("sha256").update(id).digest("hex").slice(0, 8), 16) % shards`, in Python `int(hashlib.sha256(id.encode()).hexdigest()[:8], 16) % shards`. Documents of the same `by` stay together, whatever their order and whenever they come.',
    'A missing or null `by` rejects the document (`KEY_MISSING`), and so do parts of the template that are missing. The step does not overwrite another value of the property unless `overwrite: true` stands beside it. It makes the value only: the container has to be created with it, `partitionKey: /pk`, and `check` warns where it is not. A logical partition may hold 20 GB; a query for one key without the shard asks as many partitions as there are shards.',
  ],
  examples: [
    {
      title: 'A key of two values',
      plan: "- partitionKey: { property: pk, value: '{/tenant}:{/at|month}' }",
      given: '{"id":"1","tenant":"t7","at":"2026-03-09T10:00:00Z"}',
      gives: { document: ['{"id":"1","tenant":"t7","at":"2026-03-09T10:00:00Z","pk":"t7:2026-03"}'] },
    },
    {
      title: 'A busy user spread over ten shards',
      plan: "- partitionKey: { property: pk, value: '{/userId}-{shard}', shards: 10, by: /id }",
      given: '{"id":"m1","userId":"u1"}',
      gives: { document: ['{"id":"m1","userId":"u1","pk":"u1-3"}'] },
    },
    {
      title: 'Without the value that decides the shard a document is rejected',
      plan: "- partitionKey: { property: pk, value: '{/userId}-{shard}', shards: 10, by: /order }",
      given: '{"id":"m1","userId":"u1","order":null}',
      rejects: 'KEY_MISSING',
    },
  ],
  check: (given) => problems(given),
  advise({ property }, containers) {
    const paths = containers.flatMap((container) => container.partitionKey);
    const isKey = paths.some(({ segments }) => segments.length === 1 && segments[0]!.key.name === property);
    if (isKey || paths.length === 0) return [];
    const [{ label, partitionKey: its } = { label: '', partitionKey: [] }] = containers;
    const path = propertyPath(property).text;
    return [
      `the container ${label} has the partition key ${its.map(({ text }) => text).join(', ')}, so that ${path} is a property like any other; write partitionKey: ${path} there.`,
    ];
  },
  effects: ({ property, value, by, shards }) => [
    {
      reads: [...value.paths, ...(shards === undefined ? [] : [by ?? ID])],
      writes: [propertyPath(property)],
    },
  ],
  compile({ property, value, shards, by = ID }, { overwrite }) {
    const path = propertyPath(property);
    return (document, context) => {
      const { tape, root } = document;
      const shard = shards === undefined ? undefined : shardBy(document, by, shards, context.sha256);
      if (typeof shard === 'object') return shard;
      const made = value.evaluate(tape, { root, ...(shard !== undefined && { shard }) }, context.sha256);
      return typeof made === 'number' ? put(document, path, made, overwrite, context) : made;
    };
  },
});

const ID = propertyPath('id');

function problems({ value, shards, by }: OptionsOf<typeof options>): readonly string[] {
  const found: string[] = [];
  if (value.namesShard && shards === undefined) found.push('the value names {shard}; say over how many: shards: 10.');
  if (!value.namesShard && shards !== undefined)
    found.push('shards has no meaning without {shard} in the value; write it as in "{/userId}-{shard}".');
  if (by !== undefined && shards === undefined && !value.namesShard)
    found.push('by decides the shard, and the value names no {shard}.');
  return found;
}
