// Are the files that belong to a plan read with it, and are their problems told where the plan names them?
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planAgain, planForAnother } from '../../src/plan/plan-again.ts';
import { problemText } from '../../src/plan/problem.ts';
import { readPlanText } from '../../src/plan/read.ts';
import { planChanges } from '../../src/run/plan-changes.ts';
import { folderWith, planIn } from '../run/running.ts';
import { passThrough } from '../transforms/pass-through.ts';

const plan = (step: string): string => `version: 1
name: files
source: { file: in.ndjson, entity: post }
transforms:
  - ${step}
containers: { posts: { entities: [post], partitionKey: /id } }
`;
const SCRIPT = 'export default (doc) => doc;\n';

async function problemsOf(step: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<string[]> {
  const folder = folderWith(files);
  const env = { NAME: 'named-by-a-variable.ts' };
  const { problems } = await readPlanText(join(folder, 'plan.yaml'), plan(step), { env, lenientTarget: true });
  return problems.map((problem) => problemText(problem).replaceAll(folder, '').slice(1));
}

describe('a problem of a file', () => {
  it.skipIf(!existsSync('/dev/zero'))('is told: it has no end', async () => {
    expect(await problemsOf('validate: /dev/zero', {})).toEqual([
      'plan.yaml:5:15 unreadable-file /dev/zero cannot be read: it has more than 16777216 bytes. A path is relative to the plan.',
    ]);
  });

  it.each<{ what: string; step: string; files?: Record<string, string | Uint8Array>; told: string }>([
    {
      what: 'it is not there',
      step: 'script: ./gone.ts',
      told: 'plan.yaml:5:13 unreadable-file ./gone.ts cannot be read: there is no such file. A path is relative to the plan.',
    },
    {
      what: 'it is a folder',
      step: 'validate: { schema: inner }',
      files: { 'inner/a.json': '{}' },
      told: 'plan.yaml:5:25 unreadable-file inner cannot be read: it is a folder. A path is relative to the plan.',
    },
    {
      what: 'it is not UTF-8',
      step: 'validate: s.json',
      files: { 's.json': Uint8Array.of(0x22, 0xff, 0x22) },
      told: 'plan.yaml:5:15 unreadable-file s.json cannot be read: it is not UTF-8. A path is relative to the plan.',
    },
    {
      what: 'its name comes from a variable',
      step: 'script: "${NAME}"',
      told: 'plan.yaml:5:13 unreadable-file ${NAME} cannot be read: there is no such file. A path is relative to the plan.',
    },
    {
      what: 'a number stands for it',
      step: 'script: 7',
      told: 'plan.yaml:5:13 wrong-type script has to be a text for "file" or a map (file, seconds), found the number 7.',
    },
    {
      what: 'nothing stands for it',
      step: 'script: ""',
      told: 'plan.yaml:5:13 wrong-type "file" of script has to be the path of a file, found the text "".',
    },
    {
      what: 'another option is meant',
      step: 'validate: { shema: s.json }',
      told: 'plan.yaml:5:17 unknown-option validate has no option "shema"; did you mean "schema"?',
    },
    {
      what: 'a schema stands for it',
      step: 'validate: { type: object }',
      told: 'plan.yaml:5:17 unknown-option validate has no option "type"; possible: schema.',
    },
    {
      what: 'it is no schema',
      step: 'validate: s.json',
      files: { 's.json': '[]' },
      told: 'plan.yaml:5:15 invalid-schema s.json is no schema that can be used: a schema is an object, true or false.',
    },
    {
      what: 'the wrong kind of file is a script',
      step: 'script: s.json',
      files: { 's.json': '{}' },
      told: 'plan.yaml:5:13 invalid-script s.json: a script is a file that ends with .ts .mts .js .mjs.',
    },
  ])('is told with its place: $what', async ({ step, files = {}, told }) => {
    expect(await problemsOf(step, files)).toContain(told);
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('is told when it is forbidden', async () => {
    const folder = folderWith({ 's.ts': SCRIPT });
    chmodSync(join(folder, 's.ts'), 0);
    const reading = await readPlanText(join(folder, 'plan.yaml'), plan('script: s.ts'), {
      env: {},
      lenientTarget: true,
    });
    expect(reading.problems[0]!.message).toContain('permission is denied');
  });
});

describe('the hash of a plan', () => {
  const files = { 's.ts': "import { one } from './lib/one.ts';\nexport default (doc) => one(doc);\n" };
  const lib = { 'lib/one.ts': 'export const one = (doc: object): object => doc;\n' };

  it('covers a script and what it imports by a path', async () => {
    const changed = await changes(
      'script: ./s.ts',
      { ...files, ...lib },
      'lib/one.ts',
      'export const one = () => [];\n',
    );
    expect(changed.map((line) => line.replaceAll(/[0-9a-f]{32}/g, '#'))).toEqual([
      'transforms[0].script.file.content was: {"lib/one.ts":"#","s.ts":"#"}',
      '                                   is: {"lib/one.ts":"#","s.ts":"#"}',
    ]);
    const other = await changes('script: ./s.ts', { ...files, ...lib }, 's.ts', SCRIPT);
    expect(other[1]!.replaceAll(/[0-9a-f]{32}/g, '#')).toBe('                                   is: {"s.ts":"#"}');
  });

  it('covers the names of the packages that a script imports', async () => {
    const script = "import { sep } from 'node:path';\nexport default (doc) => ({ ...doc, sep });\n";
    const folder = folderWith({ 's.js': script });
    const { parts } = await planIn(folder, plan('script: s.js'));
    // The canonical form holds JSON in JSON in JSON.
    expect(parts[1]!.text.replaceAll('\\', '')).toContain('"packages","["node:path"]"');
  });

  it('covers a schema and what it refers to', async () => {
    const schemas = { 's.json': '{"$ref":"lib/id.json"}', 'lib/id.json': '{"required":["id"]}' };
    const changed = await changes('validate: s.json', schemas, 'lib/id.json', '{"required":["key"]}');
    expect(changed.map((line) => line.replaceAll(/[0-9a-f]{32}/g, '#'))).toEqual([
      'transforms[0].validate.schema.content was: {"lib/id.json":"#","s.json":"#"}',
      '                                       is: {"lib/id.json":"#","s.json":"#"}',
    ]);
  });

  it('does not see where the plan stands', async () => {
    const [one, other] = [folderWith({ ...files, ...lib }), folderWith({ ...files, ...lib })];
    const hashes = await Promise.all([one, other].map(async (at) => (await planIn(at, plan('script: ./s.ts'))).hash));
    expect(hashes[0]).toBe(hashes[1]);
  });

  async function changes(
    step: string,
    before: Readonly<Record<string, string>>,
    file: string,
    text: string,
  ): Promise<string[]> {
    const folder = folderWith(before);
    const was = await planIn(folder, plan(step));
    writeFileSync(join(folder, file), text);
    const is = await planIn(folder, plan(step));
    expect(is.hash).not.toBe(was.hash);
    return planChanges(was.parts, is.parts);
  }
});

describe('a plan in another thread', () => {
  it('does what the files said when it was read, whatever has become of them', async () => {
    const files = {
      's.ts': "import { mark } from './mark.ts';\nexport default (doc) => ({ ...doc, mark });\n",
      'mark.ts': "export const mark = 'first';\n",
      'schema.json': '{ "required": ["id"] }',
    };
    const folder = folderWith(files);
    const steps = plan('script: ./s.ts\n  - validate: schema.json');
    const first = await planIn(folder, steps);
    for (const name of Object.keys(files)) rmSync(join(folder, name));
    const again = await planAgain(planForAnother(first));
    expect(again.hash).toBe(first.hash);
    expect(passThrough(again, ['{"id":"1"}']).documents).toEqual({ post: ['{"id":"1","mark":"first"}'] });
    writeAll(folder, { ...files, 'mark.ts': "export const mark = 'second';\n" });
    const second = await planIn(folder, steps);
    expect(passThrough(second, ['{"id":"1"}']).documents).toEqual({ post: ['{"id":"1","mark":"second"}'] });
    expect(passThrough(first, ['{"id":"1"}']).documents).toEqual({ post: ['{"id":"1","mark":"first"}'] });
  });

  it('is not made of less than all of its steps', async () => {
    const folder = folderWith({ 's.ts': SCRIPT });
    const read = await planIn(folder, plan('script: ./s.ts'));
    await expect(planAgain({ ...planForAnother(read), texts: new Map() })).rejects.toThrow(
      'it is not among the files that were read with the plan',
    );
  });
});

function writeAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
