// Does each step do to data what its folders in test/cases say? A folder holds a plan, its input, and under expected/
// what comes out: documents by entity, byte for byte, with rejects, losses and what left the run on purpose where there are any.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPlan } from '../../src/plan/read.ts';
import { problemText } from '../../src/plan/problem.ts';
import { passStages } from './pass-stages.ts';

const root = join(import.meta.dirname, '../cases');
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap((step) => readdirSync(join(root, step.name)).map((name) => `${step.name}/${name}`));

const env = { MASK_KEY: 'a key of the cases' };

describe('the case', () => {
  it.each(folders)('%s', async (folder) => {
    const { plan, problems } = await readPlan(join(root, folder, 'plan.yaml'), { env, lenientTarget: true });
    expect(problems.filter(({ severity }) => severity === 'error').map(problemText)).toEqual([]);
    const passed = await passStages(plan!, linesOf(join(root, folder, 'in.ndjson')));
    const expected = join(root, folder, 'expected');
    expect(passed).toEqual({
      documents: Object.fromEntries(
        readdirSync(expected)
          .filter((file) => !OTHERS.includes(file))
          .map((file) => [file.replace(/\.ndjson$/, ''), linesOf(join(expected, file))]),
      ),
      rejects: linesOf(join(expected, 'rejects.ndjson')),
      lost: linesOf(join(expected, 'lost.ndjson')),
      departures: linesOf(join(expected, 'departures.ndjson')),
    });
  });
});

const OTHERS = ['rejects.ndjson', 'lost.ndjson', 'departures.ndjson'];

function linesOf(file: string): string[] {
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
}
