// Is a run that proved nothing ever counted as a success?
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const program = resolve(import.meta.dirname, '../../.ci/count-tests.ts');
const folder = mkdtempSync(join(tmpdir(), 'count-tests-'));
afterAll(() => rmSync(folder, { recursive: true }));

const loaded = { status: 'passed', assertionResults: [{}] };
const broken = { status: 'failed', assertionResults: [] };
const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [loaded] };

describe('the last line of .ci/run', () => {
  it.each<{ name: string; report: unknown; runner: string; line: string; status: number }>([
    { name: 'all passed', report: { ...none, numPassedTests: 7 }, runner: '0', line: '7 passed, 0 failed', status: 0 },
    {
      name: 'some were skipped or are still to be written',
      report: { ...none, numPassedTests: 7, numPendingTests: 2, numTodoTests: 1 },
      runner: '0',
      line: '7 passed, 0 failed, 3 skipped',
      status: 0,
    },
    {
      name: 'some failed',
      report: { ...none, numPassedTests: 7, numFailedTests: 2 },
      runner: '1',
      line: '7 passed, 2 failed',
      status: 1,
    },
    {
      name: 'a file could not be loaded',
      report: { ...none, numPassedTests: 7, testResults: [loaded, broken] },
      runner: '1',
      line: '7 passed, 1 failed',
      status: 1,
    },
    {
      name: 'something failed outside of every test',
      report: { ...none, numPassedTests: 7 },
      runner: '1',
      line: '7 passed, 1 failed',
      status: 1,
    },
    { name: 'no test ran', report: none, runner: '0', line: '0 passed, 1 failed', status: 1 },
    { name: 'the runner left no report', report: undefined, runner: '0', line: '0 passed, 1 failed', status: 1 },
  ])('says "$line" when $name', ({ report, runner, line, status }) => {
    const file = join(folder, 'report.json');
    if (report !== undefined) writeFileSync(file, JSON.stringify(report));
    const ran = spawnSync(process.execPath, [program, file, runner], { encoding: 'utf8' });
    expect(ran.stdout).toBe(`${line}\n`);
    expect(ran.status).toBe(status);
  });
});
