// Do the examples of the steps do what the docs show?
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { problemText } from '../../src/plan/problem.ts';
import { readPlanText } from '../../src/plan/read.ts';
import { findStep, stepNames } from '../../src/transform/registry.ts';
import type { StepExample } from '../../src/transform/step.ts';
import { passStages } from './pass-stages.ts';
import type { Passed } from './pass-through.ts';

const examples = stepNames.flatMap((name) =>
  (findStep(name)!.examples ?? []).map((example) => [name, example.title, example] as const),
);

it.each(stepNames)('%s says what else is to be known, and shows it', (name) => {
  const { details = [], examples: shown = [] } = findStep(name)!;
  expect(details.length).toBeGreaterThan(0);
  expect(shown.length).toBeGreaterThan(0);
});

it.each(examples)('%s: %s', async (_step, _title, example) => {
  const { documents, rejects } = await outcomeOf(example);
  const gives = Object.entries(example.gives ?? {}).filter(([, texts]) => texts.length > 0);
  expect(documents).toEqual(Object.fromEntries(gives));
  expect(rejects.map((line) => (JSON.parse(line) as { readonly code: string }).code)).toEqual(
    example.rejects === undefined ? [] : [example.rejects],
  );
});

async function outcomeOf(example: StepExample): Promise<Passed> {
  const folder = mkdtempSync(join(tmpdir(), 'remodel-example-'));
  try {
    for (const [name, text] of Object.entries(example.files ?? {})) writeFileSync(join(folder, name), text);
    for (const [name, texts] of Object.entries(example.references ?? {}))
      writeFileSync(join(folder, `${name}.ndjson`), texts.map((one) => `${one}\n`).join(''));
    return await passed(example, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function passed(example: StepExample, folder: string): Promise<Passed> {
  const entities = [...new Set(['document', ...Object.keys(example.gives ?? {})])];
  const names = Object.keys(example.references ?? {});
  const references = Object.fromEntries(names.map((name) => [name, { file: `${name}.ndjson` }]));
  const text = [
    'version: 1',
    'name: example',
    'source: { file: "-" }',
    `references: ${JSON.stringify(references)}`,
    'transforms:',
    example.plan.trimEnd().replaceAll(/^/gm, '  '),
    `containers: { all: { entities: ${JSON.stringify(entities)}, partitionKey: /pk } }`,
  ].join('\n');
  const setting = { env: example.env ?? {}, lenientTarget: true };
  const { plan, problems } = await readPlanText(join(folder, 'plan.yaml'), text, setting);
  expect(problems.filter(({ severity }) => severity === 'error').map(problemText)).toEqual([]);
  return passStages(plan!, [example.given].flat());
}
