// Does the command `test` end as it should, print what is asked for, and write nothing but what it is told to?
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith, remodel } from './remodel.ts';

const PLAN = `version: 1
name: blog
source: { file: posts.ndjson, entity: post }
transforms: [type: type]
containers: { posts: { entities: [post], partitionKey: /id } }
target: { cosmos: { endpoint: "\${NO_SUCH_VARIABLE}", database: blog } }
`;
const RIGHT = 'examples: [{ name: typed, given: { id: a }, expect: { post: { id: a, type: post } } }]\n';
const WRONG = 'examples: [{ name: typed, given: { id: a, n: 1.50 }, expect: { post: { id: a, type: page } } }]\n';

it('ends with 0 when all examples come out, and leaves nothing behind', () => {
  const folder = folderWith({ 'plan.yaml': PLAN + RIGHT });
  expect(remodel(['test', 'plan.yaml'], { cwd: folder })).toEqual({
    status: 0,
    stdout: '✓ typed\n\n1 example passed.\n',
    stderr: '',
  });
  expect(readdirSync(folder)).toEqual(['plan.yaml']);
});

it('ends with 6 and shows the difference when one does not', () => {
  const folder = folderWith({ 'plan.yaml': PLAN + WRONG });
  const { status, stdout } = remodel(['test', 'plan.yaml'], { cwd: folder });
  expect(status).toBe(6);
  expect(stdout).toContain('    post a\n      ~ /type  expected "page", found "post"\n      + /n  1.50\n');
  const json = remodel(['test', 'plan.yaml', '--json'], { cwd: folder });
  expect(json.status).toBe(6);
  expect(JSON.parse(json.stdout)).toMatchObject({ passed: 0, failed: 1 });
});

it('makes what comes out expected with --update, and then ends with 0', () => {
  const folder = folderWith({ 'plan.yaml': PLAN + WRONG });
  const { status, stdout, stderr } = remodel(['test', 'plan.yaml', '--update'], { cwd: folder });
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: '✓ typed\n\n1 example passed.\n',
    stderr: 'plan.yaml: 1 example updated.\n',
  });
  expect(readFileSync(join(folder, 'plan.yaml'), 'utf8')).toBe(
    PLAN + WRONG.replace('{ id: a, type: page }', '[{ id: a, n: 1.50, type: post }]'),
  );
});

it.each([
  ['has no examples, so that nothing is tested', PLAN],
  ['An example has no key "expcet"', `${PLAN}examples: [{ given: {}, expcet: {} }]\n`],
])('ends with 2 where the plan %s', (says, plan) => {
  const folder = folderWith({ 'plan.yaml': plan });
  const { status, stdout, stderr } = remodel(['test', 'plan.yaml'], { cwd: folder });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(says);
});

it('colours its marks where colours are wanted, and not where NO_COLOR says so', () => {
  const folder = folderWith({ 'plan.yaml': PLAN + WRONG });
  const coloured = remodel(['test', 'plan.yaml'], { cwd: folder, env: { FORCE_COLOR: '1', NO_COLOR: '' } });
  expect(coloured.stdout).toContain('\u001B[31m✗\u001B[39m typed');
  expect(remodel(['test', 'plan.yaml'], { cwd: folder }).stdout).not.toContain('\u001B');
});
