// Does `transform` behave in a pipe as a filter should?
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, remodel } from './remodel.ts';

const cli = resolve(import.meta.dirname, '../../src/cli.ts');
const plan = `version: 1
name: blog
source: { file: posts.ndjson, entity: post }
transforms: [type: type]
containers: { posts: { entities: [post], partitionKey: /id } }
target: { cosmos: { endpoint: "\${NO_SUCH_VARIABLE}", database: blog } }
`;

it('turns standard input into standard output, without a word, a target or a file', () => {
  const folder = folderWith({ 'plan.yaml': plan });
  const ended = remodel(['transform', 'plan.yaml'], { cwd: folder, input: '{"id":"1"}\n{"id":"2"}' });
  expect(ended).toEqual({ status: 0, stdout: '{"id":"1","type":"post"}\n{"id":"2","type":"post"}\n', stderr: '' });
  expect(readdirSync(folder)).toEqual(['plan.yaml']);
});

it('gives nothing for nothing', () => {
  const folder = folderWith({ 'plan.yaml': plan });
  expect(remodel(['transform', 'plan.yaml'], { cwd: folder })).toEqual({ status: 0, stdout: '', stderr: '' });
});

it('gives rejects on standard error as lines of JSON, and ends with 9', () => {
  const folder = folderWith({ 'plan.yaml': plan });
  const { status, stdout, stderr } = remodel(['transform', 'plan.yaml'], { cwd: folder, input: '{"id":"1"}\nx\n' });
  expect({ status, stdout }).toEqual({ status: 9, stdout: '{"id":"1","type":"post"}\n' });
  expect(JSON.parse(stderr)).toMatchObject({ code: 'LINE_INVALID', original: 'x' });
});

describe('--rejects', () => {
  const args = ['transform', 'plan.yaml', '--rejects', 'rejects.ndjson'];

  it('names a file for them, and standard error tells their number', () => {
    const folder = folderWith({ 'plan.yaml': plan });
    const { status, stderr } = remodel(args, { cwd: folder, input: '{"id":"1"}\nx\n' });
    expect({ status, stderr }).toEqual({ status: 9, stderr: '1 reject of 2 documents: rejects.ndjson\n' });
    const text = readFileSync(join(folder, 'rejects.ndjson'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ code: 'LINE_INVALID', original: 'x' });
  });

  it.skipIf(process.platform === 'win32')('is readable by its owner only', () => {
    const folder = folderWith({ 'plan.yaml': plan });
    remodel(args, { cwd: folder, input: 'x\n' });
    expect(statSync(join(folder, 'rejects.ndjson')).mode & 0o777).toBe(0o600);
  });

  it('overwrites nothing', () => {
    const folder = folderWith({ 'plan.yaml': plan, 'rejects.ndjson': 'data' });
    const { status, stdout, stderr } = remodel(args, { cwd: folder, input: '{"id":"1"}\n' });
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: 'rejects.ndjson exists already.\nMove it away, or name another file with --rejects.\n',
    });
    expect(readFileSync(join(folder, 'rejects.ndjson'), 'utf8')).toBe('data');
  });

  it('says that it cannot be written before anything is read', () => {
    const folder = folderWith({ 'plan.yaml': plan });
    mkdirSync(join(folder, 'rejects.ndjson'));
    const { status, stdout, stderr } = remodel(args, { cwd: folder, input: '{"id":"1"}\n' });
    expect({ status, stdout }).toEqual({ status: 5, stdout: '' });
    expect(stderr).toContain('is a folder, a file was expected');
  });
});

it.each<{ status: number; says: RegExp; args: readonly string[]; input?: string }>([
  { status: 2, says: /^wrong\.yaml:1:1 /, args: ['wrong.yaml'] },
  { status: 2, says: /missing required argument 'plan'/, args: [] },
  { status: 2, says: /"comment"/, args: ['plan.yaml', '--entity', 'comment'] },
  { status: 5, says: /^-: the gzip data/, args: ['plan.yaml'], input: '\u001F\u008B\u0008cut' },
])('ends with $status for $args and says $says', ({ status, says, args, input = '' }) => {
  const folder = folderWith({ 'plan.yaml': plan, 'wrong.yaml': 'name: x\n' });
  writeFileSync(join(folder, 'input'), Buffer.from(input, 'latin1'));
  const ended = spawnSync(process.execPath, [cli, 'transform', ...args], {
    cwd: folder,
    input: readFileSync(join(folder, 'input')),
    encoding: 'utf8',
  });
  expect(ended.stderr).toMatch(says);
  expect({ status: ended.status, stdout: ended.stdout }).toEqual({ status, stdout: '' });
});

describe.skipIf(process.platform === 'win32')('in a pipe', () => {
  it('ends quietly, and what feeds it too, when its reader has seen enough', () => {
    const folder = folderWith({ 'plan.yaml': plan });
    const command = `yes '{"id":"1"}' | "${process.execPath}" "${cli}" transform plan.yaml | head -n 2; echo "\${PIPESTATUS[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8', timeout: 30_000 });
    expect({ stdout, stderr }).toEqual({
      stdout: '{"id":"1","type":"post"}\n{"id":"1","type":"post"}\n141 0 0\n',
      stderr: '',
    });
  });

  it('can stand behind itself', () => {
    const folder = folderWith({ 'plan.yaml': plan });
    const command = `"${process.execPath}" "${cli}" transform plan.yaml | "${process.execPath}" "${cli}" transform plan.yaml`;
    const { stdout } = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
      cwd: folder,
      encoding: 'utf8',
      input: '{"id":"1","n":1.50}\n',
    });
    expect(stdout).toBe('{"id":"1","n":1.50,"type":"post"}\n');
  });

  it.runIf(existsSync('/dev/full'))('says that the disk is full', () => {
    const folder = folderWith({ 'plan.yaml': plan });
    const command = `"${process.execPath}" "${cli}" transform plan.yaml > /dev/full; echo $?`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8', input: '{}' });
    expect({ stdout, stderr: stderr.split('\n')[0] }).toEqual({ stdout: '5\n', stderr: 'the disk is full (ENOSPC).' });
  });
});
