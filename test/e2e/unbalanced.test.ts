// Does a run whose books do not balance say so, whatever went wrong?
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import { readPlan } from '../../src/plan/read.ts';
import { reportText } from '../../src/report/text.ts';
import { run } from '../../src/run.ts';
import { findStep, stepNames } from '../../src/transform/registry.ts';
import { defineStep, type StepDefinition } from '../../src/transform/step.ts';
import { folderWith } from './remodel.ts';

const plan = `version: 1
name: books
sources: { post: { file: posts.ndjson }, page: { file: pages.ndjson } }
transforms: [smuggle: {}]
containers:
  all: { entities: [post, page], partitionKey: /id }
`;

/** What no step may do: it calls a post a page behind the back of everybody. */
const smuggle: StepDefinition = defineStep({
  name: 'smuggle',
  summary: 'Breaks the books.',
  options: {},
  compile: () => (document) => {
    Object.assign(document, { entity: 'page' });
    return undefined;
  },
}) as StepDefinition;

it.each(['embedded', 'folder'] as const)('ends with 8 and names the entity (%s)', async (kind) => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': '{"id":"1"}\n', 'pages.ndjson': '{"id":"2"}\n' });
  const vocabulary = {
    stepNames: [...stepNames, 'smuggle'],
    findStep: (name: string) => (name === 'smuggle' ? smuggle : findStep(name)),
  };
  const reading = await readPlan(join(folder, 'plan.yaml'), { env: {}, lenientTarget: true, vocabulary });
  expect(reading.problems).toEqual([]);
  const target = kind === 'embedded' ? ({ kind } as const) : ({ kind, folder: join(folder, 'out') } as const);
  const { report, exitStatus } = await run(reading.plan!, { target, stateFolder: join(folder, 'state') });
  expect(exitStatus).toBe(EXIT_STATUS.unbalanced);
  expect(report.balance).toEqual({
    ok: false,
    entities: { post: { ok: false, in: 1, out: 0 }, page: { ok: false, in: 1, out: 2 } },
  });
  const text = reportText(report, { folder });
  expect(text).toContain('The books do not balance. This is a bug of remodel');
  expect(text).toContain('  post: 1 came in, 0 are accounted for\n');
});
