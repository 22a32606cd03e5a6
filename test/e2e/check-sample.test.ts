// Can a plan be held against data from the command line?
import { expect, it } from 'vitest';
import { folderWith, remodel } from './remodel.ts';

const plan = `version: 1
name: blog
source: { file: posts.ndjson, entity: post }
transforms: [{ rename: { /titel: /name } }]
containers:
  posts: { entities: [post], partitionKey: /id }
`;
const files = {
  'plan.yaml': plan,
  'posts.ndjson': '{"id":"1","title":"Hi"}\n',
  'other.ndjson': '{"id":"1","titel":"Hi"}\n',
};

it('takes a file in the place of the source, relative to where the command was typed', () => {
  const folder = folderWith(Object.fromEntries(Object.entries(files).map(([name, text]) => [`in/${name}`, text])));
  const { status, stdout } = remodel(['check', 'in/plan.yaml', '--sample', 'in/other.ndjson'], { cwd: folder });
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout:
      'in/plan.yaml: the plan "blog" (1 source, 1 step, 1 container), held against 1 document of in/other.ndjson: no problems.\n',
  });
});

it.each([
  ['check', 'plan.yaml', '--sample'],
  ['check', '--sample=posts.ndjson', 'plan.yaml'],
])('takes the sources of the plan without a file: %s %s %s', (...args) => {
  const { status, stdout } = remodel(args, { cwd: folderWith(files) });
  expect(status).toBe(0);
  expect(stdout).toBe(
    'plan.yaml:4:26 path-not-in-data warning: rename: the one document does not have /titel; did you mean "/title"?\n' +
      'plan.yaml: the plan "blog" (1 source, 1 step, 1 container), held against 1 document of posts.ndjson: 1 warning.\n',
  );
});

it('gives JSON, and status 2 where nothing would pass', () => {
  const wrong = plan.replace('{ rename: { /titel: /name } }', '{ set: { /a: "{/b}" } }');
  const folder = folderWith({ ...files, 'plan.yaml': wrong });
  const { status, stdout } = remodel(['check', 'plan.yaml', '--sample', '--json', '--limit', '1'], { cwd: folder });
  expect(status).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    problems: [{ rule: 'path-not-in-data' }, { rule: 'template-fails', severity: 'error', line: 4, file: 'plan.yaml' }],
    sample: { documents: 1, rejected: 1 },
  });
});

it('wants to know which of several sources a file stands for', () => {
  const several = plan.replace(
    'source: { file: posts.ndjson, entity: post }',
    'sources: { post: { file: a.ndjson }, note: { file: b.ndjson } }',
  );
  const folder = folderWith({ ...files, 'plan.yaml': `${several}discard: [note]\n` });
  const unnamed = remodel(['check', 'plan.yaml', '--sample', 'other.ndjson'], { cwd: folder });
  expect(unnamed.status).toBe(2);
  expect(unnamed.stderr).toBe(
    'The plan has several sources (post, note), and --sample other.ndjson names none.\nWrite --sample post=other.ndjson, once for each source that is to be read.\n',
  );
  const named = remodel(['check', 'plan.yaml', '--sample', 'post=other.ndjson', '--sample', 'note=posts.ndjson'], {
    cwd: folder,
  });
  expect(named.stdout).toContain('held against 2 documents of other.ndjson, posts.ndjson: ');
});

it('ends with 5 when the file is not there', () => {
  const { status, stdout, stderr } = remodel(['check', 'plan.yaml', '--sample', 'nowhere.ndjson'], {
    cwd: folderWith(files),
  });
  expect({ status, stdout }).toEqual({ status: 5, stdout: '' });
  expect(stderr).toContain('nowhere.ndjson');
});

it('calls standard input by its name, wherever a place is named', () => {
  const cwd = folderWith({ 'plan.yaml': plan.replace('posts.ndjson', '"-"') });
  const input = '{"id":"1","titel":"Hi"}\n{"id":\n';
  for (const args of [
    ['check', 'plan.yaml', '--sample'],
    ['preview', 'plan.yaml'],
    ['rehearse', 'plan.yaml'],
  ]) {
    const { stdout } = remodel(args, { cwd, input });
    expect(stdout).toContain('standard input:2');
    expect(stdout).not.toMatch(/(?:^|[\s(])-:/m);
  }
});
