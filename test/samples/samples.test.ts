// Do the samples come out as their expected/ folders show? `npx vitest run test/samples -u` writes those anew.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import { readPlan } from '../../src/plan/read.ts';
import type { Report } from '../../src/report/report.ts';
import { remodel } from '../e2e/remodel.ts';
import { withoutTime } from './without-time.ts';

const root = resolve(import.meta.dirname, '../..');
/** The clock stands where the samples were made, so that a time to live is the same each time. */
const atItsTime = 'Date.now = () => Date.UTC(2026, 11, 1);';
const env = {
  MASK_KEY: 'the key of the samples',
  NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(atItsTime)}"`,
};
const samples: readonly (readonly [name: string, status: number, codes: readonly string[]])[] = [
  ['unbounded-comments', 0, ['NUMBER_UNSAFE', 'ORDER_VALUE_MISSING']],
  ['contact-details', 9, ['FLATTEN_COLLISION']],
  ['large-numbers', 9, ['LINE_INVALID', 'NUMBER_UNSAFE']],
  ['unique-keys', 9, ['UNIQUE_KEY_CONFLICT', 'UNIQUE_KEY_NULL', 'UNIQUE_KEY_PATH_CASE']],
  ['mixed-types', 9, ['ID_DUPLICATE', 'TEMPLATE_PATH_MISSING']],
  ['one-into-three', 9, ['EXTRACT_CONFLICT', 'KEY_MISSING', 'PARTITION_KEY_MISSING']],
  ['buckets', 9, ['NOT_AN_ARRAY']],
  ['time-to-live', 9, ['CONVERT_FAILED', 'TTL_INVALID']],
  ['partition-keys', 9, ['TEMPLATE_PATH_MISSING', 'UNIQUE_KEY_CONFLICT']],
  ['masked-rehearsal', 9, ['PARTITION_KEY_MISSING', 'UNIQUE_KEY_CONFLICT']],
  ['expressions', 9, ['EXPRESSION_FAILED', 'NUMBER_UNSAFE']],
  ['mongodb-dump', 9, ['ENTITY_UNKNOWN', 'EXTENDED_JSON_KEPT', 'KEY_MISSING']],
  ['time-series', 9, ['CONVERT_FAILED', 'KEY_MISSING', 'TEMPLATE_NOT_A_TIME']],
  ['order-snapshot', 9, ['REFERENCE_AS_TEXT', 'REFERENCE_KEY_REPEATED', 'REFERENCE_MISSING']],
  ['events-to-state', 9, ['KEY_MISSING', 'ORDER_VALUE_MISSING', 'TARGET_EXISTS', 'UNIQUE_KEY_CONFLICT']],
  ['one-to-many', 9, ['REFERENCE_KEY_REPEATED', 'REFERENCE_MISSING']],
  ['many-to-many', 9, ['DEDUPE_MERGED', 'REFERENCE_AS_TEXT', 'REFERENCE_MISSING']],
  ['hybrid', 9, ['AGGREGATE_NOT_A_NUMBER', 'REFERENCE_MISSING']],
  ['social-graph', 9, ['DEDUPE_MERGED', 'NOT_AN_ARRAY', 'REFERENCE_MISSING']],
  ['pet-shop', 9, ['REFERENCE_AS_TEXT', 'REFERENCE_MISSING']],
  [
    'category-tree',
    9,
    ['ANCESTOR_CYCLE', 'ID_DUPLICATE', 'REFERENCE_AS_TEXT', 'REFERENCE_KEY_REPEATED', 'REFERENCE_MISSING'],
  ],
];

it('knows every sample', () => {
  expect(folders().toSorted()).toEqual(samples.map(([name]) => name).toSorted());
});

it('lists every sample, each once, in the README of the samples', () => {
  const readme = readFileSync(join(root, 'samples/README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| [\w ]+ +\| \[[^\]]+\]\((.+?)\) +\| .+ \|$/gm)].map(([, folder]) => folder!);
  expect(rows.toSorted()).toEqual(folders().toSorted());
});

describe.each(samples)('%s', (name, status, codes) => {
  const expected = join(root, 'samples', name, 'expected');

  it('names the JSON schema in its first line', () => {
    const [first] = readFileSync(join(root, 'samples', name, 'plan.yaml'), 'utf8').split('\n');
    const [, schema] = /^# yaml-language-server: \$schema=(\S+)$/.exec(first!)!;
    expect(existsSync(resolve(root, 'samples', name, schema!))).toBe(true);
  });

  it('says when to choose it and when not, and what to look at', () => {
    const readme = readFileSync(join(root, 'samples', name, 'README.md'), 'utf8');
    for (const start of [/^Choose /m, /(^|\. )Not /m, /^What to look at: /m]) expect(readme).toMatch(start);
  });

  it('gives check nothing to complain about', async () => {
    const { problems } = await readPlan(join(root, 'samples', name, 'plan.yaml'), { env, lenientTarget: true });
    expect(problems).toEqual([]);
  });

  it('can be looked at step by step', () => {
    const shown = remodel(['preview', join(root, 'samples', name, 'plan.yaml')], { env });
    expect([EXIT_STATUS.done, EXIT_STATUS.rejects]).toContain(shown.status);
    expect(shown.stderr).toBe('');
    expect(shown.stdout).toMatch(/^\S+:1 {2}\w+( |$)/m);
  });

  it('has examples, and passes them', () => {
    const tested = remodel(['test', join(root, 'samples', name, 'plan.yaml')], { env });
    expect(tested.stdout).toMatch(/^✓ [^]+ examples? passed\.$/m);
    expect({ status: tested.status, stderr: tested.stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('comes out as expected', async () => {
    const work = mkdtempSync(join(tmpdir(), 'sample-'));
    cpSync(join(root, 'samples', name), join(work, name), { recursive: true });
    rmSync(join(work, name, '.remodel'), { recursive: true, force: true });
    const ended = remodel(['rehearse', `${name}/plan.yaml`, '--out', 'accepted'], { cwd: work, env });
    expect({ status: ended.status, stderr: ended.stderr }).toEqual({ status, stderr: '' });
    await expect(withoutTime(ended.stdout)).toMatchFileSnapshot(join(expected, 'report.txt'));

    const files = readdirSync(join(work, 'accepted'));
    for (const file of files) {
      await expect(readFileSync(join(work, 'accepted', file), 'utf8')).toMatchFileSnapshot(join(expected, file));
    }
    const state = join(work, name, '.remodel', name);
    const rejects = readFileSync(join(state, 'rejects.ndjson'), 'utf8');
    await expect(rejects).toMatchFileSnapshot(join(expected, 'rejects.ndjson'));
    expect(readdirSync(expected).toSorted()).toEqual([...files, 'rejects.ndjson', 'report.txt'].toSorted());

    const report = JSON.parse(readFileSync(join(state, 'report.json'), 'utf8')) as Report;
    expect(report.findings.map(({ code }) => code)).toEqual(expect.arrayContaining([...codes]));
    expect(report.balance.ok).toBe(true);
    rmSync(work, { recursive: true });
  });
});

function folders(): string[] {
  const entries = readdirSync(join(root, 'samples'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
