// What may a script do to documents, and what becomes of those for which it fails?
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import type { RunOptions } from '../../src/run.ts';
import { folderWith, planIn, type Ran, runIn } from '../run/running.ts';

const PLAN = `version: 1
name: scripted
source: { file: in.ndjson, entity: post }
transforms:
  - script: ./s.ts
containers:
  posts: { entities: [post], partitionKey: /id }
`;

async function ranWith(
  script: string,
  lines: readonly string[],
  more: Partial<RunOptions> & { readonly plan?: string } = {},
): Promise<Ran> {
  const folder = folderWith({ 's.ts': script, 'in.ndjson': lines.map((line) => `${line}\n`).join('') });
  const { plan = PLAN, ...options } = more;
  return runIn(folder, await planIn(folder, plan), 'folder', options);
}

describe('a script', () => {
  it('is told what the document is called and when the run began', async () => {
    const ran = await ranWith(
      'export default (doc, context) => ({ ...doc, ...context, frozen: Object.isFrozen(context) });',
      ['{"id":"1"}'],
    );
    const written = JSON.parse(ran.files['posts.ndjson']![0]!) as Readonly<Record<string, unknown>>;
    expect(written).toEqual({ id: '1', entity: 'post', startedAt: expect.any(Number) as number, frozen: true });
    expect(new Date(written['startedAt'] as number).toISOString()).toBe(ran.report.startedAt);
  });

  it('leaves out documents, which count as filtered', async () => {
    const ran = await ranWith('export default (doc) => (doc.n > 1 ? doc : undefined);', [
      '{"id":"1","n":1}',
      '{"id":"2","n":2.0}',
    ]);
    expect(ran.files['posts.ndjson']).toEqual(['{"id":"2","n":2.0}']);
    expect(ran.report.entities['post']).toMatchObject({ read: 2, written: 1, filtered: 1, made: 0 });
    expect(ran.exitStatus).toBe(EXIT_STATUS.done);
  });

  it('that throws what a document says is not led astray by it', async () => {
    const spoilt = `${'file://'.repeat(200_000)}file://elsewhere/a?remodel-script=1:2:3\n    at file:///b?remodel-script=1:4`;
    const script = `export default (doc) => {
  throw Object.assign(new Error(doc.text), { name: 'Mine' });
};
`;
    const ran = await ranWith(script, [
      JSON.stringify({ id: '1', text: spoilt }),
      JSON.stringify({ id: '2', text: 'file://elsewhere/a?remodel-script=1:2:3' }),
      JSON.stringify({ id: '3', text: 'file:///%2f?remodel-script=1:2:3' }),
    ]);
    expect(ran.rejects.map(({ message }) => message.slice(0, 40))).toEqual(
      Array(3).fill('./s.ts failed at s.ts:2:23: Mine: file:/'),
    );
  });

  it('that gives the same document twice makes two that change each for itself', async () => {
    const plan = PLAN.replace(
      '  - script: ./s.ts\n',
      '  - set: { /n: 1, /at/n: 1 }\n  - script: ./s.ts\n  - set: { /n: { expr: doc.n + 1 }, /at/n: { expr: doc.at.n + 1 } }\n',
    );
    const ran = await ranWith('export default (doc) => [doc, doc];', ['{"id":"a","at":{}}'], { plan });
    expect(ran.files['posts.ndjson']).toEqual(Array(2).fill('{"id":"a","at":{"n":2},"n":2}'));
  });

  it('makes documents, of which the first is the document that came', async () => {
    const ran = await ranWith('export default (doc) => doc.list.map((n) => ({ id: doc.id + n, x: doc.x }));', [
      '{"id":"a","x":1.0,"list":[1,2,3]}',
      '{"id":"b","list":[]}',
      '{"id":"c","list":[7]}',
    ]);
    expect(ran.files['posts.ndjson']).toEqual([
      '{"id":"a1","x":1.0}',
      '{"id":"a2","x":1.0}',
      '{"id":"a3","x":1.0}',
      '{"id":"c7"}',
    ]);
    expect(ran.report.entities['post']).toMatchObject({ read: 3, made: 2, written: 4, filtered: 1 });
    expect(ran.report.balance.ok).toBe(true);
  });

  it('makes documents that pass the steps behind it, but not itself again', async () => {
    const plan = PLAN.replace('  - script: ./s.ts\n', '  - script: ./s.ts\n  - set: { /after: "{/id}" }\n');
    const ran = await ranWith("export default (doc) => [doc, { id: doc.id + '+' }];", ['{"id":"a"}'], { plan });
    expect(ran.files['posts.ndjson']).toEqual(['{"id":"a","after":"a"}', '{"id":"a+","after":"a+"}']);
  });

  it('sees what the steps before have made of the document', async () => {
    const plan = PLAN.replace('  - script: ./s.ts\n', '  - set: { /before/x: [1.0] }\n  - script: ./s.ts\n');
    const ran = await ranWith('export default (doc) => ({ ...doc, y: doc.before.x[0] });', ['{"id":"a"}'], { plan });
    expect(ran.files['posts.ndjson']).toEqual(['{"id":"a","before":{"x":[1.0]},"y":1}']);
  });

  it.each<[what: string, script: string, message: string]>([
    [
      'throws',
      "export default (doc) => {\n  throw new TypeError('no name');\n};",
      './s.ts failed at s.ts:2:9: TypeError: no name',
    ],
    ['throws a text', "export default (doc) => {\n  throw 'no name';\n};", './s.ts failed: no name'],
    ['throws nothing', 'export default (doc) => {\n  throw undefined;\n};', './s.ts failed: undefined'],
    [
      'throws what has no text',
      'export default (doc) => {\n  throw { toString: null };\n};',
      './s.ts failed: something that has no text',
    ],
    [
      'throws in what it imports',
      "import { join } from 'node:path';\nexport default (doc) => join(doc);",
      './s.ts failed at s.ts:2:25: TypeError: The "path" argument must be of type string. Received an instance of Object',
    ],
    ['returns null', 'export default (doc) => null;', './s.ts: what it returned is null, and a document is an object.'],
    [
      'returns a text',
      "export default (doc) => 'secret';",
      './s.ts: what it returned is a text, and a document is an object.',
    ],
    [
      'returns a list in a list',
      'export default (doc) => [doc, [doc]];',
      './s.ts: element 2 of the list that it returned is a list, and a document is an object.',
    ],
    [
      'returns a list with a hole',
      'export default (doc) => [doc, undefined];',
      './s.ts: element 2 of the list that it returned is undefined, and a document is an object.',
    ],
    [
      'returns a promise',
      'export default (doc) => Promise.reject(new Error("late"));',
      './s.ts returned a promise, and steps are synchronous: what it needs, it has to have.',
    ],
    [
      'returns what is no JSON',
      'export default (doc) => ({ ...doc, at: [new Date()] });',
      './s.ts: /at/0 of what it returned is an instance of Date, which is no JSON.',
    ],
    [
      'returns a Map',
      'export default (doc) => new Map();',
      './s.ts: / of what it returned is an instance of Map, which is no JSON.',
    ],
    [
      'returns a getter that throws',
      "export default (doc) => ({ get x() {\n throw new Error('no x'); } });",
      './s.ts failed at s.ts:2:8: Error: no x',
    ],
    [
      'calls itself for ever',
      'export default function f(doc) { return f(doc); }',
      'RangeError: Maximum call stack size exceeded',
    ],
    [
      'changes its context',
      "export default (doc, context) => {\n  context.entity = 'other';\n  return doc;\n};",
      "./s.ts failed at s.ts:2:18: TypeError: Cannot assign to read only property 'entity' of object '#<Object>'",
    ],
    [
      'imports something while it runs',
      "export default (doc) => {\n  void import('./s.ts').catch(() => {});\n  throw new Error('before');\n};",
      './s.ts failed at s.ts:3:9: Error: before',
    ],
  ])('that %s rejects the document', async (_, script, message) => {
    const ran = await ranWith(script, ['{"id":"1"}']);
    expect(ran.rejects).toMatchObject([{ stage: 'step', step: 'script', code: 'SCRIPT_FAILED' }]);
    // Where it overflows depends on what is there already.
    expect(ran.rejects[0]!.message.slice(-message.length)).toBe(message);
    expect(ran.report.entities['post']).toMatchObject({ read: 1, written: 0, rejected: 1 });
    expect(ran.exitStatus).toBe(EXIT_STATUS.rejects);
  });

  it('that fails for one document leaves nothing of it, and the others as they are', async () => {
    const ran = await ranWith("export default (doc) => [doc, { id: doc.id + '+', x: doc.n === 2 ? () => 1 : 1 }];", [
      '{"id":"1","n":1}',
      '{"id":"2","n":2}',
      '{"id":"3","n":3}',
    ]);
    expect(ran.files['posts.ndjson']!.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([
      '1',
      '1+',
      '3',
      '3+',
    ]);
    expect(ran.report.entities['post']).toMatchObject({ read: 3, made: 2, written: 4, rejected: 1 });
  });

  it('tells the words of its error to the rejects file only', async () => {
    const ran = await ranWith('export default (doc) => JSON.parse(doc.text);', ['{"id":"1","text":"hidden words"}']);
    expect(ran.rejects[0]!.message).toContain('hidden');
    expect(JSON.stringify(ran.report)).not.toContain('hidden');
    expect(ran.report.findings[0]!.message).toBe('./s.ts failed at s.ts:1:30; what it said is in the rejects file.');
  });

  it('does the same in several threads', async () => {
    const lines = Array.from(
      { length: 3000 },
      (_, i) => `{"id":"${i}","n":${i % 50 === 0 ? '9007199254740993' : `${i}.0`},"pad":"${'x'.repeat(200)}"}`,
    );
    const script = `import { half } from './half.ts';
export default (doc, { startedAt, entity }) => {
  if (doc.id.endsWith('77')) throw new Error('77');
  if (doc.id.endsWith('88')) return undefined;
  if (doc.id.endsWith('99')) return [doc, { id: doc.id + '+', entity, big: doc.n }];
  return { ...doc, half: half(doc.n) };
};
`;
    const half = {
      'half.ts': "export const half = (n: number | bigint) => (typeof n === 'bigint' ? n / 2n : n / 2);\n",
    };
    const runs: Ran[] = [];
    for (const workers of [0, 2]) {
      const folder = folderWith({ ...half, 's.ts': script, 'in.ndjson': `${lines.join('\n')}\n` });
      runs.push(await runIn(folder, await planIn(folder, PLAN), 'folder', { workers, workersFrom: 0 }));
    }
    const [alone, shared] = runs as [Ran, Ran];
    expect(shared.files).toEqual(alone.files);
    expect(shared.rejects).toEqual(alone.rejects);
    expect(shared.report.entities).toEqual(alone.report.entities);
    expect(alone.rejects).toHaveLength(30);
  });

  it('goes on behind what was done when the run was stopped', async () => {
    const lines = Array.from({ length: 6000 }, (_, i) => `{"id":"${i}","pad":"${'x'.repeat(100)}"}`);
    const script = 'export default (doc, { startedAt }) => ({ ...doc, startedAt });\n';
    const folder = folderWith({ 's.ts': script, 'in.ndjson': `${lines.join('\n')}\n` });
    const plan = await planIn(folder, PLAN);
    const stop = new AbortController();
    const stopped = await runIn(folder, plan, 'folder', { signal: stop.signal, onProgress: () => stop.abort() });
    expect(stopped.exitStatus).toBe(EXIT_STATUS.interrupted);
    const { files, exitStatus, report } = await runIn(folder, await planIn(folder, PLAN));
    expect(exitStatus).toBe(EXIT_STATUS.done);
    expect(files['posts.ndjson']).toHaveLength(6000);
    const stamps = new Set(files['posts.ndjson']!.map((line) => (JSON.parse(line) as { startedAt: number }).startedAt));
    expect([...stamps].map((stamp) => new Date(stamp).toISOString())).toEqual([report.startedAt]);
  });

  it('may be one that is in a folder with blanks and signs in its name', async () => {
    const folder = folderWith({ 'a b#c%/s ü.ts': 'export default (doc) => doc;', 'in.ndjson': '{"id":"1"}\n' });
    const plan = await planIn(folder, PLAN.replace('./s.ts', '"a b#c%/s ü.ts"'));
    expect((await runIn(folder, plan)).files['posts.ndjson']).toEqual(['{"id":"1"}']);
    expect(join(folder, 'a b#c%', 's ü.ts')).toBe([...plan.files.keys()][0]);
  });
});
