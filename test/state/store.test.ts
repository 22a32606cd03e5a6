// Is what was committed read back, and nothing else, whatever happens in between?
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Fatal } from '../../src/errors.ts';
import type { Progress, RunIdentity } from '../../src/state/saved-run.ts';
import { STATE_VERSION } from '../../src/state/schema.ts';
import { Store } from '../../src/state/store.ts';

const identity: RunIdentity = {
  command: 'run',
  planName: 'blog',
  planFile: '/plans/blog.yaml',
  planHash: 'abc',
  planParts: [{ place: 'sources[0]', text: '["post"]' }],
  target: { kind: 'folder', folder: '/out' },
  sources: [{ source: 'posts.ndjson', size: 12, modifiedAt: 1_700_000_000_000.5, head: 'aa', tail: 'bb' }],
  startedAt: 1_700_000_000_123,
};
const nothing: Progress = {
  stages: [{ name: 'documents', done: false }],
  positions: [],
  files: {},
  facts: {},
  tally: {},
  findings: [],
};
const some: Progress = {
  stages: [{ name: 'documents', done: true }],
  positions: [
    { shard: 0, index: 1000, ordinal: 2, offset: 6_000_000_000, line: 1003 },
    { shard: 1, index: 0, ordinal: 0, offset: 0 },
  ],
  files: { 'posts.ndjson': 5_000_000_000, 'rejects.ndjson': 0 },
  facts: { sink: { posts: 7 } },
  tally: { source: { documents: 1000 } },
  findings: [{ count: 3 }],
};

/** What is kept of the time, beside what is given. */
const TIMES = { committedAt: expect.any(Number) as number, start: expect.anything() as object };

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'state-')), 'a/b');
});

afterEach(() => {
  rmSync(join(folder, '../..'), { recursive: true, force: true });
});

it('is empty when it is new', () => {
  expect(withStore((store) => store.saved)).toBeUndefined();
});

it('reads back what was committed last', () => {
  withStore((store) => {
    store.begin(identity, nothing);
    store.commit({ ...some, files: { 'posts.ndjson': 1, 'rejects.ndjson': 2 } });
    store.commit(some);
  });
  expect(withStore((store) => store.saved)).toEqual({
    ...TIMES,
    ...identity,
    ...some,
  });
});

it('knows how a run ended, and forgets it all when the next begins', () => {
  withStore((store) => {
    store.begin(identity, nothing);
    store.commit({ ...some, ended: 'done' });
  });
  expect(withStore((store) => store.saved)?.ended).toBe('done');
  withStore((store) => store.begin({ ...identity, planHash: 'def' }, nothing));
  expect(withStore((store) => store.saved)).toEqual({
    ...TIMES,
    ...identity,
    planHash: 'def',
    ...nothing,
  });
});

it('commits everything or nothing', () => {
  withStore((store) => {
    store.begin(identity, nothing);
    store.commit(some);
    const cyclic: Record<string, unknown> = {};
    cyclic['itself'] = cyclic;
    const later = {
      ...some,
      positions: [{ shard: 0, index: 9999, ordinal: 0, offset: 1 }],
      files: { 'posts.ndjson': 7 },
    };
    expect(() => store.commit({ ...later, findings: cyclic })).toThrow(/circular/i);
    store.isDue(1);
  });
  expect(withStore((store) => store.saved)).toEqual({
    ...TIMES,
    ...identity,
    ...some,
  });
});

it('loses nothing that was committed when the process is killed', () => {
  const program = `
    import { Store } from ${JSON.stringify(new URL('../../src/state/store.ts', import.meta.url).href)};
    const store = Store.open(${JSON.stringify(folder)});
    store.begin(${JSON.stringify(identity)}, ${JSON.stringify(nothing)});
    store.commit(${JSON.stringify(some)});
    process.kill(process.pid, 'SIGKILL');
  `;
  const { signal } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', program]);
  expect(signal).toBe('SIGKILL');
  expect(withStore((store) => store.saved)).toEqual({
    ...TIMES,
    ...identity,
    ...some,
  });
});

it('lets no second run into the folder', () => {
  withStore(() => {
    const refusal = thrownBy(() => Store.open(folder));
    expect(refusal.exitStatus).toBe(7);
    expect(refusal.message).toContain(folder);
  });
  withStore((store) => expect(store.saved).toBeUndefined());
});

it('refuses the state of another version in a sentence', () => {
  withStore((store) => store.begin(identity, nothing));
  const database = new DatabaseSync(join(folder, 'state.db'));
  database.exec(`PRAGMA user_version = ${STATE_VERSION + 1}`);
  database.close();
  const refusal = thrownBy(() => Store.open(folder));
  expect(refusal.exitStatus).toBe(2);
  expect(refusal.message).toMatch(/state\.db has format 3, and this version of remodel reads format 2\.$/);
  expect(refusal.advice).toContain('--state');
});

it.each(['', '*'])('mends a .gitignore that a killed run has left half written (%j)', (half) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '.gitignore'), half);
  withStore(() => {});
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
});

it('takes a folder with nothing but a .gitignore, and keeps that', () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '.gitignore'), 'precious');
  withStore((store) => expect(store.saved).toBeUndefined());
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('precious');
});

it('refuses a file that is no database in a sentence', () => {
  withStore(() => {});
  writeFileSync(join(folder, 'state.db'), 'this is no database, although it stands where one should be'.repeat(50));
  const refusal = thrownBy(() => Store.open(folder));
  expect(refusal.exitStatus).toBe(5);
  expect(refusal.message).toContain('state.db');
});

it('keeps an export for people beside it', () => {
  withStore((store) => {
    store.begin(identity, nothing);
    store.commit({ ...some, ended: 'done' });
  });
  const checkpoint: unknown = JSON.parse(readFileSync(join(folder, 'checkpoint.json'), 'utf8'));
  expect(checkpoint).toMatchObject({
    planName: 'blog',
    startedAt: '2023-11-14T22:13:20.123Z',
    ended: 'done',
    positions: some.positions,
  });
});

it('is due after a thousand documents', () => {
  withStore((store) => {
    store.begin(identity, nothing);
    expect([store.isDue(400), store.isDue(400), store.isDue(400)]).toEqual([false, false, true]);
    store.commit(some);
    expect(store.isDue(999)).toBe(false);
  });
});

it.skipIf(process.platform === 'win32')('can be read by its owner alone, and git leaves it alone', () => {
  withStore((store) => {
    store.begin(identity, nothing);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const file of ['state.db', 'state.db-wal', 'checkpoint.json', '.gitignore']) {
      expect([file, (statSync(join(folder, file)).mode & 0o777).toString(8)]).toEqual([file, '600']);
    }
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
  });
});

function withStore<Result>(use: (store: Store) => Result): Result {
  const store = Store.open(folder);
  try {
    return use(store);
  } finally {
    store.close();
  }
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

it('keeps out of a folder that holds the files of somebody else', () => {
  const own = join(folder, '..');
  writeFileSync(join(own, '..', 'notes.txt'), 'mine');
  expect(() => Store.open(join(own, '..'))).toThrow(/holds notes\.txt and is no state folder\.$/);
  expect(readFileSync(join(own, '..', 'notes.txt'), 'utf8')).toBe('mine');
  expect(readdirSync(join(own, '..'))).toEqual(['notes.txt']);
});

it('keeps what was announced, whatever is committed behind it', () => {
  withStore((store) => {
    store.begin(identity, { ...nothing, files: { '/out/posts.ndjson': 3 } });
    const announced: unknown[] = [];
    store.announce({ '/out/posts.ndjson': 7 }, () => announced.push('named'));
    expect(announced).toEqual(['named']);
    store.commit({ ...nothing, files: { '/out/posts.ndjson': 3, 'rejects.ndjson': 1 }, ended: 'The disk is full.' });
  });
  expect(withStore((store) => store.saved?.files)).toEqual({ '/out/posts.ndjson': 7, 'rejects.ndjson': 1 });
});

it('writes again what a transaction that was undone had written', () => {
  withStore((store) => {
    store.begin(identity, nothing);
    const cyclic: Record<string, unknown> = {};
    cyclic['itself'] = cyclic;
    expect(() => store.commit({ ...some, findings: cyclic })).toThrow(/circular/i);
    store.commit(some);
  });
  expect(withStore((store) => store.saved)).toEqual({
    ...TIMES,
    ...identity,
    ...some,
  });
});
