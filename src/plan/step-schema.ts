/** What may stand behind a step's name, as JSON Schema? Made of the step's table of options and its short forms. */
import type { OptionSpec, OptionSpecs, ShortForm, StepDefinition } from '../transform/step.ts';
import { AGGREGATE_PATTERN } from './aggregate-value.ts';
import { countedPattern } from './counted-value.ts';
import type { JsonSchema } from './keys.ts';

export function stepSchema(step: StepDefinition): JsonSchema {
  const { summary, options, short = [] } = step;
  const forms = [...short.map((form) => shortSchema(form, options)), optionsSchema(options)];
  const needsNone = Object.values(options).every(({ required }) => required !== true) && !('check' in step);
  if (needsNone) forms.push({ type: 'null' });
  return { description: summary, ...(forms.length === 1 ? forms[0] : { anyOf: forms }) };
}

function shortSchema({ form, option, only }: ShortForm, options: OptionSpecs): JsonSchema {
  if (only !== undefined) return { enum: only };
  const spec = options[option];
  const { default: _, ...schema } = spec === undefined ? {} : optionSchema(spec);
  // The same map stands for its option; that it is not the long form, the reader finds out.
  return form === 'text' ? { ...schema, type: 'string' } : schema;
}

function optionsSchema(options: OptionSpecs): JsonSchema {
  const required = Object.keys(options).filter((name) => options[name]?.required === true);
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(Object.entries(options).map(([name, spec]) => [name, optionSchema(spec)])),
  };
}

function optionSchema(spec: OptionSpec): JsonSchema {
  const defaults = spec.default === undefined ? {} : { default: spec.default };
  return { description: spec.description, ...typeSchema(spec), ...defaults };
}

/** A path, or a variable that holds one. */
const PATH: JsonSchema = { type: 'string', pattern: '^(/|\\$\\{)' };
const TEXT: JsonSchema = { type: 'string' };
const PROPERTY: JsonSchema = { ...TEXT, pattern: '^(?!/)' };

function typeSchema(spec: OptionSpec): JsonSchema {
  switch (spec.type) {
    case 'path':
      return PATH;
    case 'paths':
      return { anyOf: [{ type: 'array', items: PATH }, PATH] };
    case 'file':
    case 'sideInput':
    case 'entity':
      return { ...TEXT, minLength: 1 };
    case 'property':
      return PROPERTY;
    case 'properties':
      return { anyOf: [{ type: 'array', items: PROPERTY }, PROPERTY] };
    case 'text':
    case 'template':
    case 'condition':
      return TEXT;
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
      return {
        type: 'integer',
        minimum: spec.minimum,
        ...(spec.maximum !== undefined && { maximum: spec.maximum }),
      };
    case 'choice':
      return { enum: spec.choices.flatMap((one) => (one === 'null' ? [one, null] : [one])) };
    case 'map':
      return {
        type: 'object',
        ...(spec.keys === 'path' && { propertyNames: { pattern: '^/' } }),
        additionalProperties: mapValueSchema(spec),
      };
    case 'named':
      return { anyOf: [{ type: 'array', items: PATH }, PATH, { type: 'object', additionalProperties: TEXT }] };
    case 'picked':
      return { anyOf: [PATH, { type: 'array', items: PATH }] };
    case 'taken':
      return {
        anyOf: [TEXT, { type: 'array', items: PATH }, { type: 'object', minProperties: 1, additionalProperties: TEXT }],
      };
    case 'reference':
      return { anyOf: [PATH, { type: 'object', minProperties: 1, additionalProperties: PATH }] };
    case 'object':
      return optionsSchema(spec.options);
    case 'value':
      break;
  }
  // Any value of JSON.
  return {};
}

function mapValueSchema(spec: Extract<OptionSpec, { type: 'map' }>): JsonSchema | true {
  if (spec.values === 'choice') return { enum: spec.choices };
  if (spec.values === 'counted') return { ...TEXT, pattern: countedPattern(spec.choices) };
  if (spec.values === 'aggregate') return { ...TEXT, pattern: AGGREGATE_PATTERN };
  if (spec.values === 'object') return optionsSchema(spec.options);
  return MAP_VALUES[spec.values]!;
}

const MAP_VALUES: Readonly<Record<string, JsonSchema | true>> = { path: PATH, template: TEXT, value: true, text: TEXT };
