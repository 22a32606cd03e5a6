// What becomes of the documents of a mixed source, of those that nobody knows, and of what can be replayed?
import { describe, expect, it } from 'vitest';
import { transform } from '../../src/run/transform.ts';
import { contentIn, mend, ranIn, rejectLines, replayIn } from './replay/replaying.ts';
import { folderWith, planIn, runIn, type Ran } from './running.ts';
import { Readable, Writable } from 'node:stream';

const PLAN = `version: 1
name: mixed
source: { file: in.ndjson, entity: { by: /kind/name, names: { blogPost: post } } }
transforms:
  - split: { path: /comments, into: comment, link: { postId: /id } }
    for: post
  - remove: [/kind]
    for: [post, note]
  - type: type
containers:
  posts: { entities: [post, note], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /postId }
discard: [draft]
`;

const line = (kind: string, rest: string = ''): string => `{"id":"1","kind":{"name":${kind}}${rest}}`;
const LINES = [
  line('"blogPost"', ',"comments":[{"id":"a"},{"id":"b"}]'),
  line('"note"'),
  line('"draft"'),
  line('"comment"', ',"postId":"9"'),
  line('"post"', ',"n":1.50'),
];
const BAD = [
  line('"page"'),
  line('7'),
  line('null'),
  line('["post"]'),
  '{"id":"1","kind":"post"}',
  '{"id":"1"}',
  '{"id":',
  '7',
  line('"__proto__"'),
];

async function ran(lines: readonly string[], kind?: 'embedded', more = {}): Promise<Ran> {
  const folder = folderWith({ 'in.ndjson': lines.map((one) => `${one}\n`).join('') });
  return runIn(folder, await planIn(folder, PLAN), kind, more);
}

describe('a mixed source', () => {
  it('is sorted by the text in its documents, each passing the steps of its entity', async () => {
    const { files, report, exitStatus } = await ran(LINES);
    expect(exitStatus).toBe(0);
    expect(files).toEqual({
      'posts.ndjson': ['{"id":"1","type":"post"}', '{"id":"1","type":"note"}', '{"id":"1","n":1.50,"type":"post"}'],
      'comments.ndjson': [
        '{"id":"1:a","postId":"1","type":"comment"}',
        '{"id":"1:b","postId":"1","type":"comment"}',
        // It was one in the source already: the steps behind the one that makes them work on it, and no other.
        '{"id":"1","kind":{"name":"comment"},"postId":"9","type":"comment"}',
      ],
    });
    expect(report.source.documents).toBe(5);
    expect(report.entities).toMatchObject({
      post: { read: 2, written: 2 },
      note: { read: 1, written: 1 },
      draft: { read: 1, filtered: 1 },
      comment: { read: 1, made: 2, written: 3 },
    });
    expect(report.entities).not.toHaveProperty('document');
    expect(report.balance.ok).toBe(true);
  });

  it('rejects under its own name what says nothing, what nobody takes, and what is no document', async () => {
    const { rejects, report, exitStatus } = await ran(BAD);
    expect(exitStatus).toBe(9);
    expect(rejects.map(({ code, stage, entity, original }) => [code, stage, entity, original])).toEqual(
      [
        'ENTITY_UNKNOWN',
        ...Array.from({ length: 5 }, () => 'KEY_MISSING'),
        'LINE_INVALID',
        'LINE_INVALID',
        'ENTITY_UNKNOWN',
      ].map((code, i) => [code, 'parse', 'document', BAD[i]]),
    );
    expect(rejects.map(({ message }) => message.split(/[,:] and/)[0])).toEqual([
      '/kind/name says "page"',
      '/kind/name is of type number',
      '/kind/name is null',
      '/kind/name is of type array',
      '/kind/name is missing',
      '/kind/name is missing',
      expect.stringContaining('in.ndjson:7'),
      expect.stringContaining('in.ndjson:8'),
      '/kind/name says "__proto__"',
    ]);
    expect(report.entities['document']).toMatchObject({ read: 9, rejected: 9 });
    expect(report.findings.map(({ code, entity, path, count }) => [code, entity, path, count])).toEqual(
      expect.arrayContaining([
        ['ENTITY_UNKNOWN', 'document', '/kind/name', 2],
        ['KEY_MISSING', 'document', '/kind/name', 5],
        ['LINE_INVALID', 'document', undefined, 2],
      ]),
    );
    expect(report.balance.ok).toBe(true);
  });

  it('says which name of the data it was, where the plan has another one', async () => {
    const folder = folderWith({ 'in.ndjson': `${line('"blogPost"')}\n` });
    const text = PLAN.replace('post }', 'post, a: comment }').replace('blogPost: post', 'blogPost: page');
    const plan = await planIn(folder, text.replace('[draft]', '[draft, page]'));
    expect((await runIn(folder, plan)).report.entities['page']).toMatchObject({ read: 1, filtered: 1 });
  });

  it('takes the last of a repeated key, and its findings name the entity', async () => {
    const { report } = await ran(['{"id":"1","kind":{"name":"post","name":"note"}}']);
    expect(report.entities['note']).toMatchObject({ read: 1, written: 1 });
    expect(report.findings).toMatchObject([{ code: 'DUPLICATE_KEY', entity: 'note', path: '/kind/name' }]);
  });

  it('is sorted after Extended JSON has become plain', async () => {
    const folder = folderWith({ 'in.ndjson': '{"_id":1,"kind":{"$oid":"507f1f77bcf86cd799439011"}}\n' });
    const plan = await planIn(
      folder,
      `version: 1
name: mixed
source: { file: in.ndjson, extendedJson: true, entity: { by: /kind, names: { 507f1f77bcf86cd799439011: post } } }
containers: { posts: { entities: [post], partitionKey: /id } }
`,
    );
    expect((await runIn(folder, plan)).files['posts.ndjson']).toEqual(['{"id":1,"kind":"507f1f77bcf86cd799439011"}']);
  });

  it.each(['folder', 'embedded'] as const)('leaves the same in a %s, with or without workers', async (kind) => {
    const lines = Array.from({ length: 3000 }, (_, i) =>
      [...LINES, ...BAD][i % 14]!.replace('"id":"1"', `"id":"${i}"`).replace('{"id":"a"}', `{"id":"a","at":${i}}`),
    );
    const alone = await ran(lines, kind === 'embedded' ? kind : undefined);
    const shared = await ran(lines, kind === 'embedded' ? kind : undefined, { workers: 2, workersFrom: 0 });
    const { entities, findings, balance } = alone.report;
    expect(balance.ok).toBe(true);
    expect(entities['document']!.rejected).toBeGreaterThan(1000);
    expect(shared.files).toEqual(alone.files);
    expect(shared.rejects).toEqual(alone.rejects);
    expect(shared.report).toMatchObject({ entities, findings, balance });
  });

  it.each(['folder', 'embedded'] as const)('leaves the same in a %s when it was stopped on the way', async (kind) => {
    const text = Array.from(
      { length: 9000 },
      (_, i) => `${[...LINES, ...BAD][i % 14]!.replace('"1"', `"${i}"`)}\n`,
    ).join('');
    const whole = folderWith({ 'in.ndjson': text });
    const expected = await runIn(whole, await planIn(whole, PLAN), kind);
    const folder = folderWith({ 'in.ndjson': text });
    const stop = new AbortController();
    const first = await runIn(folder, await planIn(folder, PLAN), kind, {
      signal: stop.signal,
      onProgress: ({ documents }) => documents > 2000 && stop.abort(),
    });
    expect(first.exitStatus).toBe(4);
    expect(first.report.source.documents).toBeLessThan(9000);
    const { files, rejects, report } = await runIn(folder, await planIn(folder, PLAN), kind);
    const { entities, findings, balance, source } = expected.report;
    expect(files).toEqual(expected.files);
    expect(rejects).toEqual(expected.rejects);
    expect(report).toMatchObject({ entities, findings, balance, source });
  });

  it('is sorted in a filter, too', async () => {
    const folder = folderWith({});
    const plan = await planIn(folder, PLAN);
    const out: string[] = [];
    const [output, rejects] = [0, 1].map(
      (i) => new Writable({ write: (chunk: Buffer, _, done) => (i === 0 && out.push(String(chunk)), done()) }),
    );
    const input = Readable.from([Buffer.from([...LINES, BAD[0]!].map((one) => `${one}\n`).join(''))]);
    const ended = await transform(plan, { input, output: output!, rejects: rejects!, tagged: true });
    expect(ended).toMatchObject({ documents: 6, rejected: 1 });
    expect(
      out
        .join('')
        .match(/"entity":"\w+"/g)!
        .toSorted(),
    ).toEqual(['comment', 'comment', 'comment', 'note', 'post', 'post'].map((name) => `"entity":"${name}"`));
  });
});

describe('a replay of rejects of a mixed source', () => {
  it('sorts mended records anew, and the books say what they are now', async () => {
    const folder = folderWith({ 'in.ndjson': [LINES[0]!, ...BAD].map((one) => `${one}\n`).join('') });
    await ranIn(folder, PLAN);
    mend(folder, (original, { code, at }) =>
      code === 'KEY_MISSING' ? line('"note"').replace('"1"', `"${at.line}"`) : original,
    );
    const { report } = await replayIn(folder, { plan: PLAN });
    expect(contentIn(folder)['posts.ndjson']!.trimEnd().split('\n')).toEqual([
      '{"id":"1","type":"post"}',
      ...[3, 4, 5, 6, 7].map((id) => `{"id":"${id}","type":"note"}`),
    ]);
    expect(report.entities).toMatchObject({
      document: { read: 4, made: 0, rejected: 4, written: 0 },
      note: { read: 5, made: 0, written: 5 },
      post: { read: 1, written: 1 },
    });
    expect(report.balance.ok).toBe(true);
  });

  it('tells the records of two sources in one file apart, and those of one whatever they are', async () => {
    const both = PLAN.replace(
      /source:.*/,
      'sources: { dump: { file: in.ndjson, entity: { by: /kind/name, names: { blogPost: post } } }, note: { file: in.ndjson } }',
    )
      .replace('- type: type', '- set: { /key: "{/slug}" }\n    for: "*"')
      .replace(
        '[post, note], partitionKey: /id }',
        '[post], partitionKey: /id }\n  notes: { entities: [note], partitionKey: /id }',
      );
    const folder = folderWith({ 'in.ndjson': `${LINES[0]!}\n${LINES[1]!.replace('"1"', '"2"')}\n` });
    await ranIn(folder, both);
    const before = rejectLines(folder);
    expect(before.map(({ entity, at }) => [entity, at.line, at.output])).toEqual([
      ['post', 1, 0],
      ['comment', 1, 1],
      ['comment', 1, 2],
      ['note', 2, 0],
      ['note', 1, 0],
      ['note', 2, 0],
    ]);
    const sources = before.map((reject) => (reject as { sourceEntity?: string }).sourceEntity);
    expect(sources).toEqual(['dump', 'dump', 'dump', 'dump', undefined, undefined]);
    const { report } = await replayIn(folder, { plan: both.replace('{/slug}', '{/slug?}') });
    expect(report.replay).toMatchObject({ records: 4, passed: 4 });
    expect(report.entities).toMatchObject({
      post: { read: 1, written: 1, made: 0 },
      note: { read: 3, made: 0, written: 2, merged: 1 },
      comment: { made: 2, written: 2 },
    });
    expect(contentIn(folder)['rejects']).toBe('');
  });
});

describe('the hash of the plan', () => {
  it('sees another path and other names, and not their order', async () => {
    const folder = folderWith({});
    const hashes = await Promise.all(
      [PLAN, PLAN.replace('by: /kind/name', 'by: /kind'), PLAN.replace('blogPost: post', 'blog: post')].map(
        async (text) => (await planIn(folder, text)).hash,
      ),
    );
    expect(new Set(hashes).size).toBe(3);
    const { hash } = await planIn(folder, PLAN.replace('blogPost: post', 'x: post, blogPost: post'));
    const other = await planIn(folder, PLAN.replace('blogPost: post', 'blogPost: post, x: post'));
    expect(other.hash).toBe(hash);
  });
});
