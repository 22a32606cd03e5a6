// Does each ending have its exit status, and does the command say why?
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Store } from '../../src/state/store.ts';
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
const posts = '{"id":"p1","comments":[{"id":"c1","text":"Hi."}]}\n';

it('ends with 0 when all is well, without a word on standard error', () => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': posts });
  const { status, stdout, stderr } = remodel(['run', 'plan.yaml', '--to', 'out'], { cwd: folder });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('Done: every document was written.');
  expect(readFileSync(join(folder, 'out/comments.ndjson'), 'utf8')).toBe('{"id":"p1:c1","text":"Hi.","postId":"p1"}\n');
});

it('ends with 9 when documents were rejected', () => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': `${posts}{"id":"p2","comments":"none"}\n{"id":\n` });
  const { status, stdout } = remodel(['run', 'plan.yaml', '--to', 'out', '--state', 'state'], { cwd: folder });
  expect(status).toBe(9);
  expect(stdout).toContain('Done, with rejects: 2 of 4 documents were rejected.');
  expect(readFileSync(join(folder, 'state/rejects.ndjson'), 'utf8').split('\n')).toHaveLength(3);
});

it.each<{ says: RegExp; args: readonly string[] }>([
  { says: /^Usage: remodel/, args: [] },
  { says: /unknown command 'rehears'\n\(Did you mean rehearse\?\)/, args: ['rehears', 'plan.yaml'] },
  { says: /unknown option '--too'\n\(Did you mean --to\?\)/, args: ['run', 'plan.yaml', '--too', 'out'] },
  { says: /unknown option '--out'\nSee "remodel run --help"\.$/m, args: ['run', 'plan.yaml', '--out', 'out'] },
  { says: /unknown command 'plan.yaml'\nSee "remodel --help"\.$/m, args: ['plan.yaml'] },
  {
    says: /(plan\.yaml|posts\.ndjson|wrong\.yaml) and is no state folder\.\nName an empty/,
    args: ['rehearse', 'plan.yaml', '--state', '.'],
  },
  { says: /missing required argument 'plan'/, args: ['run'] },
  { says: /^The option --follow is not available in this version\.$/m, args: ['run', 'plan.yaml', '--follow'] },
  { says: /^The command "verify" is not available in this version\.$/m, args: ['verify', 'plan.yaml'] },
  { says: /plan\.yaml names no target\.\nAdd --to <dir>/, args: ['run', 'plan.yaml'] },
  { says: /^nowhere\.yaml:1:1 unreadable The plan cannot be read/, args: ['rehearse', 'nowhere.yaml'] },
  { says: /^wrong\.yaml:\d+:\d+ .+"splitt".+did you mean "split"/m, args: ['rehearse', 'wrong.yaml'] },
])('ends with 2 and says $says for "remodel $args"', ({ says, args }) => {
  const wrong = 'version: 1\ntransforms: [splitt: /a]\n';
  const files = { 'plan.yaml': plan, 'posts.ndjson': posts, 'wrong.yaml': wrong };
  const { status, stdout, stderr } = remodel(args, { cwd: folderWith(files) });
  expect(stderr).toMatch(says);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});

it('ends with 5 when a source is not there', () => {
  const { status, stderr } = remodel(['run', 'plan.yaml', '--to', 'out'], { cwd: folderWith({ 'plan.yaml': plan }) });
  expect(status).toBe(5);
  expect(stderr).toContain('posts.ndjson');
  expect(stderr).not.toMatch(/\bat .+\.ts:\d/);
});

it.skipIf(process.getuid?.() === 0)('ends with 5 when the output cannot be written', () => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': posts, 'locked/readme': '' });
  chmodSync(join(folder, 'locked'), 0o500);
  const { status, stderr } = remodel(['run', 'plan.yaml', '--to', 'locked/out'], { cwd: folder });
  expect(status).toBe(5);
  expect(stderr).toContain('permission denied');
});

it('ends with 5 when the output is a file', () => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': posts, out: '' });
  const { status, stderr } = remodel(['run', 'plan.yaml', '--to', 'out'], { cwd: folder });
  expect(status).toBe(5);
  expect(stderr).toMatch(/\bout\b/);
  expect(stderr).not.toContain('bug');
});

it('ends with 7 when another run holds the state', () => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': posts });
  const store = Store.open(join(folder, 'state'));
  const { status, stderr } = remodel(['run', 'plan.yaml', '--to', 'out', '--state', 'state'], { cwd: folder });
  store.close();
  expect(status).toBe(7);
  expect(stderr).toMatch(/^Another run holds .+\nWait for it to end/);
});

it('ends with 3 at the first conflict where the plan says onConflict: abort, and names both documents', () => {
  const abort = plan.replace('partitionKey: /id }', 'partitionKey: /id, onConflict: abort }');
  const twins = '{"id":"p1","slug":"a"}\n{"id":"p1","slug":"b"}\n';
  const folder = folderWith({ 'plan.yaml': abort, 'posts.ndjson': twins });
  const { status, stdout } = remodel(['rehearse', 'plan.yaml'], { cwd: folder });
  expect(status).toBe(3);
  expect(stdout).toContain('Not finished: Container posts has onConflict: abort');
  const asJson = remodel(['rehearse', 'plan.yaml', '--fresh', '--json'], { cwd: folder });
  expect(asJson.status).toBe(3);
  expect(asJson.stderr).toMatch(/^Container posts has onConflict: abort, .+\nThey are in the rejects file/);
  expect(asJson.stderr).toMatch(/ begin anew after a correction .+:\nremodel rehearse plan\.yaml --json --fresh\n$/);
  const [line] = readFileSync(join(folder, '.remodel/blog/rejects.ndjson'), 'utf8').split('\n');
  expect(JSON.parse(line!)).toMatchObject({ code: 'ID_DUPLICATE', doc: { slug: 'b' }, conflictsWith: { id: 'p1' } });
});

it('ends with 5 where packed data is cut off, and names the command that reads the whole file', () => {
  const whole = gzipSync(Array.from({ length: 5000 }, (_, i) => `{"id":"${i}","r":${(i * 7919) % 10_007}}`).join('\n'));
  const folder = folderWith({ 'plan.yaml': plan });
  writeFileSync(join(folder, 'posts.ndjson'), whole.subarray(0, whole.length / 2));
  const { status, stderr } = remodel(['run', 'plan.yaml', '--to', 'out'], { cwd: folder });
  expect(status).toBe(5);
  expect(stderr.trimEnd().split('\n').slice(-2)).toEqual([
    'To begin anew, once the file is whole:',
    'remodel run plan.yaml --to out --fresh',
  ]);
  writeFileSync(join(folder, 'posts.ndjson'), whole);
  expect(remodel(['run', 'plan.yaml', '--to', 'out', '--fresh'], { cwd: folder }).status).toBe(0);
});

it.each([['--help'], ['--version'], ['run', '--help'], ['help', 'rehearse']])('ends with 0 for %s %s', (...args) => {
  const { status, stderr } = remodel(args.filter((arg) => arg !== undefined));
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('tells every exit status in --help', () => {
  const { stdout } = remodel(['--help']);
  for (const status of [0, 2, 3, 4, 5, 6, 7, 8, 9]) expect(stdout).toMatch(new RegExp(`^ {2}${status} {2}\\S`, 'm'));
});

it('ends with 3 when there are more rejects than --max-errors allows, and says what to do', () => {
  const lines = `${posts}{"id":"p2","comments":"none"}\n{"id":\n`;
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': lines });
  const args = ['run', 'plan.yaml', '--to', 'out', '--state', 'state', '--max-errors'];
  const { status, stdout, stderr } = remodel([...args, '50%'], { cwd: folder });
  expect(status).toBe(3);
  expect(stdout).toContain('Not finished: Stopped by --max-errors: 2 rejects after 3 documents read, more than 50 %');
  expect(stderr).toContain(
    `Each is in ${join(folder, 'state/rejects.ndjson')} with its reason. Go on with a higher --max-errors`,
  );
  expect(stderr.trimEnd().split('\n').slice(-2)).toEqual([
    'To go on from here, however many rejects there are:',
    'remodel run plan.yaml --to out --state state',
  ]);
  expect(remodel([...args, '2'], { cwd: folder }).status).toBe(9);
});

it('writes nothing under --dry-run, and ends as the run would', () => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': `${posts}{"id":\n` });
  const { status, stdout } = remodel(['run', 'plan.yaml', '--to', 'out', '--dry-run', '--json'], { cwd: folder });
  expect(status).toBe(9);
  expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, rejected: 1, containers: { comments: { documents: 1 } } });
  expect(readdirSync(folder).toSorted()).toEqual(['plan.yaml', 'posts.ndjson']);
});

it.each([
  ['--limit', '0', /A whole number from 1 on is needed/],
  ['--limit', '-1', /A whole number from 1 on is needed/],
  ['--limit', '1e3', /A whole number from 1 on is needed/],
  ['--max-errors', '1.5', /A number of rejects is needed/],
  ['--max-errors', '101%', /A number of rejects is needed/],
  ['--max-errors', 'some', /A number of rejects is needed/],
])('ends with 2 for %s %s', (option, value, says) => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': posts });
  const { status, stderr } = remodel(['run', 'plan.yaml', '--to', 'out', option, value], { cwd: folder });
  expect(status).toBe(2);
  expect(stderr).toMatch(says);
  expect(stderr).toContain('See "remodel run --help".');
});
