// Does a dry run tell what a run would do, and leave nothing?
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportText } from '../../src/report/text.ts';
import { run } from '../../src/run.ts';
import { folderWith, planIn, runIn } from './running.ts';

const PLAN = `version: 1
name: dry
source: { file: in.ndjson, entity: post }
transforms:
  - split: { path: /comments, into: comment, link: { postId: /id } }
containers:
  posts: { entities: [post], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /postId }
`;

const LINES = Array.from({ length: 3_000 }, (_, i) =>
  i % 100 === 3 ? `{"id":"${i}","comments":"none"}\n` : `{"id":"${i}","n":9007199254740993,"comments":[{},{}]}\n`,
).join('');

it.each([
  ['alone', {}],
  ['with worker threads', { workers: 2, workersFrom: 0 }],
])('reports what the run then does, %s', async (_name, more) => {
  const folder = folderWith({ 'in.ndjson': LINES });
  const plan = await planIn(folder, PLAN);
  const target = { kind: 'folder', folder: join(folder, 'out') } as const;
  const dry = await run(plan, { target, stateFolder: join(folder, 'state'), dryRun: true, ...more });
  expect(readdirSync(folder)).toEqual(['in.ndjson']);
  const real = await runIn(folder, plan);
  const { dryRun, startedAt: _at, seconds: _seconds, files, ...figures } = dry.report;
  expect(dryRun).toBe(true);
  expect(files).toEqual({ state: join(folder, 'state'), out: join(folder, 'out') });
  expect(real.report).toMatchObject(figures);
  expect(dry.exitStatus).toBe(real.exitStatus);
  expect(real.exitStatus).toBe(9);
});

it('is refused by nothing that is there, and changes none of it', async () => {
  const folder = folderWith({ 'in.ndjson': LINES, 'out/posts.ndjson': 'somebody else\n' });
  mkdirSync(join(folder, 'state'));
  const target = { kind: 'folder', folder: join(folder, 'out') } as const;
  const dry = await run(await planIn(folder, PLAN), { target, stateFolder: join(folder, 'state'), dryRun: true });
  expect(dry.exitStatus).toBe(9);
  expect(readFileSync(join(folder, 'out/posts.ndjson'), 'utf8')).toBe('somebody else\n');
  expect(readdirSync(join(folder, 'out'))).toEqual(['posts.ndjson']);
  expect(readdirSync(join(folder, 'state'))).toEqual([]);
});

it('says that nothing was written, and what would be', async () => {
  const folder = folderWith({ 'in.ndjson': LINES });
  const target = { kind: 'folder', folder: join(folder, 'out') } as const;
  const { report } = await run(await planIn(folder, PLAN), {
    target,
    stateFolder: join(folder, 'state'),
    dryRun: true,
    limit: 104,
  });
  const text = reportText(report, { folder });
  expect(text).toMatch(
    /^Dry run of dry\n {2}Nothing was written\. With rejects: 2 of 308 documents would be rejected\. Only the first 104\s+records were read \(--limit\)\.\n/,
  );
  expect(text).toMatch(
    /^Files that a run would write\n {2}output {3}out\/posts\.ndjson \(102 documents, [\d.]+ KiB\)\n/m,
  );
  expect(text).toContain('  rejects  state/rejects.ndjson (2 lines)\n  state    state\n');
  expect(existsSync(join(folder, 'out'))).toBe(false);
});

it('stops at too many rejects, too', async () => {
  const folder = folderWith({ 'in.ndjson': LINES });
  const target = { kind: 'folder', folder: join(folder, 'out') } as const;
  const options = { target, stateFolder: join(folder, 'state'), dryRun: true, maxErrors: { count: 5 } };
  const { exitStatus, failure } = await run(await planIn(folder, PLAN), options);
  expect(exitStatus).toBe(3);
  expect(failure?.advice).not.toContain('rejects.ndjson');
  expect(readdirSync(folder)).toEqual(['in.ndjson']);
});
