// Does the command `preview` end as it should, print what is asked for, and write nothing?
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { folderWith, remodel, startRemodel } from './remodel.ts';

const PLAN = `version: 1
name: blog
source: { file: posts.ndjson, entity: post }
transforms: [type: type]
containers: { posts: { entities: [post], partitionKey: /id } }
target: { cosmos: { endpoint: "\${NO_SUCH_VARIABLE}", database: blog } }
`;
const files = { 'plan.yaml': PLAN, 'posts.ndjson': '{"id":"a","n":1.50}\n{"id":"b"}\n{"id":"c"}\n{"id":5}\n' };

it('shows the first three documents and leaves nothing behind', () => {
  const folder = folderWith(files);
  const { status, stdout, stderr } = remodel(['preview', 'plan.yaml'], { cwd: folder });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.match(/^posts\.ndjson:\d.*$/gm)).toEqual([
    'posts.ndjson:1  post a',
    'posts.ndjson:2  post b',
    'posts.ndjson:3  post c',
  ]);
  expect(stdout).not.toContain('\u001B');
  expect(readdirSync(folder).toSorted()).toEqual(['plan.yaml', 'posts.ndjson']);
});

it('finds one by its id, as JSON', () => {
  const { status, stdout } = remodel(['preview', 'plan.yaml', '--id', 'a', '--json'], { cwd: folderWith(files) });
  expect(status).toBe(0);
  expect(stdout).toContain('"doc": {"id":"a","n":1.50,"type":"post"}');
  expect(JSON.parse(stdout)).toMatchObject({ formatVersion: 1, documents: [{ at: { line: 1 }, outcome: 'out' }] });
});

it('ends with 9 when one of them would be rejected, and reads standard input where the plan does', () => {
  const folder = folderWith({ 'plan.yaml': PLAN.replace('posts.ndjson', "'-'") });
  const { status, stdout } = remodel(['preview', 'plan.yaml', '-n', '4'], {
    cwd: folder,
    input: files['posts.ndjson'],
  });
  expect(status).toBe(9);
  expect(stdout).toContain('→ posts: rejected: ID_INVALID');
});

it.each<{ status: number; says: RegExp; args: readonly string[] }>([
  { status: 2, says: /^No document has the id "z"; 4 records looked at\.$/m, args: ['plan.yaml', '--id', 'z'] },
  { status: 2, says: /A whole number from 1 on is needed/, args: ['plan.yaml', '-n', '0'] },
  { status: 2, says: /^nowhere\.yaml:1:1 unreadable/, args: ['nowhere.yaml'] },
  { status: 5, says: /^gone\.ndjson: there is no such file/, args: ['gone.yaml'] },
])('ends with $status for $args and says $says', ({ status, says, args }) => {
  const folder = folderWith({ ...files, 'gone.yaml': PLAN.replace('posts.ndjson', 'gone.ndjson') });
  const ended = remodel(['preview', ...args], { cwd: folder });
  expect(ended.stderr).toMatch(says);
  expect({ status: ended.status, stdout: ended.stdout }).toEqual({ status, stdout: '' });
});

it('has colours where FORCE_COLOR asks for them', () => {
  const env = { FORCE_COLOR: '1', NO_COLOR: '' };
  const { stdout } = remodel(['preview', 'plan.yaml', '-n', '1'], { cwd: folderWith(files), env });
  expect(stdout).toContain('\u001B[32m  +   "type": "post"\u001B[39m');
});

it.skipIf(process.platform === 'win32')('leaves no folder behind when Ctrl-C ends it while it waits', async () => {
  const temporary = folderWith({});
  const folder = folderWith({ 'plan.yaml': PLAN.replace('posts.ndjson', "'-'") });
  const child = startRemodel(['preview', join(folder, 'plan.yaml')], { TMPDIR: temporary });
  child.stdin.write('{"id":"a"}\n');
  while (readdirSync(temporary).length === 0) await setTimeout(20);
  child.kill('SIGINT');
  const [status] = (await once(child, 'exit')) as [number | null];
  expect({ status, left: readdirSync(temporary) }).toEqual({ status: 4, left: [] });
});
