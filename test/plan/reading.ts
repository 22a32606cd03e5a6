// Reads a plan that stands in a test, with steps that the test defines.
import { pathsIn } from '../../src/document/plan-value.ts';
import { dedent } from './dedent.ts';
import { problemText } from '../../src/plan/problem.ts';
import { type PlanReading, type ReadPlanOptions, readPlanText } from '../../src/plan/read.ts';
import { defineStep } from '../../src/transform/step.ts';
import type { StepDefinition } from '../../src/transform/step.ts';

/** A step with every kind of option. */
const everything = defineStep({
  name: 'everything',
  summary: 'Does nothing, with options of every kind.',
  options: {
    path: { type: 'path', description: 'A place.', required: true, many: false },
    whole: { type: 'path', description: 'A place or the document.', root: true },
    paths: { type: 'paths', description: 'Places.' },
    into: { type: 'entity', description: 'What it makes.' },
    property: { type: 'property', description: 'A name.' },
    text: { type: 'text', description: 'A text.' },
    flag: { type: 'boolean', description: 'A switch.', default: false },
    mark: { type: 'boolean', description: 'Another switch.', default: false },
    count: { type: 'integer', minimum: 1, description: 'A number.' },
    choice: { type: 'choice', choices: ['number', 'first', 'reject'], description: 'A choice.' },
    value: { type: 'value', description: 'A value.' },
    moves: { type: 'map', keys: 'path', values: 'path', description: 'Moves.' },
    names: { type: 'map', keys: 'entity', values: 'text', description: 'Names by entity.' },
    values: { type: 'map', keys: 'property', values: 'value', description: 'Values by name.' },
    keep: {
      type: 'object',
      description: 'Options inside.',
      options: {
        as: { type: 'property', description: 'A name.', required: true },
        newest: { type: 'integer', minimum: 1, description: 'How many.' },
      },
    },
  },
  short: [{ form: 'text', option: 'path' }],
  overwrites: true,
  makes: ({ into }) => (into === undefined ? [] : [into]),
  check: ({ flag, count }) => (flag === true && count !== undefined ? ['"flag" and "count" do not go together.'] : []),
  compile: () => () => undefined,
});

/** Steps with short forms and another default for `for:`. */
const erase = defineStep({
  name: 'erase',
  summary: 'Takes places away.',
  options: {
    paths: { type: 'paths', description: 'Places.' },
    numbers: { type: 'choice', choices: ['all', 'unsafe'], description: 'Which.' },
  },
  short: [
    { form: 'list', option: 'paths' },
    { form: 'text', option: 'numbers', only: ['unsafe'] },
  ],
  defaultFor: '*',
  effects: ({ paths = [] }) => [{ reads: paths, removes: paths }],
  compile: () => () => undefined,
});

const assign = defineStep({
  name: 'assign',
  summary: 'Sets values.',
  options: {
    values: { type: 'map', keys: 'path', values: 'value', description: 'Values by place.', required: true },
    nulls: { type: 'boolean', description: 'Nulls too.' },
  },
  short: [{ form: 'map', option: 'values' }],
  effects: ({ values }) => values.map(({ key, value }) => ({ reads: pathsIn(value), writes: [key] })),
  compile: () => () => undefined,
});

const select = defineStep({
  name: 'select',
  summary: 'Keeps places only.',
  options: { paths: { type: 'paths', description: 'Places.', required: true } },
  short: [{ form: 'list', option: 'paths' }],
  effects: ({ paths }) => [{ keepsOnly: paths }],
  compile: () => () => undefined,
});

export const STEPS: readonly StepDefinition[] = [everything, erase, assign, select];

export async function reading(text: string, options: Partial<ReadPlanOptions> = {}): Promise<PlanReading> {
  const vocabulary = {
    stepNames: STEPS.map(({ name }) => name),
    findStep: (name: string) => STEPS.find((step) => step.name === name),
  };
  return readPlanText('plan.yaml', dedent(text), { env: {}, lenientTarget: false, vocabulary, ...options });
}

/** Every problem as `line:column rule message`. */
export async function problemsOf(text: string, options: Partial<ReadPlanOptions> = {}): Promise<string[]> {
  const { problems } = await reading(text, options);
  return problems.map((problem) => problemText(problem).replace('plan.yaml:', ''));
}

function indented(text: string): string {
  return dedent(text).replaceAll(/^(?=.)/gm, '  ');
}

/** A plan that is right, with these lines in place of its own. */
export function planWith(parts: {
  readonly transforms?: string;
  readonly containers?: string;
  readonly more?: string;
}): string {
  const lines = [
    'version: 1',
    'name: blog',
    'source: { file: posts.ndjson, entity: post }',
    ...(parts.transforms === undefined ? [] : ['transforms:', dedent(parts.transforms)]),
    'containers:',
    parts.containers === undefined ? '  posts: { entities: [post], partitionKey: /id }' : indented(parts.containers),
    ...(parts.more === undefined ? [] : [dedent(parts.more)]),
  ];
  return lines.join('\n');
}
