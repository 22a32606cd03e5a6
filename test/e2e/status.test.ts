// Is it told where a run stands, while it works, when it was stopped, died or came to its end?
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Status } from '../../src/commands/status.ts';
import { folderWith, remodel } from './remodel.ts';

const plan = `version: 1
name: blog
sources: { post: { file: 'p?.ndjson' }, page: { file: pages.ndjson } }
transforms: []
containers:
  posts: { entities: [post], partitionKey: /id }
  pages: { entities: [page], partitionKey: /id }
`;
const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `{"id":"${i}","text":"${'x'.repeat(80)}"}\n`).join('');
const files = { 'plan.yaml': plan, 'p0.ndjson': lines(10), 'p1.ndjson': lines(12_000), 'pages.ndjson': '{"id":\n' };
const hasProc = existsSync('/proc/self/stat');

it('ends with 2 and a sentence where no run has left anything', () => {
  const folder = folderWith(files);
  const { status, stdout, stderr } = remodel(['status', 'plan.yaml'], { cwd: folder });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^No run has left a state in .+blog\.\nBegin one with/);
  expect(existsSync(join(folder, '.remodel'))).toBe(false);
});

it('tells that a run is complete, and its tallies', () => {
  const folder = folderWith(files);
  expect(remodel(['run', 'plan.yaml', '--to', 'out'], { cwd: folder }).status).toBe(9);
  const { status, stdout, stderr } = remodel(['status', 'plan.yaml'], { cwd: folder });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(withoutTimes(stdout)).toBe(`Run of blog (plan.yaml)
  Complete, begun <time>.
  stage       done
  shards      3 done, 0 in work, 0 waiting
  documents   12,011 read, 100 % of the sources, <n>/s since this start (<n> s)
  rejected    1 (.remodel/blog/rejects.ndjson)
  findings    1
  committed   <n> s ago

Entities
  entity    read  written  rejected
  ──────  ──────  ───────  ────────
  post    12,010   12,010         0
  page         1        0         1
`);
  const found = statusIn(folder);
  expect(found).toMatchObject({ state: 'complete', documents: 12_011, rejected: 1, findings: 1 });
  expect(found).not.toHaveProperty('goOn');
  expect(found).not.toHaveProperty('owner');
});

it('names the file with the documents that others stand for', () => {
  const deduped = plan.replace('transforms: []', 'transforms: [{ dedupe: { key: /text }, for: post }]');
  const folder = folderWith({ ...files, 'plan.yaml': deduped });
  expect(remodel(['run', 'plan.yaml', '--to', 'out'], { cwd: folder }).status).toBe(9);
  const { stdout } = remodel(['status', 'plan.yaml'], { cwd: folder });
  expect(stdout).toContain('\n  merged      .remodel/blog/duplicates.ndjson\n');
  const duplicatesFile = join(folder, '.remodel/blog/duplicates.ndjson');
  expect(statusIn(folder)).toMatchObject({ duplicatesFile });
  expect(readFileSync(duplicatesFile, 'utf8').split('\n')).toHaveLength(12_010);
});

it('does not take the time until a replay for time of the run', () => {
  const folder = folderWith(files);
  expect(remodel(['run', 'plan.yaml', '--to', 'out'], { cwd: folder }).status).toBe(9);
  const { sinceStart } = statusIn(folder);
  const before = Date.now();
  expect(remodel(['replay', '.remodel/blog/rejects.ndjson'], { cwd: folder }).status).toBe(9);
  const after = statusIn(folder);
  expect(Math.abs(after.sinceStart.seconds - sinceStart.seconds)).toBeLessThan(0.2);
  expect(Date.parse(after.committedAt)).toBeGreaterThan(before);
});

it('tells why a run was stopped, and which command goes on', () => {
  const folder = folderWith({ ...files, 'p1.ndjson': files['p1.ndjson'] + '{"id":\n'.repeat(2) });
  const run = ['run', 'plan.yaml', '--to', 'my out', '--state', 'state'];
  expect(remodel([...run, '--max-errors', '1'], { cwd: folder }).status).toBe(3);
  const found = statusIn(folder, '--state', 'state');
  expect(found).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/^Stopped by --max-errors: 2 rejects/) as string,
    // Whole paths: whoever reads JSON works wherever it does.
    goOn: `remodel run ${join(folder, 'plan.yaml')} --to '${join(folder, 'my out')}' --state ${join(folder, 'state')}`,
  });
  const { stdout } = remodel(['status', 'plan.yaml', '--state', 'state'], { cwd: folder });
  expect(stdout).toContain('\n  Stopped by --max-errors: 2 rejects');
  expect(stdout.endsWith("\nTo go on:\nremodel run plan.yaml --to 'my out' --state state\n")).toBe(true);
});

it.skipIf(!hasProc)('tells how far a run is that works, sleeps or was killed', async () => {
  const folder = folderWith(files);
  const state = join(folder, '.remodel/blog');
  const child = startLeased(folder, state, 60_000);
  await vi.waitFor(() => expect(isAsleep(child)).toBe(true), 30_000);
  const running = statusIn(folder);
  expect(running).toMatchObject({
    state: 'running',
    command: 'run',
    owner: { pid: child.pid, host: hostname() },
    stages: [{ name: 'documents', done: false }],
    shards: [
      { source: 'p0.ndjson', state: 'done', records: 10 },
      { source: 'p1.ndjson', state: 'current', size: files['p1.ndjson'].length },
      { source: 'pages.ndjson', state: 'waiting', records: 0 },
    ],
  });
  const { records, bytesRead } = running.shards[1]!;
  expect(running.documents).toBe(10 + records);
  expect(bytesRead! / files['p1.ndjson'].length).toBeCloseTo(records / 12_000, 1);
  expect(running.owner!.leaseEndsIn).toBeGreaterThan(0);
  expect(running).not.toHaveProperty('goOn');
  const { stdout } = remodel(['status', 'plan.yaml'], { cwd: folder });
  expect(stdout).toMatch(new RegExp(`^ {2}Running: process ${child.pid} on .+, since 20\\S+Z, last sign of life`, 'm'));
  expect(stdout).toMatch(
    /^ {2}shards {6}1 done, 1 in work, 1 waiting\n {14}p1\.ndjson: \d+ %, .+ KiB of .+ MiB, [\d,]+ records$/m,
  );
  child.kill('SIGKILL');
  await once(child, 'exit');
  const dead = statusIn(folder);
  expect(dead).toMatchObject({ state: 'died', owner: { pid: child.pid }, documents: running.documents });
  expect(dead.goOn).toBe(`remodel run ${join(folder, 'plan.yaml')} --to ${join(folder, 'out')}`);
  // Who is refused has not died.
  expect(remodel(['run', 'plan.yaml', '--to', 'elsewhere'], { cwd: folder }).status).toBe(2);
  const refused = statusIn(folder);
  expect(refused).toMatchObject({ state: 'died', documents: running.documents });
  expect(refused).not.toHaveProperty('owner');
  expect(remodel(['status', 'plan.yaml'], { cwd: folder }).stdout).toContain('\n  Died: what was committed is kept.\n');
  expect(remodel(['run', 'plan.yaml', '--to', 'out'], { cwd: folder }).status).toBe(9);
  const { sinceStart, documents } = statusIn(folder);
  expect({ since: sinceStart.documents, documents }).toEqual({ since: 12_011 - running.documents, documents: 12_011 });
});

it.skipIf(!hasProc)('tells that a run is silent which has outlived its lease', async () => {
  const folder = folderWith(files);
  const child = startLeased(folder, join(folder, '.remodel/blog'), 1);
  await vi.waitFor(() => expect(isAsleep(child)).toBe(true), 30_000);
  expect(statusIn(folder)).toMatchObject({ state: 'silent', owner: { pid: child.pid } });
});

it('needs no plan where the folder is named, and opens what is damaged in a sentence', () => {
  const folder = folderWith(files);
  expect(remodel(['run', 'plan.yaml', '--to', 'out', '--state', 'state'], { cwd: folder }).status).toBe(9);
  rmSync(join(folder, 'plan.yaml'));
  expect(statusIn(folder, '--state', 'state').state).toBe('complete');
  expect(remodel(['status', 'plan.yaml'], { cwd: folder }).status).toBe(2);
  writeFileSync(join(folder, 'state/state.db'), 'no database at all'.repeat(100));
  const { status, stderr } = remodel(['status', 'plan.yaml', '--state', 'state'], { cwd: folder });
  expect(status).toBe(5);
  expect(stderr).toContain('state.db is no state of remodel, or it is damaged.');
});

function statusIn(folder: string, ...args: readonly string[]): Status {
  const { status, stdout, stderr } = remodel(['status', 'plan.yaml', '--json', ...args], { cwd: folder });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Status;
}

function withoutTimes(text: string): string {
  return text
    .replace(/20\S+Z/g, '<time>')
    .replace(/[\d,]+\/s/g, '<n>/s')
    .replace(/[\d.]+ s\b/g, '<n> s');
}

/** Stops itself in the middle of the second file. */
function startLeased(folder: string, state: string, milliseconds: number): ChildProcessWithoutNullStreams {
  const program = resolve(import.meta.dirname, 'leased-run.ts');
  const args = [join(folder, 'plan.yaml'), join(folder, 'out'), state, String(milliseconds)];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

function isAsleep({ pid }: ChildProcessWithoutNullStreams): boolean {
  return /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}
