// Does a state open again that was killed at any statement, the very first ones included?
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Store } from '../../src/state/store.ts';

const source = new URL('../../src/state/store.ts', import.meta.url).href;
const identity = {
  command: 'run',
  planName: 'blog',
  planFile: '/plans/blog.yaml',
  planHash: 'abc',
  planParts: [],
  target: { kind: 'folder', folder: '/out' },
  sources: [],
  startedAt: 1,
};

/** Opens a state, begins a run and commits; is killed before its statement of this number, or counts them. */
const program = `
  import { DatabaseSync, StatementSync } from 'node:sqlite';
  const [folder, nth] = [process.argv[1], Number(process.argv[2])];
  let count = 0;
  for (const [{ prototype }, name] of [[DatabaseSync, 'exec'], [DatabaseSync, 'close'], [StatementSync, 'run']]) {
    const original = prototype[name];
    prototype[name] = function (...parameters) {
      if (++count === nth) process.kill(process.pid, 'SIGKILL');
      return original.apply(this, parameters);
    };
  }
  const { Store } = await import(${JSON.stringify(source)});
  const progress = { stages: [{ name: 'documents', done: false }], positions: [], files: {}, facts: {}, findings: [] };
  const store = Store.open(folder);
  store.begin(${JSON.stringify(identity)}, { ...progress, tally: 0 });
  store.commit({ ...progress, files: { 'a.ndjson': 1 }, tally: 1 });
  store.close();
  console.log(count);
`;

it('opens again with what was committed, whatever the instant', { timeout: 60_000 }, async () => {
  const parent = mkdtempSync(join(tmpdir(), 'killed-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const statements = Number(await outputOf(join(parent, 'whole'), 0));
  expect(statements).toBeGreaterThan(15);
  const numbers = Array.from({ length: statements }, (_, i) => i + 1);
  let reached = -1;
  while (numbers.length > 0) {
    const some = numbers.splice(0, 4);
    await Promise.all(some.map((nth) => outputOf(join(parent, String(nth)), nth)));
    for (const nth of some) {
      const tally = committedIn(join(parent, String(nth)));
      // Later deaths have committed no less.
      expect([nth, tally >= reached]).toEqual([nth, true]);
      reached = tally;
    }
  }
  expect(reached).toBe(1);
});

/** The tally, which is the length of the file as well; -1 before anything was. */
function committedIn(folder: string): number {
  const store = Store.open(folder);
  const { saved } = store;
  store.close();
  if (saved === undefined) return -1;
  expect(saved).toMatchObject({ ...identity, files: saved.tally === 0 ? {} : { 'a.ndjson': saved.tally } });
  return saved.tally as number;
}

/** Being killed is what most of them are for. */
function outputOf(folder: string, nth: number): Promise<string> {
  const args = ['--no-warnings', '--input-type=module', '-e', program, folder, String(nth)];
  return new Promise((done) => {
    // Reading the sources takes longer than all else, unless the first leaves what came of it to the others.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, '../compiled') };
    execFile(process.execPath, args, { env }, (_error, stdout) => done(stdout));
  });
}
