// Does the command check say what is wrong with a plan, and with which status it ends?
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { check } from '../../src/commands/check.ts';

const folder = mkdtempSync(join(tmpdir(), 'remodel-check-'));
const file = join(folder, 'plan.yaml');
afterAll(() => rmSync(folder, { recursive: true }));

const RIGHT = `version: 1
name: blog
source: { file: posts.ndjson, entity: post }
containers:
  posts: { entities: [post], partitionKey: /id }
`;

async function checked(text: string): Promise<{ status: number; lines: string[] }> {
  writeFileSync(file, text);
  const { status, lines } = await check(file, { env: {} });
  return { status, lines: lines.map((line) => line.replaceAll(file, 'plan.yaml')) };
}

describe('check', () => {
  it('says that a plan is right, and what is in it', async () => {
    expect(await checked(RIGHT)).toEqual({
      status: 0,
      lines: ['plan.yaml: the plan "blog" is right (1 source, 0 steps, 1 container).'],
    });
  });

  it('lets a plan with warnings pass', async () => {
    expect(await checked(RIGHT.replace('version: 1\n', ''))).toEqual({
      status: 0,
      lines: [
        'plan.yaml:1:1 missing-version warning: The plan says no version and is read as version 1; add "version: 1".',
        'plan.yaml: the plan "blog" can be run, with 1 warning (1 source, 0 steps, 1 container).',
      ],
    });
  });

  it('lists every problem and ends with status 2', async () => {
    const text = `${RIGHT.replace('version: 1\n', '')}discrad: []\ntransforms: [{ splti: {} }]\n`;
    expect(await checked(text)).toEqual({
      status: 2,
      lines: [
        'plan.yaml:1:1 missing-version warning: The plan says no version and is read as version 1; add "version: 1".',
        'plan.yaml:5:1 unknown-key The plan has no key "discrad"; did you mean "discard"?',
        'plan.yaml:6:16 unknown-step There is no step "splti"; did you mean "split"?',
        'plan.yaml: 2 errors and 1 warning.',
      ],
    });
  });

  it('does not need the variables of a target that nothing is written to', async () => {
    const target = 'target: { cosmos: { endpoint: "${COSMOS_ENDPOINT}", database: blog, auth: { key: "${KEY}" } } }';
    const { status, lines } = await checked(`${RIGHT}${target}\n`);
    expect({ status, lines }).toEqual({
      status: 0,
      lines: ['plan.yaml: the plan "blog" is right (1 source, 0 steps, 1 container).'],
    });
  });
});
