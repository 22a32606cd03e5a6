/** What may stand in a map of the plan, as JSON Schema? Made of its table of keys. */
import type { JsonSchema, KeySpecs } from './keys.ts';

/** What is not available yet is not offered; `parts` are schemas of keys whose tables are elsewhere. */
export function keysSchema(
  specs: KeySpecs,
  required: readonly string[] = [],
  parts: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const available = Object.entries(specs).filter(([, spec]) => spec.available !== false);
  const properties = available.map(([key, { description, schema }]) => [
    key,
    { description, ...schema, ...parts[key] },
  ]);
  const needed = [...required, ...available.filter(([, spec]) => spec.required === true).map(([key]) => key)];
  return {
    type: 'object',
    additionalProperties: false,
    ...(needed.length > 0 && { required: needed }),
    properties: Object.fromEntries(properties) as JsonSchema,
  };
}
