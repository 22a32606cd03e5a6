// What becomes of the command when a script does what it must not, and when it has changed?
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { type Ended, folderWith, remodel, startRemodel } from './remodel.ts';

const PLAN = `version: 1
name: scripted
source: { file: in.ndjson, entity: post }
transforms:
  - script: { file: ./s.ts, seconds: 1 }
containers:
  posts: { entities: [post], partitionKey: /id }
`;
const LINES = '{"id":"1"}\n{"id":"2","secret":"hidden"}\n{"id":"3"}\n';
const RUN = ['run', 'plan.yaml', '--to', 'out'];

function ran(
  script: string,
  args: readonly string[] = RUN,
  files: Readonly<Record<string, string>> = {},
  input = '',
): Ended {
  const folder = folderWith({ 'plan.yaml': PLAN, 's.ts': script, 'in.ndjson': LINES, ...files });
  const { status, stdout, stderr } = remodel(args, { cwd: folder, input });
  return { status, stdout: stdout.replaceAll(folder, ''), stderr: stderr.replaceAll(folder, '') };
}

describe('a script ends the run with a sentence, not as if all was well', () => {
  it.each<[what: string, script: string, stderr: RegExp]>([
    [
      'that never comes back',
      'export default (doc) => {\n  while (doc.id === "2") {}\n  return doc;\n};\n',
      /^\.\/s\.ts has not come back from document 2 of in\.ndjson within 1 second\.\nIs there a loop/,
    ],
    [
      'that is caught in a pattern',
      'export default (doc) => {\n  /^(a+)+$/.test("a".repeat(60) + "!");\n  return doc;\n};\n',
      /^\.\/s\.ts has not come back from document 1 of in\.ndjson within 1 second\.\n/,
    ],
    [
      'that ends the process',
      'export default (doc) => {\n  if (doc.id === "2") process.exit(0);\n  return doc;\n};\n',
      /^A script has ended the process before the command was done\./,
    ],
    [
      'that leaves a promise behind',
      'export default (doc) => {\n  void Promise.reject(new TypeError(doc.secret));\n  return doc;\n};\n',
      /s\.ts:2:23: a script failed where nobody could catch it \(TypeError\)\.\nA script may leave nothing/,
    ],
    [
      'that leaves a promise behind which is rejected with no error',
      'export default (doc) => {\n  void Promise.reject(doc.secret);\n  return doc;\n};\n',
      /^A script failed where nobody could catch it\.\n/,
    ],
    [
      'that leaves a timer behind',
      'export default (doc) => {\n  setTimeout(() => {\n    throw new Error(doc.secret);\n  });\n  return doc;\n};\n',
      /s\.ts:3:11: a script failed where nobody could catch it \(Error\)\.\n/,
    ],
    [
      'whose result never ends',
      'export default (doc) => {\n  let all = {};\n  for (let i = 0; i < 60; i++) all = { a: all, b: all };\n  return all;\n};\n',
      /^\.\/s\.ts has not come back from document 1 of in\.ndjson within 1 second\.\n/,
    ],
    [
      'whose result has a getter that never comes back',
      'export default () => ({\n  get id() {\n    for (;;) {}\n  },\n});\n',
      /^\.\/s\.ts has not come back from document 1 of in\.ndjson within 1 second\.\n/,
    ],
    [
      'that ends the process while it is loaded',
      'process.exit(0);\n',
      /^A script has ended the process before the command was done\./,
    ],
    [
      'that waits for what never comes while it is loaded',
      'await new Promise(() => {});\n',
      /^A script has ended the process before the command was done\./m,
    ],
    [
      'that imports a module while it runs',
      'export default (doc) => {\n  import("hidden:" + doc.secret);\n  return doc;\n};\n',
      /^A script has imported a module while it ran\.\nImport it at the top/,
    ],
  ])('one %s', { timeout: 60_000 }, (_, script, told) => {
    const { status, stdout, stderr } = ran(script);
    expect(stderr).toMatch(told);
    expect(status).toBe(5);
    expect(stdout + stderr).not.toContain('hidden');
  });
});

it('what breaks because a script changes what all use is not called a bug outright', () => {
  const { status, stderr } = ran('export default (doc) => {\n  Map.prototype.get = () => 7;\n  return doc;\n};\n');
  expect(status).toBe(1);
  expect(stderr).toContain('if a script of the plan changes what is not its own (prototypes, globals), that is why');
});

it('what a script leaves behind does not keep the command', () => {
  const { status, stdout } = ran(
    'setInterval(() => {}, 1000);\nexport default (doc) => doc;\n',
    ['transform', 'plan.yaml'],
    {},
    LINES,
  );
  expect(status).toBe(0);
  expect(stdout).toBe(LINES);
});

it('what a script prints is no data', () => {
  const script =
    'process.stdout.write("loaded\\n");\nexport default (doc) => {\n  console.log("printed");\n  process.stdout.write("written\\n");\n  return doc;\n};\n';
  const { status, stdout, stderr } = ran(script, [...RUN, '--json']);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ rejected: 0 });
  expect(stderr).toBe(`loaded\n${'printed\nwritten\n'.repeat(3)}`);
});

it('check says what is wrong with a script, and where the plan names it', () => {
  const { status, stderr, stdout } = ran('export default 7;\n', ['check', 'plan.yaml']);
  expect(status).toBe(2);
  expect(stdout + stderr).toContain(
    'plan.yaml:5:21 invalid-script ./s.ts: a script says "export default (doc, { entity }) => …", found a default export of type number.\n',
  );
});

it('a run that was stopped does not go on with another script, and with the same again', () => {
  const lines = Array.from({ length: 6000 }, (_, i) => `{"id":"${i}","text":"${'x'.repeat(80)}"}\n`).join('');
  const script = "import { mark } from './lib.ts';\nexport default (doc) => ({ ...doc, mark });\n";
  const folder = folderWith({
    'plan.yaml': PLAN,
    's.ts': script,
    'lib.ts': 'export const mark = 1;\n',
    'in.ndjson': `${lines}{"id":\n{"id":\n`,
  });
  expect(remodel([...RUN, '--max-errors', '1'], { cwd: folder }).status).toBe(3);
  writeFileSync(join(folder, 'lib.ts'), 'export const mark = 2;\n');
  const refused = remodel(RUN, { cwd: folder });
  expect(refused.status).toBe(2);
  expect(
    refused.stderr
      .split('\n')
      .slice(1, 3)
      .join('\n')
      .replaceAll(/[0-9a-f]{32}/g, '#'),
  ).toBe(
    '  transforms[0].script.file.content was: {"lib.ts":"#","s.ts":"#"}\n                                     is: {"lib.ts":"#","s.ts":"#"}',
  );
  writeFileSync(join(folder, 'lib.ts'), 'export const mark = 1;\n');
  const goesOn = remodel(RUN, { cwd: folder });
  expect(goesOn.status).toBe(9);
  expect(goesOn.stderr).toMatch(/^Going on behind [\d,]+ documents /);
  expect(readFileSync(join(folder, 'out/posts.ndjson'), 'utf8')).toBe(lines.replaceAll('}\n', ',"mark":1}\n'));
});

it('a run that was stopped does not go on with another schema', () => {
  const lines = Array.from({ length: 6000 }, (_, i) => `{"id":"${i}","text":"${'x'.repeat(80)}"}\n`).join('');
  const plan = PLAN.replace('script: { file: ./s.ts, seconds: 1 }', 'validate: s.json');
  const folder = folderWith({ 'plan.yaml': plan, 's.json': '{}', 'in.ndjson': `${lines}{"id":\n{"id":\n` });
  expect(remodel([...RUN, '--max-errors', '1'], { cwd: folder }).status).toBe(3);
  writeFileSync(join(folder, 's.json'), '{"required":["id"]}');
  const refused = remodel(RUN, { cwd: folder });
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain('\n  transforms[0].validate.schema.content was: {"s.json":"');
});

const root = resolve(import.meta.dirname, '../..');
const isBuilt = existsSync(join(root, 'dist/command/watchdog-thread.js'));
const unbuilt = isBuilt ? '' : ' (skipped: not built, see npm run build)';

it.skipIf(!isBuilt)(`the built command runs scripts and schemas of users, in several threads too${unbuilt}`, () => {
  const folder = folderWith({
    'plan.yaml': PLAN.replace('  - script', '  - validate: s.json\n  - script'),
    's.json': '{"properties":{"id":{"pattern":"^[0-9]+$","format":"regex"}}}',
    's.ts': "import { one } from './lib/one.ts';\nexport default (doc: object): object => ({ ...doc, one });\n",
    'lib/one.ts': 'export const one: number = 1;\n',
    'in.ndjson': `{"id":"a"}\n${LINES}`,
  });
  const run = (...args: readonly string[]): Ended => {
    const command = [join(root, manifest.bin.remodel), ...args];
    return spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  };
  const { status, stderr } = run(...RUN);
  expect({ status, stderr }).toEqual({ status: 9, stderr: '' });
  expect(readFileSync(join(folder, 'out/posts.ndjson'), 'utf8')).toBe(
    '{"id":"1","one":1}\n{"id":"2","secret":"hidden","one":1}\n{"id":"3","one":1}\n',
  );
  writeFileSync(join(folder, 's.ts'), 'export default () => {\n  for (;;);\n};\n');
  const stuck = run(...RUN, '--fresh');
  expect(stuck.status).toBe(5);
  expect(stuck.stderr).toMatch(/^\.\/s\.ts has not come back from document 2 of in\.ndjson within 1 second\.\n/);
});

it('a run that is killed goes on with its script to the same end', { timeout: 120_000 }, async () => {
  const count = 3000;
  const lines = Array.from({ length: count }, (_, i) => `{"id":"${i}","n":${i}.0,"text":"${'x'.repeat(400)}"}\n`).join(
    '',
  );
  // Slow, so that the kill comes in between; and it takes what it makes from the document alone.
  const script = `export default (doc) => {
  for (const until = performance.now() + 0.7; performance.now() < until;);
  if (doc.n % 100 === 7) throw new Error('seven');
  return doc.n % 10 === 3 ? [{ ...doc, half: doc.n / 2 }, { id: doc.id + '+' }] : doc;
};
`;
  const folder = folderWith({ 'plan.yaml': PLAN, 's.ts': script, 'in.ndjson': lines });
  const args = (to: string): string[] => [
    'run',
    join(folder, 'plan.yaml'),
    '--to',
    join(folder, to),
    '--state',
    join(folder, `${to} state`),
  ];
  const whole = remodel(args('whole'));
  expect(whole.status).toBe(9);
  let kills = 0;
  for (let wait = 300; kills < 3; wait += 250) {
    const child = startRemodel(args('killed'));
    const ended = once(child, 'exit');
    await Promise.race([ended, setTimeout(500 + wait)]);
    if (child.exitCode !== null) break;
    child.kill('SIGKILL');
    await ended;
    kills++;
  }
  expect(kills).toBeGreaterThan(0);
  const { status } = remodel(args('killed'));
  expect(status).toBe(9);
  for (const name of ['%/posts.ndjson', '% state/rejects.ndjson']) {
    const [killed, expected] = ['killed', 'whole'].map((to) =>
      readFileSync(join(folder, name.replace('%', to)), 'utf8'),
    );
    expect(killed).toBe(expected);
  }
});
