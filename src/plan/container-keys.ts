/** What may be said of a container? */
import { SERVICE_KEYS, SHORT_KEYS } from './indexing.ts';
import { keysSchema } from './keys-schema.ts';
import type { JsonSchema, KeySpecs } from './keys.ts';
import { MOST_LEVELS } from './partition-key.ts';
import { CONFLICT_ACTIONS, CONFLICT_DECISIONS, WRITE_MODES } from './plan.ts';
import { THROUGHPUT_KEYS, THROUGHPUT_MODES, TTL_SCHEMA } from './policies.ts';
import { MOST_CONSTRAINTS, MOST_PATHS } from './unique-keys.ts';

/** A path, or a variable that holds one. */
const PATH: JsonSchema = { type: 'string', pattern: '^(/.|\\$\\{)' };

export const CONTAINER_KEYS: KeySpecs = {
  entities: {
    description: 'The entities whose documents it takes.',
    schema: {
      anyOf: [
        { type: 'string', minLength: 1 },
        { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
      ],
    },
    required: true,
  },
  partitionKey: {
    description:
      'The path documents are distributed by, or up to three for a hierarchical key; it can never be changed.',
    schema: { anyOf: [PATH, { type: 'array', minItems: 1, maxItems: MOST_LEVELS, items: PATH }] },
    required: true,
  },
  name: {
    description: 'Its name in the database, when that is not its key here.',
    schema: { type: 'string', maxLength: 255 },
  },
  uniqueKeys: {
    description:
      'Constraints, each a path or a list of paths, that hold within one logical partition; they can never be changed.',
    schema: {
      type: 'array',
      maxItems: MOST_CONSTRAINTS,
      items: { anyOf: [PATH, { type: 'array', minItems: 1, maxItems: MOST_PATHS, items: PATH }] },
    },
  },
  ttl: {
    description: 'Time to live: enabled (each document says it), or seconds for all that do not say it.',
    schema: TTL_SCHEMA,
  },
  indexing: {
    description: 'An indexing policy of the service, or { only, composite }.',
    schema: { anyOf: [keysSchema(SHORT_KEYS), keysSchema(SERVICE_KEYS)] },
  },
  throughput: {
    description: 'Request units: { autoscale }, { manual, during }, serverless or shared.',
    schema: {
      anyOf: [{ enum: THROUGHPUT_MODES }, keysSchema(THROUGHPUT_KEYS)],
    },
  },
  conflictResolution: {
    description: "The service's policy for accounts with several write regions.",
    schema: { type: 'object' },
  },
  analyticalTtl: {
    description: 'Seconds in the analytical store; -1 is for ever.',
    schema: { type: 'integer', minimum: -1 },
  },
  write: {
    description: 'What meets a document that was there before the run; default create.',
    schema: { enum: WRITE_MODES },
  },
  onConflict: {
    description: 'Whether losers of a conflict are rejected or stop the run; default reject.',
    schema: { enum: CONFLICT_ACTIONS },
  },
  conflicts: {
    description: 'Whether conflicts are decided in source order or by arrival; default decided.',
    schema: { enum: CONFLICT_DECISIONS },
  },
};
