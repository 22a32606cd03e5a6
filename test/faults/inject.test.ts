// Do faults strike where they are told to, in every thread? A run that is not really struck would prove nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Diary, type FaultSetting, type InnerFault, SETTING } from './fault.ts';

const preload = resolve(import.meta.dirname, 'inject/preload.ts');

/** Each writes ABCD, then EFGH, into the file `a` in the working folder. */
const WRITERS = {
  writeSync: `import { openSync, writeSync } from 'node:fs';
    const file = openSync('a', 'w'); writeSync(file, Buffer.from('xABCDx'), 1, 4, 0); writeSync(file, 'EFGH', 4);`,
  write: `import { openSync, write } from 'node:fs';
    const file = openSync('a', 'w');
    write(file, Buffer.from('ABCD'), 0, 4, 0, (error) => { if (error) throw error;
      write(file, Buffer.from('EFGH'), 0, 4, 4, (failure) => { if (failure) throw failure; }); });`,
  'write of a handle': `import { open } from 'node:fs/promises';
    const file = await open('a', 'w'); await file.write(Buffer.from('ABCD')); await file.write(Buffer.from('EFGH'), 0, 4, 4);`,
  'write of a worker': `import { Worker, isMainThread } from 'node:worker_threads';
    const text = "import fs from 'node:fs'; const file = fs.openSync('a', 'w'); fs.writeSync(file, 'ABCD'); fs.writeSync(file, 'EFGH');";
    new Worker(text, { eval: true });`,
} as const;

const writers = Object.entries(WRITERS);

it.each(writers)('kills before, in the middle of and after a write (%s)', (_name, program) => {
  const written = { before: 'ABCD', 'in the middle of': 'ABCDEF', after: 'ABCDEFGH' } as const;
  for (const [moment, text] of Object.entries(written) as [keyof typeof written, string][]) {
    const { signal, diary, content } = watch(program, { kind: 'kill', moment, act: 'write', nth: 2 });
    expect(signal).toBe('SIGKILL');
    expect(diary.struck).toMatch(/^write 2 \(.*a\)$/);
    expect(content('a')).toBe(text);
  }
});

it.each(writers)('fills the disk, half of a write being done (%s)', (_name, program) => {
  const { status, stderr, content } = watch(program, { kind: 'full disk', half: true, act: 'write', nth: 1 });
  // Who does not look at what was written goes on, and fails then.
  expect(stderr).toContain('ENOSPC: no space left on device, write');
  expect(status).not.toBe(0);
  expect(content('a')).toBe('AB');
});

it.each(writers)('only counts where it is told nothing (%s)', (_name, program) => {
  const { status, diary, content } = watch(program);
  expect(status).toBe(0);
  expect(diary.acts).toMatchObject({ open: 1, write: 2 });
  expect(diary).not.toHaveProperty('struck');
  expect(content('a')).toBe('ABCDEFGH');
});

it('kills before and after a rename, a removal and a whole file', () => {
  const program = `import fs from 'node:fs';
    fs.writeFileSync('a', 'ABCD'); fs.renameSync('a', 'b'); fs.rmSync('b');`;
  const left = (act: InnerFault['act'], moment: 'before' | 'in the middle of' | 'after'): unknown => {
    const { content } = watch(program, { kind: 'kill', moment, act, nth: 1 });
    return [content('a'), content('b')];
  };
  expect(left('write file', 'before')).toEqual([undefined, undefined]);
  expect(left('write file', 'in the middle of')).toEqual(['AB', undefined]);
  expect(left('rename', 'before')).toEqual(['ABCD', undefined]);
  expect(left('rename', 'after')).toEqual([undefined, 'ABCD']);
  expect(left('remove', 'before')).toEqual([undefined, 'ABCD']);
  expect(left('remove', 'after')).toEqual([undefined, undefined]);
});

it('kills before and after a commit, and fails one', () => {
  const begin = `import { DatabaseSync } from 'node:sqlite';
    const database = new DatabaseSync('db');`;
  const program = `${begin} database.exec('CREATE TABLE t (a)'); database.exec('BEGIN');
    database.prepare('INSERT INTO t VALUES (?)').run(7); database.exec('COMMIT');`;
  const rows = (folder: string): string =>
    spawnIn(folder, `${begin} console.log(database.prepare('SELECT count(*) AS n FROM t').get().n);`).stdout.trim();
  const before = watch(program, { kind: 'kill', moment: 'before', act: 'commit', nth: 1 });
  expect(rows(before.folder)).toBe('0');
  const after = watch(program, { kind: 'kill', moment: 'after', act: 'commit', nth: 1 });
  expect(rows(after.folder)).toBe('1');
  const full = watch(program, { kind: 'full disk', half: false, act: 'statement', nth: 1 });
  expect(full.stderr).toContain('database or disk is full');
});

it('fails the one act that it is told to, and sends signals', () => {
  const program = `import fs from 'node:fs'; process.on('SIGTERM', () => process.exit(44));
    const file = fs.openSync('a', 'w'); fs.fsyncSync(file); fs.closeSync(file); setTimeout(() => {}, 5000);`;
  const broken = watch(program, { kind: 'broken disk', act: 'sync', nth: 1 });
  expect(broken.stderr).toContain('EIO: i/o error, fsync');
  const told = watch(program, { kind: 'signal', signal: 'SIGTERM', act: 'close', nth: 1 });
  expect(told.status).toBe(44);
});

function watch(program: string, fault?: InnerFault) {
  const root = mkdtempSync(join(tmpdir(), 'remodel-inject-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'watched');
  mkdirSync(folder);
  const diary = join(root, 'diary.json');
  const setting: FaultSetting = { folder, diary, ...(fault === undefined ? {} : { fault }) };
  const { status, signal, stderr } = spawnIn(folder, program, ['--import', preload], setting);
  const content = (name: string): string | undefined =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;
  return { folder, status, signal, stderr, diary: JSON.parse(readFileSync(diary, 'utf8')) as Diary, content };
}

function spawnIn(folder: string, program: string, options: readonly string[] = [], setting?: FaultSetting) {
  return spawnSync(process.execPath, [...options, '--input-type=module', '--eval', program], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...(setting === undefined ? {} : { [SETTING]: JSON.stringify(setting) }) },
  });
}
