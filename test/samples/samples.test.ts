// Do the samples come out as their expected/ folders show? `npx vitest run test/samples -u` writes those anew.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { remodel } from '../e2e/remodel.ts';
import { withoutTime } from './without-time.ts';

const root = resolve(import.meta.dirname, '../..');
const samples: readonly (readonly [name: string, status: number, codes: readonly string[]])[] = [
  ['unbounded-comments', 0, ['NUMBER_UNSAFE', 'ORDER_VALUE_MISSING']],
  ['contact-details', 9, ['FLATTEN_COLLISION']],
  ['large-numbers', 9, ['LINE_INVALID', 'NUMBER_UNSAFE']],
  ['unique-keys', 9, ['UNIQUE_KEY_CONFLICT', 'UNIQUE_KEY_NULL', 'UNIQUE_KEY_PATH_CASE']],
  ['mixed-types', 9, ['ID_DUPLICATE', 'TEMPLATE_PATH_MISSING']],
  ['mongodb-dump', 9, ['ENTITY_UNKNOWN', 'EXTENDED_JSON_KEPT', 'KEY_MISSING']],
];

it('knows every sample', () => {
  expect(readdirSync(join(root, 'samples')).toSorted()).toEqual(samples.map(([name]) => name).toSorted());
});

describe.each(samples)('%s', (name, status, codes) => {
  const expected = join(root, 'samples', name, 'expected');

  it('names the JSON schema in its first line', () => {
    const [first] = readFileSync(join(root, 'samples', name, 'plan.yaml'), 'utf8').split('\n');
    const [, schema] = /^# yaml-language-server: \$schema=(\S+)$/.exec(first!)!;
    expect(existsSync(resolve(root, 'samples', name, schema!))).toBe(true);
  });

  it('has examples, and passes them', () => {
    const tested = remodel(['test', join(root, 'samples', name, 'plan.yaml')]);
    expect(tested.stdout).toMatch(/^✓ [^]+ examples? passed\.$/m);
    expect({ status: tested.status, stderr: tested.stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('comes out as expected', async () => {
    const work = mkdtempSync(join(tmpdir(), 'sample-'));
    cpSync(join(root, 'samples', name), join(work, name), { recursive: true });
    rmSync(join(work, name, '.remodel'), { recursive: true, force: true });
    const ended = remodel(['rehearse', `${name}/plan.yaml`, '--out', 'accepted'], { cwd: work });
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
