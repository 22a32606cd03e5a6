// Does one run at a time work on a plan, when two are started, one is killed, or one sleeps and wakes up again?
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Store } from '../../src/state/store.ts';
import { folderWith, remodel, startRemodel } from './remodel.ts';

const plan = `version: 1
name: blog
source: { file: posts.ndjson, entity: post }
transforms:
  - split: { path: /comments, into: comment, link: { postId: /id } }
containers:
  posts: { entities: [post], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /postId }
`;
const posts = Array.from(
  { length: 20_000 },
  (_, i) => `{"id":"p${i}","text":"${'x'.repeat(i % 100)}","comments":[{"id":1},{"id":2,"n":${i}}]}\n`,
).join('');

/** Milliseconds. */
const LEASE = 300;
/** Says whether a process is stopped. */
const hasProc = existsSync('/proc/self/stat');

it('lets exactly one of two work that are started at once', async () => {
  const folder = folderWith({ 'plan.yaml': plan.replace('posts.ndjson', "'-'") });
  const args = ['run', join(folder, 'plan.yaml'), '--to', join(folder, 'out')];
  const runs = [startRemodel(args), startRemodel(args)] as const;
  for (const { stdin } of runs) stdin.on('error', () => {});
  const ends = runs.map((child) => endOf(child));
  // Neither has an end to its input yet, so only the one that is turned away ends.
  const away = await Promise.race(ends.map(async (end, i) => ({ i, ...(await end) })));
  const winner = 1 - away.i;
  expect(away.status).toBe(7);
  expect(away.stderr).toContain(`process ${runs[winner]!.pid} on ${hostname()}`);
  runs[winner]!.stdin.end('{"id":"1"}\n');
  expect(await ends[winner]).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(join(folder, 'out/posts.ndjson'), 'utf8')).toBe('{"id":"1"}\n');
});

it.skipIf(!hasProc)('takes over from a run that sleeps longer than its lease', async () => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': posts });
  const expected = undisturbed(folder);
  const sleeper = startLeased(folder, LEASE);
  const end = endOf(sleeper);
  await vi.waitFor(() => expect(isAsleep(sleeper)).toBe(true), 30_000);
  await setTimeout(LEASE);
  const successor = remodel(runIn('out'), { cwd: folder });
  expect(successor.status).toBe(0);
  expect(successor.stderr).toMatch(
    new RegExp(`^The last run, process ${sleeper.pid} on .+, and its lease has ended; taking over from it\\.\n`),
  );
  expect(outputs(folder, 'out')).toEqual(expected);
  const state = filesOf(join(folder, '.remodel/blog'));
  sleeper.kill('SIGCONT');
  const { status, stderr } = await end;
  expect({ status, stderr }).toMatchObject({
    status: 7,
    stderr: expect.stringMatching(/^Process \d+ on .+ took over .+ without a sign of life of this run\.\n/) as string,
  });
  expect(outputs(folder, 'out')).toEqual(expected);
  expect(filesOf(join(folder, '.remodel/blog'))).toEqual(state);
  const store = Store.open(join(folder, '.remodel/blog'));
  expect(store.saved?.ended).toBe('complete');
  store.close();
});

it.skipIf(!hasProc)('takes over from a rehearsal that sleeps, which disturbs nothing when it wakes up', async () => {
  const folder = folderWith({
    'plan.yaml': plan,
    'posts.ndjson': posts + posts.slice(0, 20_000).replaceAll('"n":', '"m":'),
  });
  const rehearse = (state: string): string[] => ['rehearse', 'plan.yaml', '--state', state];
  expect(remodel(rehearse('undisturbed'), { cwd: folder }).status).toBe(9);
  const expected = contents(join(folder, 'undisturbed/containers'));
  const sleeper = startLeased(folder, 1, '', 'state');
  const end = endOf(sleeper);
  await vi.waitFor(() => expect(isAsleep(sleeper)).toBe(true), 30_000);
  const successor = remodel(rehearse('state'), { cwd: folder });
  expect(successor.status).toBe(9);
  expect(successor.stderr).toContain(`process ${sleeper.pid} on`);
  expect(contents(join(folder, 'state/containers'))).toEqual(expected);
  sleeper.kill('SIGCONT');
  expect((await end).status).toBe(7);
  expect(contents(join(folder, 'state/containers'))).toEqual(expected);
  const rejects = (state: string): string => readFileSync(join(folder, state, 'rejects.ndjson'), 'utf8');
  expect(rejects('state') === rejects('undisturbed')).toBe(true);
});

it.skipIf(!hasProc)('keeps a sleeper that wakes up from what begins anew meanwhile', async () => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': posts });
  const expected = undisturbed(folder);
  const sleeper = startLeased(folder, 1);
  const end = endOf(sleeper);
  await vi.waitFor(() => expect(isAsleep(sleeper)).toBe(true), 30_000);
  expect(remodel([...runIn('out'), '--fresh'], { cwd: folder }).status).toBe(0);
  sleeper.kill('SIGCONT');
  expect((await end).status).toBe(7);
  expect(outputs(folder, 'out')).toEqual(expected);
});

it.skipIf(!hasProc)('turns away while a run sleeps, and goes on at once when it is killed', async () => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': posts });
  const expected = undisturbed(folder);
  const killed = startLeased(folder, 60_000);
  const end = endOf(killed);
  await vi.waitFor(() => expect(isAsleep(killed)).toBe(true), 30_000);
  const early = remodel(runIn('out'), { cwd: folder });
  expect(early.status).toBe(7);
  expect(early.stderr).toContain(`process ${killed.pid} on ${hostname()}`);
  expect(early.stderr).toMatch(/its lease ends by itself \d+ s from now\.\n$/);
  killed.kill('SIGKILL');
  await end;
  const { status, stderr } = remodel(runIn('out'), { cwd: folder });
  expect(status).toBe(0);
  expect(stderr).toMatch(/^The last run, process \d+ on .+, died \d+ s ago or later; taking over from it\.\n/);
  expect(outputs(folder, 'out')).toEqual(expected);
});

function runIn(out: string): string[] {
  return ['run', 'plan.yaml', '--to', out];
}

/** What a run writes that nobody disturbs. */
function undisturbed(folder: string): Readonly<Record<string, string>> {
  remodel([...runIn('undisturbed'), '--state', 'undisturbed-state'], { cwd: folder });
  return outputs(folder, 'undisturbed');
}

function outputs(folder: string, out: string): Readonly<Record<string, string>> {
  const names = readdirSync(join(folder, out));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, out, name), 'utf8')]));
}

/** A hash of each file below a folder, by its path. */
function contents(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  const hashOf = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return Object.fromEntries(files.map((name) => [name, hashOf(name)]));
}

/** Names and times of the last change, the database and the locks apart. */
function filesOf(folder: string): Readonly<Record<string, number>> {
  const names = readdirSync(folder).filter((name) => !/^(state\.db|owner-)/.test(name));
  return Object.fromEntries(names.map((name) => [name, statSync(join(folder, name)).mtimeMs]));
}

function startLeased(
  folder: string,
  milliseconds: number,
  out: string = join(folder, 'out'),
  state: string = '.remodel/blog',
): ChildProcessWithoutNullStreams {
  const program = resolve(import.meta.dirname, 'leased-run.ts');
  const folders = [out, join(folder, state)];
  const child = spawn(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    program,
    join(folder, 'plan.yaml'),
    ...folders,
    String(milliseconds),
  ]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function endOf(child: ChildProcessWithoutNullStreams): Promise<{ status: number | null; stderr: string }> {
  const [, stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  return { status: child.exitCode, stderr };
}

/** Whether a process is stopped by a signal. */
function isAsleep({ pid }: ChildProcessWithoutNullStreams): boolean {
  return /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}
