/** What lets an editor complete a plan and explain it? A JSON Schema (2020-12), made of the tables the reader reads by. */
import type { StepDefinition } from '../transform/step.ts';
import { CONTAINER_KEYS } from './container-keys.ts';
import { EXAMPLE_KEYS } from './examples.ts';
import { keysSchema } from './keys-schema.ts';
import type { JsonSchema } from './keys.ts';
import { PLAN_KEYS } from './plan-keys.ts';
import { REFERENCE_KEYS } from './references.ts';
import { SORT_SCHEMA, SOURCE_KEYS } from './sources.ts';
import { BESIDE_STEP } from './step-item.ts';
import { stepSchema } from './step-schema.ts';
import { TARGET_KEYS } from './target.ts';

export function planSchema(steps: readonly StepDefinition[]): JsonSchema {
  // The entity of one of several sources is its key; only how it is sorted may be said.
  const keysOfSources = { ...SOURCE_KEYS, entity: { description: SORT_DESCRIPTION, schema: SORT_SCHEMA } };
  const parts: Readonly<Record<string, JsonSchema>> = {
    source: keysSchema(SOURCE_KEYS, ['file']),
    sources: { type: 'object', minProperties: 1, additionalProperties: keysSchema(keysOfSources, ['file']) },
    references: { type: 'object', additionalProperties: keysSchema(REFERENCE_KEYS, ['file']) },
    transforms: { type: 'array', items: { $ref: '#/$defs/step' } },
    containers: { type: 'object', minProperties: 1, additionalProperties: keysSchema(CONTAINER_KEYS) },
    discard: ENTITIES,
    target: { ...keysSchema(TARGET_KEYS), minProperties: 1, maxProperties: 1 },
    examples: { type: 'array', items: keysSchema(EXAMPLE_KEYS) },
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A plan of cosmos-remodel',
    description: 'Where documents come from, which steps they pass, and which containers receive them.',
    ...keysSchema(PLAN_KEYS, [], parts),
    oneOf: [{ required: ['source'] }, { required: ['sources'] }],
    $defs: { step: itemSchema(steps) },
  };
}

const SORT_DESCRIPTION = 'Sorts a mixed source into entities by a text of each document.';

const ENTITIES: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };

/** One step's name, and beside it what may stand there. */
function itemSchema(steps: readonly StepDefinition[]): JsonSchema {
  const properties = Object.fromEntries(steps.map((step) => [step.name, stepSchema(step)]));
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...properties,
      for: { description: BESIDE_STEP.for, ...ENTITIES },
      if: { description: BESIDE_STEP.if, type: 'string' },
      overwrite: { description: BESIDE_STEP.overwrite, type: 'boolean' },
    },
    ...(steps.length > 0 && { oneOf: steps.map(({ name }) => ({ required: [name] })) }),
  };
}
