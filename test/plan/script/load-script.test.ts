// Which files are scripts, and is it said of the others what is wrong with them, and where?
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPlanText } from '../../../src/plan/read.ts';
import { folderWith } from '../../run/running.ts';

async function problemOf(files: Readonly<Record<string, string>>, name = './s.ts'): Promise<string | undefined> {
  const folder = folderWith(files);
  const text = `version: 1
name: files
source: { file: in.ndjson, entity: post }
transforms: [{ script: ${name} }]
containers: { posts: { entities: [post], partitionKey: /id } }
`;
  const { problems } = await readPlanText(join(folder, 'plan.yaml'), text, { env: {}, lenientTarget: true });
  expect(problems.every(({ line, column, rule }) => line === 4 && column === 24 && rule === 'invalid-script')).toBe(
    true,
  );
  return problems[0]?.message.replaceAll(folder, '').replaceAll('\\', '/');
}

const GOOD = 'export default (doc: object): object => doc;\n';

it.each<{ what: string; files: Record<string, string>; name?: string }>([
  { what: 'TypeScript', files: { 's.ts': GOOD } },
  { what: 'TypeScript by another ending', files: { 's.mts': GOOD }, name: './s.mts' },
  { what: 'JavaScript', files: { 's.js': 'export default (doc) => doc;\n' }, name: './s.js' },
  {
    what: 'JavaScript, whatever a package.json says',
    files: { 's.js': 'export default (doc) => doc;\n', 'package.json': '{"type":"commonjs"}' },
    name: './s.js',
  },
  {
    what: 'what imports files and packages',
    files: {
      's.ts': `import { join } from 'node:path';
import table from './table.json' with { type: 'json' };
import { f } from './lib/f.mjs';
import type { Script } from 'cosmos-remodel';
export default ((doc) => ({ ...doc, x: f(table.x), y: join('a', 'b') })) satisfies Script;
`,
      'table.json': '{"x":1}',
      'lib/f.mjs': "import { g } from '../s2.ts';\nexport const f = g;\n",
      's2.ts': 'export const g = (x: number): number => x + 1;\n',
    },
  },
  { what: 'what waits for something when it is loaded', files: { 's.ts': `const x = await 1;\n${GOOD}` } },
  {
    what: 'a function that is made by another one',
    files: { 's.ts': 'export default ((x) => (d) => ({ ...d, x }))(1);\n' },
  },
])('loads $what', async ({ files, name }) => {
  expect(await problemOf(files, name)).toBeUndefined();
});

it.each<{ what: string; files: Record<string, string>; name?: string; told: string }>([
  {
    what: 'that exports nothing',
    files: { 's.ts': 'export const f = 1;\n' },
    told: './s.ts: a script says "export default (doc, { entity }) => …", found no default export.',
  },
  {
    what: 'that exports something else',
    files: { 's.ts': 'export default { f() {} };\n' },
    told: './s.ts: a script says "export default (doc, { entity }) => …", found a default export of type object.',
  },
  {
    what: 'with an async function',
    files: { 's.ts': 'export default async (doc) => doc;\n' },
    told: './s.ts: its function is async or a generator, and steps are synchronous. It returns a document, a list of documents, or undefined to leave the document out.',
  },
  {
    what: 'with a generator',
    files: { 's.ts': 'export default function* (doc) { yield doc; }\n' },
    told: './s.ts: its function is async or a generator, and steps are synchronous. It returns a document, a list of documents, or undefined to leave the document out.',
  },
  {
    what: 'of TypeScript that is none',
    files: { 's.ts': 'export default (doc) => {\n  return doc +;\n};\n' },
    told: './s.ts cannot be loaded: s.ts:2: Expression expected.',
  },
  {
    what: 'of JavaScript that is none',
    files: { 's.js': 'export default (doc) => {\n\n  return doc +;\n};\n' },
    name: './s.js',
    told: './s.js cannot be loaded: s.js:3: Expression expected.',
  },
  {
    what: 'of TypeScript that is more than types',
    files: { 's.ts': `enum A {\n  B,\n}\n${GOOD}` },
    told: './s.ts cannot be loaded: s.ts:1: TypeScript enum is not supported in strip-only mode. Types are taken away as they stand, so nothing may be written that needs more (enum, namespace).',
  },
  {
    what: 'with an import that is wrong inside',
    files: { 's.ts': `import './lib/t.ts';\n${GOOD}`, 'lib/t.ts': 'const x = ;\n' },
    told: './s.ts cannot be loaded: lib/t.ts:1: Expression expected.',
  },
  {
    what: 'that throws when it is loaded',
    files: { 's.ts': `${GOOD}\nthrow new Error('not today');\n` },
    told: './s.ts cannot be loaded: s.ts:3:7: not today.',
  },
  {
    what: 'that imports a file that is not there',
    files: { 's.ts': `import './t';\n${GOOD}` },
    told: './s.ts cannot be loaded: It imports /t, and only files that end with .ts .mts .js .mjs .json can be.',
  },
  {
    what: 'that imports a file that is not there, with its ending',
    files: { 's.ts': `import './t.ts';\n${GOOD}` },
    told: './s.ts cannot be loaded: It imports /t.ts, which cannot be read: there is no such file.',
  },
  {
    what: 'that imports a package that is not there',
    files: { 's.ts': `import 'no-such-package-at-all';\n${GOOD}` },
    told: "./s.ts cannot be loaded: Cannot find package 'no-such-package-at-all' imported from /s.ts. Install the package in the folder of the plan or above it.",
  },
  {
    what: 'that imports a name that is not exported',
    files: { 's.ts': `import { x } from './t.ts';\n${GOOD}`, 't.ts': 'export const y = 1;\n' },
    told: "./s.ts cannot be loaded: s.ts:1: The requested module './t.ts' does not provide an export named 'x'.",
  },
  {
    what: 'of TypeScript below node_modules',
    files: { 'node_modules/p/s.ts': GOOD },
    name: './node_modules/p/s.ts',
    told: './node_modules/p/s.ts cannot be loaded: TypeScript below a folder node_modules is not run; move the file out of there, or translate it.',
  },
])('refuses a script $what', async ({ files, name, told }) => {
  expect(await problemOf(files, name)).toBe(told);
});
