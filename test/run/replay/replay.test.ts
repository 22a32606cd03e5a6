// What becomes of rejected documents that are replayed, and of everything else that is there?
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fatal } from '../../../src/errors.ts';
import { Store } from '../../../src/state/store.ts';
import { folderWith, linesOf, planIn, runIn } from '../running.ts';
import { contentIn, mend, ranIn, rejectLines, rejectsIn, replayIn } from './replaying.ts';

const PLAN = `version: 1
name: blog
source: { file: posts.ndjson, entity: post }
transforms:
  - split: { path: /comments, into: comment, link: { postId: /id } }
  - set: { /key: "{/slug}" }
containers:
  posts: { entities: [post], partitionKey: /blog }
  comments: { entities: [comment], partitionKey: /postId }
`;
const FORGIVING = PLAN.replace('{/slug}', '{/slug?}').replace('link:', 'lenient: true, link:');

const posts = (...lines: readonly string[]): Record<string, string> => ({
  'posts.ndjson': lines.map((line) => `${line}\n`).join(''),
});

describe('a replay', () => {
  it('adds what goes through behind what is there, and takes it out of the rejects', async () => {
    const folder = folderWith(
      posts(
        '{"id":"1","slug":"a","comments":[{"id":"c"}]}',
        '{"id":"2","comments":[{"id":"c"}]}',
        '{"id":"3","slug":"c","comments":7}',
        '{"id":',
      ),
    );
    await ranIn(folder, PLAN);
    const before = contentIn(folder);
    const { report, exitStatus } = await replayIn(folder, { plan: FORGIVING });
    expect(exitStatus).toBe(9);
    expect(contentIn(folder)).toMatchObject({
      'comments.ndjson': `${before['comments.ndjson']}{"value":7,"postId":"3","id":"3:0"}\n`,
      'posts.ndjson': `${before['posts.ndjson']}{"id":"2","key":""}\n{"id":"3","slug":"c","key":"c"}\n`,
    });
    expect(rejectLines(folder)).toMatchObject([{ code: 'LINE_INVALID', at: { line: 4 } }]);
    expect(report.replay).toEqual({
      records: 3,
      passed: 2,
      rejects: 3,
      rejectedAgain: 1,
      untouched: 0,
      containers: { posts: { added: 2, there: 0 }, comments: { added: 1, there: 1 } },
    });
    expect(report.entities).toMatchObject({
      post: { read: 4, made: 0, written: 3, rejected: 1 },
      comment: { made: 3, written: 3 },
    });
    expect(report.findings.map(({ code, count }) => [code, count])).toEqual([['LINE_INVALID', 1]]);
  });

  it('leaves a line that fails for the same reason as it is, byte for byte', async () => {
    const folder = folderWith(posts('{"id":"1","n":1.50}', '{"id":', String.raw`{ "id" : "é" }`));
    await ranIn(folder, PLAN);
    const before = contentIn(folder);
    const { report, exitStatus } = await replayIn(folder, { plan: PLAN });
    expect(exitStatus).toBe(9);
    expect(contentIn(folder)).toEqual(before);
    expect(report.replay).toMatchObject({ records: 3, passed: 0, rejectedAgain: 3 });
  });

  it('keeps the earlier reasons of what fails for another one, the last five of them', async () => {
    const folder = folderWith(posts('{"id":'));
    await ranIn(folder, PLAN);
    mend(folder, () => '{"id":"1","comments":7}');
    await replayIn(folder, { plan: PLAN });
    expect(rejectLines(folder)).toMatchObject([
      {
        code: 'NOT_AN_ARRAY',
        original: '{"id":"1","comments":7}',
        earlier: [{ stage: 'parse', code: 'LINE_INVALID' }],
      },
    ]);
    mend(folder, () => '{"id":"1"}');
    await replayIn(folder, { plan: PLAN });
    const [line] = rejectLines(folder) as unknown as { readonly code: string; readonly earlier: readonly object[] }[];
    expect(line).toMatchObject({
      code: 'TEMPLATE_PATH_MISSING',
      earlier: [{ code: 'LINE_INVALID' }, { code: 'NOT_AN_ARRAY', step: 'split' }],
    });
    for (let i = 0; i < 7; i++) {
      mend(folder, () => (i % 2 === 0 ? '{"id":"1","comments":7}' : '{"id":"1"}'));
      await replayIn(folder, { plan: PLAN });
    }
    const [last] = rejectLines(folder) as unknown as { readonly earlier: readonly { readonly code: string }[] }[];
    const [array, missing] = ['NOT_AN_ARRAY', 'TEMPLATE_PATH_MISSING'];
    expect(last!.earlier.map(({ code }) => code)).toEqual([missing, array, missing, array, missing]);
  });

  it('takes what the target has with equal content as done, whatever the order of its keys', async () => {
    const folder = folderWith(posts('{"id":"1","slug":"a","n":1.0}', '{"id":'));
    await ranIn(folder, PLAN);
    mend(folder, () => '{"n":1,"slug":"a","id":"1"}');
    const before = contentIn(folder);
    const { report, exitStatus } = await replayIn(folder, { plan: PLAN });
    expect(exitStatus).toBe(0);
    expect(contentIn(folder)).toEqual({ ...before, rejects: '' });
    expect(report.entities['post']).toMatchObject({ read: 2, written: 1, merged: 1, rejected: 0, made: 0 });
    expect(report.balance.ok).toBe(true);
  });

  it('rejects another document of the same id in the same partition, and names what is there', async () => {
    const folder = folderWith(posts('{"id":"1","blog":"x","slug":"a"}', '{"id":', '{"i":'));
    await ranIn(folder, PLAN);
    mend(folder, (_text, { at }) => `{"id":"1","blog":"${at.line === 2 ? 'x' : 'y'}","slug":"b"}`);
    const { report } = await replayIn(folder, { plan: PLAN });
    expect(rejectLines(folder)).toMatchObject([
      {
        stage: 'write',
        code: 'ID_DUPLICATE',
        container: 'posts',
        key: { partitionKey: ['x'], uniqueKey: ['/id'], values: ['1'] },
        conflictsWith: { id: '1', partitionKey: ['x'] },
        earlier: [{ code: 'LINE_INVALID' }],
        doc: { slug: 'b' },
      },
    ]);
    expect(linesOf(join(folder, 'out/posts.ndjson')).slice(1)).toEqual(['{"id":"1","blog":"y","slug":"b","key":"b"}']);
    expect(report.rejected).toBe(1);
  });

  it('decides between replayed documents in the same way: the first is added', async () => {
    const folder = folderWith(posts('{"1', '{"2', '{"3'));
    await ranIn(folder, PLAN);
    mend(folder, (_text, { at }) => `{"id":"1","slug":"${at.line === 3 ? 'b' : 'a'}"}`);
    const { report } = await replayIn(folder, { plan: PLAN });
    expect(linesOf(join(folder, 'out/posts.ndjson'))).toEqual(['{"id":"1","slug":"a","key":"a"}']);
    expect(rejectLines(folder)).toMatchObject([{ code: 'ID_DUPLICATE', at: { line: 3 } }]);
    expect(report.entities['post']).toMatchObject({ read: 3, written: 1, merged: 1, rejected: 1 });
  });

  it('tells documents without an id by their content', async () => {
    const folder = folderWith(posts('{"n":1,"slug":"a"}', '{"1', '{"2', '{"3'));
    await ranIn(folder, PLAN);
    mend(folder, (_text, { at }) => `{"n":${at.line < 4 ? '1.0' : '2'},"slug":"a"}`);
    const { report } = await replayIn(folder, { plan: PLAN });
    expect(linesOf(join(folder, 'out/posts.ndjson'))).toHaveLength(2);
    expect(report.replay?.containers['posts']).toEqual({ added: 1, there: 2 });
  });

  it('finds a document without an id however deep it is', async () => {
    const deep = `{"slug":"a","a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    const folder = folderWith(posts(deep, '{"1'));
    await ranIn(folder, PLAN);
    mend(folder, () => deep);
    expect((await replayIn(folder, { plan: PLAN })).report.replay?.containers['posts']).toEqual({ added: 0, there: 1 });
  });

  it('says that it is "original" that is replayed where somebody has edited "doc"', async () => {
    const folder = folderWith(posts('{"id":"1","comments":7}', '{"id":"2","n":1.50,"comments":7}'));
    await ranIn(folder, PLAN);
    const notices: string[] = [];
    const onNotice = (sentence: string): unknown => notices.push(sentence);
    await replayIn(folder, { plan: PLAN, onNotice });
    expect(notices).toEqual([]);
    const lines = linesOf(rejectsIn(folder)).map((line) => line.replace('"doc":{"id":"2"', '"doc":{"id":"3"'));
    writeFileSync(rejectsIn(folder), lines.map((line) => `${line}\n`).join(''));
    await replayIn(folder, { plan: PLAN, onNotice });
    expect(notices).toEqual([
      `${rejectsIn(folder)}:2: "doc" was edited, and what is replayed is "original"; edit that instead.`,
    ]);
    expect(rejectLines(folder)).toMatchObject([{ doc: { id: '1' } }, { doc: { id: '2' } }]);
  });

  it('keeps bytes that are no text', async () => {
    const folder = folderWith({ 'posts.ndjson': Buffer.from('{"id":"1","slug":"\u00ff"}\n', 'latin1') });
    await ranIn(folder, PLAN);
    const before = contentIn(folder);
    await replayIn(folder, { plan: PLAN });
    expect(contentIn(folder)).toEqual(before);
  });

  it('leaves rejects alone that are not in the file that was given, or have no text', async () => {
    const folder = folderWith(posts('{"1', '{"2', '{"3'));
    await ranIn(folder, PLAN);
    const lines = linesOf(rejectsIn(folder));
    const given = join(folder, 'part.ndjson');
    writeFileSync(
      given,
      `${JSON.stringify({ ...(JSON.parse(lines[1]!) as object), original: '{"id":"2","slug":"b"}' })}\n`,
    );
    const { report } = await replayIn(folder, { plan: PLAN, rejects: given });
    expect(linesOf(rejectsIn(folder))).toEqual([lines[0], lines[2]]);
    expect(report.replay).toMatchObject({ records: 1, passed: 1, untouched: 2 });
    expect(report.findings).toMatchObject([{ code: 'LINE_INVALID', count: 2 }]);
    const bare = linesOf(rejectsIn(folder)).map((line) =>
      JSON.stringify({ ...(JSON.parse(line) as object), original: undefined }),
    );
    writeFileSync(rejectsIn(folder), bare.map((line) => `${line}\n`).join(''));
    expect((await replayIn(folder, { plan: PLAN })).report.replay).toMatchObject({ records: 0, untouched: 2 });
    expect(linesOf(rejectsIn(folder))).toEqual(bare);
  });

  it('makes the file of a container that the corrected plan adds', async () => {
    const folder = folderWith(posts('{"id":"1","slug":"a","comments":7}'));
    await ranIn(folder, PLAN);
    const plan = FORGIVING.replace('comments: {', 'remarks: {');
    expect((await replayIn(folder, { plan })).exitStatus).toBe(0);
    expect(linesOf(join(folder, 'out/remarks.ndjson'))).toEqual(['{"value":7,"postId":"1","id":"1:0"}']);
  });

  it('leaves files that the next run takes as its own', async () => {
    const folder = folderWith(posts('{"id":"1"}', '{"id":"2","slug":"b"}'));
    await ranIn(folder, PLAN);
    await replayIn(folder, { plan: FORGIVING });
    const again = await runIn(folder, await planIn(folder, FORGIVING));
    expect(again.exitStatus).toBe(0);
    expect(again.files['posts.ndjson']).toHaveLength(2);
    expect(again.report.replay).toBeUndefined();
  });

  it('changes nothing in a dry run, and tells what it would do', async () => {
    const folder = folderWith(posts('{"id":"1"}', '{"id":"2","slug":"b"}'));
    await ranIn(folder, PLAN);
    const before = [
      contentIn(folder),
      readdirSync(join(folder, 'state')),
      readFileSync(join(folder, 'state/checkpoint.json'), 'utf8'),
    ];
    const { report, exitStatus } = await replayIn(folder, { plan: FORGIVING, dryRun: true });
    expect(exitStatus).toBe(0);
    expect(report).toMatchObject({ dryRun: true, rejected: 0, replay: { passed: 1 } });
    expect([
      contentIn(folder),
      readdirSync(join(folder, 'state')),
      readFileSync(join(folder, 'state/checkpoint.json'), 'utf8'),
    ]).toEqual(before);
  });
});

describe('a replay is refused, and changes nothing', () => {
  const RUN = posts('{"id":"1"}', '{"id":"2","slug":"b"}', '{"id":');

  it.each<readonly [string, RegExp, (folder: string) => Promise<unknown> | void]>([
    [
      'where the target was changed',
      /posts\.ndjson is not as the run left it/,
      (folder) => appendFileSync(join(folder, 'out/posts.ndjson'), '{"id":"9"}\n'),
    ],
    [
      'where the target is gone',
      /posts\.ndjson is not as the run left it/,
      (folder) => rmSync(join(folder, 'out/posts.ndjson')),
    ],
    [
      'where a line is no JSON',
      /rejects\.ndjson:3: this is no line of a rejects file/,
      (folder) => appendFileSync(rejectsIn(folder), '{"at":\n'),
    ],
    [
      'where a line is no reject',
      /rejects\.ndjson:3: .+ does not say where its record stands/,
      (folder) => appendFileSync(rejectsIn(folder), '{"id":"1"}\n'),
    ],
    [
      'where the text is no string',
      /"original" is the text of the record/,
      (folder) => {
        const [line] = linesOf(rejectsIn(folder));
        writeFileSync(
          rejectsIn(folder),
          `${JSON.stringify({ ...(JSON.parse(line!) as object), original: { id: '1' } })}\n`,
        );
      },
    ],
    [
      'where the run was stopped',
      /The run has not come to its end yet/,
      async (folder) => {
        const signal = AbortSignal.abort();
        await runIn(folder, await planIn(folder, PLAN), 'folder', { signal });
      },
    ],
  ])('%s', async (_name, says, change) => {
    const folder = folderWith(RUN);
    await ranIn(folder, PLAN);
    await change(folder);
    const before = contentIn(folder);
    const replaying = replayIn(folder, { plan: FORGIVING });
    await expect(replaying).rejects.toThrow(says);
    await expect(replaying).rejects.toMatchObject({ exitStatus: 2 });
    expect(contentIn(folder)).toEqual(before);
  });

  it('where it was a rehearsal', async () => {
    const folder = folderWith(RUN);
    await runIn(folder, await planIn(folder, PLAN), 'embedded');
    await expect(replayIn(folder, { plan: FORGIVING })).rejects.toMatchObject({
      exitStatus: 2,
      message: expect.stringContaining('a rehearsal is simply rehearsed again') as string,
      advice: `After the correction: remodel rehearse ${join(folder, 'plan.yaml')} --out ${join(folder, 'out')} --state ${join(folder, 'state')}`,
    });
  });

  it('where there is no run, or the plan is another one', async () => {
    const folder = folderWith(RUN);
    await expect(replayIn(folder, { plan: PLAN })).rejects.toMatchObject({ exitStatus: 2 });
    expect(existsSync(join(folder, 'state'))).toBe(false);
    await ranIn(folder, PLAN);
    await expect(replayIn(folder, { plan: PLAN.replace('name: blog', 'name: other') })).rejects.toThrow(
      /is the plan "other"/,
    );
  });

  it('where a record is none of the rejects', async () => {
    const folder = folderWith(RUN);
    await ranIn(folder, PLAN);
    const given = join(folder, 'part.ndjson');
    writeFileSync(given, readFileSync(rejectsIn(folder)));
    await replayIn(folder, { plan: FORGIVING });
    const before = contentIn(folder);
    await expect(replayIn(folder, { plan: FORGIVING, rejects: given })).rejects.toThrow(
      /part\.ndjson:1: the record posts\.ndjson:1 is not among/,
    );
    expect(contentIn(folder)).toEqual(before);
  });

  it('where the rejects are those of before an earlier replay', async () => {
    const folder = folderWith(RUN);
    await ranIn(folder, PLAN);
    const old = readFileSync(rejectsIn(folder));
    await replayIn(folder, { plan: FORGIVING });
    writeFileSync(rejectsIn(folder), old);
    const before = contentIn(folder);
    await expect(replayIn(folder, { plan: FORGIVING })).rejects.toThrow(/has 2 rejects, and the run has 1/);
    expect(contentIn(folder)).toEqual(before);
    expect(existsSync(join(folder, 'state/replay'))).toBe(false);
  });

  it.each([
    ['lacks one', (lines: readonly string[]) => lines.slice(1), /has 1 reject, and the run has 2\./],
    ['has one twice', ([first = '']: readonly string[]) => [first, first], /rejects\.ndjson:2: this reject stands/],
  ])('where the file of the rejects %s', async (_what, edit, message) => {
    const folder = folderWith(RUN);
    await ranIn(folder, PLAN);
    const lines = readFileSync(rejectsIn(folder), 'utf8').split('\n').slice(0, -1);
    expect(lines).toHaveLength(2);
    writeFileSync(rejectsIn(folder), `${edit(lines).join('\n')}\n`);
    const before = contentIn(folder);
    await expect(replayIn(folder, { plan: FORGIVING })).rejects.toThrow(message);
    expect(contentIn(folder)).toEqual(before);
  });

  it('where another run holds the state', async () => {
    const folder = folderWith(RUN);
    await ranIn(folder, PLAN);
    const store = Store.open(join(folder, 'state'));
    await expect(replayIn(folder, { plan: FORGIVING })).rejects.toMatchObject({ exitStatus: 7 });
    store.close();
  });

  it('when it is interrupted', async () => {
    const folder = folderWith(RUN);
    await ranIn(folder, PLAN);
    const before = contentIn(folder);
    const replaying = replayIn(folder, { plan: FORGIVING, signal: AbortSignal.abort() });
    await expect(replaying).rejects.toBeInstanceOf(Fatal);
    await expect(replaying).rejects.toMatchObject({ exitStatus: 4 });
    expect(contentIn(folder)).toEqual(before);
    expect((await replayIn(folder, { plan: FORGIVING })).exitStatus).toBe(9);
    expect(existsSync(join(folder, 'state/replay'))).toBe(false);
  });
});
