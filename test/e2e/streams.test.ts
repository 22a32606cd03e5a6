// Is standard output data and nothing else, does a reader that leaves early do no harm, and do secrets stay where they are?
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { folderWith, remodel } from './remodel.ts';

const root = resolve(import.meta.dirname, '../..');
const plan = `version: 1
name: blog
source: { file: posts.ndjson, entity: post }
transforms: []
containers:
  posts: { entities: [post], partitionKey: /id }
`;
const planWithSecrets = `${plan}target: { cosmos: { endpoint: "\${TEST_ENDPOINT}", database: blog, auth: { key: "\${TEST_KEY}" } } }
`;

it('prints the report and nothing else with --json, and keeps the same in the state folder', () => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': '{"id":"1"}\nbroken\n' });
  const { status, stdout } = remodel(['run', 'plan.yaml', '--to', 'out', '--json'], { cwd: folder });
  expect(status).toBe(9);
  const report = JSON.parse(stdout) as Report;
  expect(report).toMatchObject({ command: 'run', rejected: 1, balance: { ok: true } });
  expect(readFileSync(join(folder, '.remodel/blog/report.json'), 'utf8')).toBe(stdout);
});

it('prints problems of a plan as JSON with check --json', () => {
  const folder = folderWith({ 'plan.yaml': 'version: 1\nnaem: x\n' });
  const { status, stdout, stderr } = remodel(['check', 'plan.yaml', '--json'], { cwd: folder });
  expect({ status, stderr }).toEqual({ status: 2, stderr: '' });
  const { problems } = JSON.parse(stdout) as { readonly problems: readonly unknown[] };
  expect(problems).toContainEqual(
    expect.objectContaining({ line: 2, column: 1, rule: 'unknown-key', severity: 'error' }),
  );
});

it('reads standard input where the plan says so', () => {
  const folder = folderWith({ 'plan.yaml': plan.replace('posts.ndjson', "'-'") });
  const { status } = remodel(['run', 'plan.yaml', '--to', 'out'], { cwd: folder, input: '{"id":"1"}\n{"id":"2"}' });
  expect(status).toBe(0);
  expect(readFileSync(join(folder, 'out/posts.ndjson'), 'utf8')).toBe('{"id":"1"}\n{"id":"2"}\n');
});

it.skipIf(process.platform === 'win32')('ends quietly when the reader of its output leaves early', () => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': '{"id":"1"}\n' });
  const cli = join(root, 'src/cli.ts');
  const command = `"${process.execPath}" "${cli}" run plan.yaml --to out --json | true; echo "status \${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: 'status 0\n', stderr: '' });
});

it('uses no colours where there is no terminal', () => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': '{"id":"1"}\nbroken\n' });
  const { stdout } = remodel(['run', 'plan.yaml', '--to', 'out'], { cwd: folder, env: { NO_COLOR: '' } });
  expect(stdout).not.toContain('\u001B');
});

it('lets no secret out, and no text of a document onto standard error', () => {
  const secret = 'canary-4fd0c1b7e9';
  const text = 'canary-in-a-document';
  const env = { TEST_ENDPOINT: `https://${secret}.example/`, TEST_KEY: secret, UNUSED_TEST_KEY: secret };
  const folder = folderWith({
    'plan.yaml': planWithSecrets,
    'wrong.yaml': planWithSecrets
      .replace('database: blog', 'databaze: "${TEST_KEY}"')
      .replace('[post]', '["${TEST_KEY}"]'),
    'posts.ndjson': `{"id":"1","text":"${text}"}\n{"id":"1","text":"other ${text}"}\n{"text":"${text}"\n`,
  });
  const ends = [
    remodel(['check', 'plan.yaml'], { cwd: folder, env }),
    remodel(['rehearse', 'plan.yaml', '--out', 'accepted', '--state', 'rehearsed'], { cwd: folder, env }),
    remodel(['run', 'plan.yaml', '--to', 'out', '--json'], { cwd: folder, env }),
    remodel(['preview', 'plan.yaml'], { cwd: folder, env }),
    remodel(['transform', 'plan.yaml'], { cwd: folder, env, input: '{"id":"1"}\n' }),
    remodel(['test', 'plan.yaml'], { cwd: folder, env }),
    remodel(['check', 'wrong.yaml'], { cwd: folder, env }),
    remodel(['run', 'wrong.yaml', '--to', 'out'], { cwd: folder, env }),
  ];
  expect(ends.map(({ status }) => status)).toEqual([0, 9, 9, 9, 0, 2, 2, 2]);
  for (const { stdout, stderr } of ends) {
    expect(stdout).not.toContain(secret);
    expect(stderr).not.toContain(secret);
    expect(stderr).not.toContain(text);
  }
  const written = filesIn(folder);
  expect(written).toContain('rehearsed/state.db');
  for (const file of written) expect([file, readFileSync(join(folder, file)).includes(secret)]).toEqual([file, false]);
});

it('writes into the output and the state folder only', () => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': '{"id":"1"}\n' });
  remodel(['run', 'plan.yaml', '--to', 'out'], { cwd: folder });
  expect(filesIn(folder).toSorted()).toEqual([
    '.remodel/blog/.gitignore',
    '.remodel/blog/checkpoint.json',
    '.remodel/blog/rejects.ndjson',
    '.remodel/blog/report.json',
    '.remodel/blog/state.db',
    'out/posts.ndjson',
    'plan.yaml',
    'posts.ndjson',
  ]);
});

function filesIn(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths.filter((file) => statSync(join(folder, file)).isFile());
}

it.runIf(existsSync('/dev/full'))('says that the disk behind standard output is full', () => {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': '{"id":"1"}\n' });
  const args = [resolve(root, 'src/cli.ts'), 'run', 'plan.yaml', '--to', 'out'];
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect(stderr).toContain('the disk is full (ENOSPC)');
  expect(status).toBe(5);
});
