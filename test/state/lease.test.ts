// Does one process at a time work on a state, whatever becomes of the others?
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { Fatal } from '../../src/errors.ts';
import type { Progress, RunIdentity } from '../../src/state/saved-run.ts';
import { Store, type StoreOptions } from '../../src/state/store.ts';

const identity: RunIdentity = {
  command: 'run',
  planName: 'blog',
  planFile: '/plans/blog.yaml',
  planHash: 'abc',
  planParts: [],
  target: { kind: 'folder', folder: '/out' },
  sources: [],
  startedAt: 1,
};
const progress: Progress = { stages: [], positions: [], files: {}, facts: {}, tally: {}, findings: [] };

/** Never renewed by the timer, so that it ends. */
const SHORT: StoreOptions = { lease: { milliseconds: 30, renewedEvery: 1_000_000 } };

const STORE = new URL('../../src/state/store.ts', import.meta.url).href;

let folder: string;

beforeEach(() => {
  const parent = mkdtempSync(join(tmpdir(), 'lease-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  folder = join(parent, 'state');
});

it('names who holds it, since when, and how to take over', () => {
  open();
  const refusal = thrownBy(() => Store.open(folder));
  expect(refusal.exitStatus).toBe(7);
  expect(refusal.message).toContain(`Another run holds ${folder}: process ${process.pid} on ${hostname()}`);
  expect(refusal.message).toMatch(/, begun 0 s ago, last sign of life 0 s ago\.$/);
  expect(refusal.advice).toMatch(new RegExp(`kill ${process.pid}\\b.+its lease ends by itself 30 s from now\\.$`));
});

it('is free once the first has let go of it', () => {
  open().close();
  expect(open().notice).toBeUndefined();
});

it('leaves nothing but the state once it is let go of', () => {
  open().close();
  expect(readdirSync(folder).toSorted()).toEqual(['.gitignore', 'state.db']);
});

it('is taken at once from a process that died, which is said', () => {
  die();
  const { notice } = open();
  expect(notice).toMatch(/^The last run, process \d+ on .+, died \d+ s ago or later; taking over from it\.$/);
  expect(readdirSync(folder).filter((name) => name.startsWith('owner-'))).toEqual(['owner-2.lock']);
});

it('is not taken from another machine before it ends', async () => {
  die({ lease: { milliseconds: 1000 } });
  change("UPDATE lease SET host = 'elsewhere', expires_at = expires_at + 600000");
  expect(thrownBy(() => Store.open(folder)).message).toMatch(/process \d+ on elsewhere/);
  change('UPDATE lease SET expires_at = 0');
  expect(open().notice).toMatch(/on elsewhere.+, gave its last sign of life .+, and its lease has ended/);
});

it('is kept by a process that works, be it slow', async () => {
  open({ lease: { milliseconds: 300, renewedEvery: 20 } });
  await setTimeout(500);
  expect(thrownBy(() => Store.open(folder)).exitStatus).toBe(7);
});

it('is taken from a living process that was silent, and that one commits nothing any more', async () => {
  const silent = open(SHORT);
  silent.begin(identity, progress);
  await setTimeout(50);
  const successor = open();
  expect(successor.notice).toMatch(/gave its last sign of life 0 s ago, and its lease has ended; taking over/);
  successor.goOn(identity);
  const loss = thrownBy(() => silent.commit({ ...progress, tally: 'of the silent one' }));
  expect(loss.exitStatus).toBe(7);
  expect(loss.message).toMatch(/^Process \d+ on .+ took over .+ 0 s ago, after 0 s without a sign of life/);
  expect({ loss: silent.loss, isAborted: silent.lost.aborted }).toEqual({ loss, isAborted: true });
  const touched: string[] = [];
  expect(() => silent.whileHeld(() => touched.push('a file'))).toThrow(loss);
  expect(() => silent.announce({ '/out/a': 1 }, () => touched.push('a file'))).toThrow(loss);
  expect(touched).toEqual([]);
  silent.close();
  // It has not let go of what is not its own.
  expect(thrownBy(() => Store.open(folder)).exitStatus).toBe(7);
  successor.close();
  expect(open().saved).toMatchObject({ tally: {}, files: {} });
});

it.skipIf(process.platform === 'win32')(
  'is not taken from a process that sleeps in the middle of a commit',
  async () => {
    const sleeper = spawn(process.execPath, [
      '--no-warnings',
      '--input-type=module',
      '-e',
      `import { Store } from ${JSON.stringify(STORE)};
    const store = Store.open(${JSON.stringify(folder)}, ${JSON.stringify(SHORT)});
    console.log('holds it');
    store.whileHeld(() => process.kill(process.pid, 'SIGSTOP'));`,
    ]);
    onTestFinished(() => void sleeper.kill('SIGKILL'));
    await once(sleeper.stdout, 'data');
    await setTimeout(200);
    const refusal = thrownBy(() => Store.open(folder));
    expect(refusal.exitStatus).toBe(7);
    expect(refusal.message).toMatch(new RegExp(`in the middle of a commit: process ${sleeper.pid} on `));
    expect(refusal.advice).toContain(`kill -9 ${sleeper.pid}`);
    sleeper.kill('SIGKILL');
    await once(sleeper, 'exit');
    expect(open().notice).toMatch(/died/);
  },
);

it('is told by its timer that it was lost', async () => {
  const silent = open({ lease: { milliseconds: 1, renewedEvery: 40 } });
  await setTimeout(5);
  open();
  await once(silent.lost, 'abort');
  expect(silent.loss?.exitStatus).toBe(7);
});

it('goes on under its lease although that has ended, where nobody else came', async () => {
  const slow = open(SHORT);
  slow.begin(identity, progress);
  await setTimeout(50);
  slow.commit({ ...progress, tally: 'of the slow one' });
  slow.close();
  expect(open().saved?.tally).toBe('of the slow one');
});

it('opens a folder that was only half made, or whose database has no byte yet', () => {
  mkdirSync(folder);
  open().close();
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  writeFileSync(join(folder, 'state.db'), '');
  expect(open().saved).toBeUndefined();
});

it('discards the state of another version only when asked to begin anew, and not from its owner', () => {
  const store = open();
  store.begin(identity, progress);
  change('PRAGMA user_version = 99; CREATE TABLE future (a)');
  expect(thrownBy(() => Store.open(folder, { fresh: true })).exitStatus).toBe(7);
  store.close();
  expect(thrownBy(() => Store.open(folder)).message).toMatch(/has format 99/);
  const fresh = open({ fresh: true });
  expect(fresh.saved).toBeUndefined();
  fresh.begin(identity, progress);
  fresh.close();
  expect(open().saved).toMatchObject({ planName: 'blog' });
});

it.skipIf(process.platform === 'win32')('keeps its files to its owner', () => {
  open().begin(identity, progress);
  for (const file of ['state.db', 'state.db-wal', 'state.db-shm', 'owner-1.lock'])
    expect([file, (statSync(join(folder, file)).mode & 0o777).toString(8)]).toEqual([file, '600']);
});

function open(options?: StoreOptions): Store {
  const store = Store.open(folder, options);
  onTestFinished(() => store.close());
  return store;
}

/** A process of its own takes the lease and is killed. */
function die(options: StoreOptions = {}): void {
  const program = `
    import { Store } from ${JSON.stringify(STORE)};
    Store.open(${JSON.stringify(folder)}, ${JSON.stringify(options)}).begin(${JSON.stringify(identity)}, ${JSON.stringify(progress)});
    process.kill(process.pid, 'SIGKILL');
  `;
  const { signal } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', program]);
  expect(signal).toBe('SIGKILL');
}

function change(sql: string): void {
  const database = new DatabaseSync(join(folder, 'state.db'));
  database.exec(sql);
  database.close();
}

function thrownBy(act: () => unknown): Fatal {
  try {
    act();
  } catch (error) {
    if (error instanceof Fatal) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
