// Does `remodel replay` say what it did, and end as it should?
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith, remodel } from './remodel.ts';

const plan = `version: 1
name: blog
source: { file: posts.ndjson, entity: post }
transforms:
  - split: { path: /comments, into: comment, link: { postId: /id } }
containers:
  posts: { entities: [post], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /postId }
`;
const corrected = plan.replace('link:', 'lenient: true, link:');
const posts = '{"id":"1","comments":[{"id":"c"}]}\n{"id":"2","comments":"none"}\n{"id":\n';
const REJECTS = '.remodel/blog/rejects.ndjson';

function ran(): string {
  const folder = folderWith({ 'plan.yaml': plan, 'corrected.yaml': corrected, 'posts.ndjson': posts });
  expect(remodel(['run', 'plan.yaml', '--to', 'out'], { cwd: folder }).status).toBe(9);
  return folder;
}

it('tells what went through, and ends with 9 while something is rejected', () => {
  const folder = ran();
  const { status, stdout, stderr } = remodel(['replay', REJECTS, '--plan', 'corrected.yaml'], { cwd: folder });
  expect({ status, stderr }).toEqual({ status: 9, stderr: '' });
  expect(stdout).toBe(`Replay of blog
  Done: 1 of 2 rejected records went through.
  1 document is rejected now, 2 before.

  container  added  there already
  ─────────  ─────  ─────────────
  posts          1              0
  comments       1              0

  rejects  .remodel/blog/rejects.ndjson (1 reject)
  output   out
  report   .remodel/blog/report.json, brought up to date
`);
});

it('takes the plan of the run and a text that was mended in the rejects, and ends with 0', () => {
  const folder = ran();
  writeFileSync(join(folder, 'plan.yaml'), corrected);
  const mended = readFileSync(join(folder, REJECTS), 'utf8').replace(
    String.raw`"original":"{\"id\":"`,
    String.raw`"original":"{\"id\":\"3\"}"`,
  );
  writeFileSync(join(folder, REJECTS), mended);
  const dry = remodel(['replay', REJECTS, '--dry-run'], { cwd: folder });
  expect(dry.status).toBe(0);
  expect(dry.stdout).toContain('Nothing was changed: all 2 rejected records would go through.');
  const { status, stdout } = remodel(['replay', REJECTS, '--json'], { cwd: folder });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    command: 'run',
    rejected: 0,
    replay: { records: 2, passed: 2 },
    entities: { post: { read: 3, written: 3, rejected: 0 } },
    balance: { ok: true },
  });
  expect(readFileSync(join(folder, REJECTS), 'utf8')).toBe('');
  expect(readFileSync(join(folder, '.remodel/blog/report.json'), 'utf8')).toBe(stdout);
  expect(readFileSync(join(folder, 'out/posts.ndjson'), 'utf8').split('\n')).toHaveLength(4);
  const nothing = remodel(['replay', REJECTS], { cwd: folder });
  expect(nothing.status).toBe(0);
  expect(nothing.stdout).toContain('Done: there was nothing to replay.');
});

it('takes a copy of the rejects with --state', () => {
  const folder = ran();
  copyFileSync(join(folder, REJECTS), join(folder, 'copy.ndjson'));
  const args = ['replay', 'copy.ndjson', '--plan', 'corrected.yaml'];
  const without = remodel(args, { cwd: folder });
  expect(without.status).toBe(2);
  expect(without.stderr).toMatch(
    /^copy\.ndjson does not lie in the state folder of a run\.\nName that folder with --state/,
  );
  expect(remodel([...args, '--state', '.remodel/blog'], { cwd: folder }).status).toBe(9);
});

it.each<readonly [string, readonly string[], RegExp]>([
  [
    'a rehearsal',
    ['rehearse', 'plan.yaml'],
    /a rehearsal is simply rehearsed again\.\nAfter the correction: remodel rehearse \S*plan\.yaml$/m,
  ],
  [
    'a run that was stopped',
    ['run', 'plan.yaml', '--to', 'out', '--max-errors', '0'],
    /^The run has not come to its end yet.+\nFinish it first: remodel run \S*plan\.yaml --to \S*out$/m,
  ],
])('ends with 2 for the rejects of %s', (_name, args, says) => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': posts });
  remodel(args, { cwd: folder });
  const { status, stderr, stdout } = remodel(['replay', REJECTS], { cwd: folder });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(says);
});

it.each<readonly [string, readonly string[], RegExp]>([
  ['a plan that is wrong', ['--plan', 'posts.ndjson'], /posts\.ndjson is not a plan that can be run/],
  ['a plan that is not there', ['--plan', 'nowhere.yaml'], /nowhere\.yaml is not a plan that can be run/],
])('ends with 2 for %s', (_name, options, says) => {
  const { status, stderr } = remodel(['replay', REJECTS, ...options], { cwd: ran() });
  expect(status).toBe(2);
  expect(stderr).toMatch(says);
});
