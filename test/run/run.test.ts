import { existsSync, readFileSync, statSync, symlinkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Fatal } from '../../src/errors.ts';
import { run, type RunOptions } from '../../src/run.ts';
import { Store } from '../../src/state/store.ts';
import type { ApplyStep } from '../../src/transform/step.ts';
import { folderWith, linesOf, planIn, runIn } from './running.ts';

const PLAN = `version: 1
name: posts
source: { file: in.ndjson, entity: post }
transforms:
  - split: { path: /comments, into: comment, link: { postId: /id } }
containers:
  posts: { entities: [post], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /postId }
`;

const LINES = `{"id":"p1","comments":[{"id":1},{"id":2}]}
{"id":"p2","comments":"none"}
not JSON
{"id":"p3"}
`;

describe('a run', () => {
  it('writes each container as a file, and books every document', async () => {
    const folder = folderWith({ 'in.ndjson': LINES });
    const { exitStatus, report, files, rejects } = await runIn(folder, await planIn(folder, PLAN));
    expect(exitStatus).toBe(9);
    expect(files).toEqual({
      'comments.ndjson': ['{"id":"p1:1","postId":"p1"}', '{"id":"p1:2","postId":"p1"}'],
      'posts.ndjson': ['{"id":"p1"}', '{"id":"p3"}'],
    });
    expect(report.incomplete).toBeUndefined();
    expect(report.balance.ok).toBe(true);
    expect(report.source).toEqual({
      documents: 4,
      bytes: LINES.length,
      files: [{ source: 'in.ndjson', format: 'ndjson', detected: true, files: 1 }],
    });
    expect(report.entities).toMatchObject({
      post: { read: 4, made: 0, written: 2, rejected: 2 },
      comment: { read: 0, made: 2, written: 2, rejected: 0 },
    });
    expect(rejects).toMatchObject([
      {
        at: { source: 'in.ndjson', line: 2, offset: 43, output: 0 },
        stage: 'step',
        step: 'split',
        code: 'NOT_AN_ARRAY',
        entity: 'post',
        original: '{"id":"p2","comments":"none"}',
        doc: { id: 'p2', comments: 'none' },
      },
      { at: { line: 3, offset: 73 }, stage: 'parse', code: 'LINE_INVALID', original: 'not JSON' },
    ]);
  });

  it('pins its start, and knows its stage as done once it has come to its end', async () => {
    const folder = folderWith({ 'in.ndjson': LINES });
    const { report } = await runIn(folder, await planIn(folder, PLAN));
    const store = Store.open(join(folder, 'state'));
    const { startedAt, stages, positions } = store.saved!;
    store.close();
    expect(new Date(startedAt).toISOString()).toBe(report.startedAt);
    expect(stages).toEqual([{ name: 'documents', done: true }]);
    expect(positions).toEqual([{ shard: 0, index: 4, ordinal: 0, offset: LINES.length, line: 5 }]);
  });

  it('ends with 0 when nothing was rejected', async () => {
    const folder = folderWith({ 'in.ndjson': '{"id":"p"}\n' });
    const { exitStatus, report } = await runIn(folder, await planIn(folder, PLAN));
    expect(exitStatus).toBe(0);
    expect(report.files.rejects).toBeUndefined();
  });

  it('counts children that are written without their parent', async () => {
    const folder = folderWith({ 'in.ndjson': '{"id":"p","comments":[{},{}]}\n{"id":"q","url":1,"comments":[{}]}\n' });
    const plan = await planIn(folder, PLAN.replace('containers:', '  - id: "{/url}"\ncontainers:'));
    const { report, rejects } = await runIn(folder, plan);
    expect(rejects).toHaveLength(1);
    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'PARENT_REJECTED', count: 2 }));
    const together = await planIn(
      folder,
      PLAN.replace('/id }', '/id }, onReject: family').replace('containers:', '  - id: "{/url}"\ncontainers:'),
    );
    const family = await runIn(folder, together);
    expect(family.rejects.map(({ entity, code }) => `${entity} ${code}`)).toEqual([
      'post TEMPLATE_PATH_MISSING',
      'comment TEMPLATE_PATH_MISSING',
      'comment TEMPLATE_PATH_MISSING',
    ]);
    expect(family.report.findings.map(({ code }) => code)).not.toContain('PARENT_REJECTED');
    expect(family.report.balance.ok).toBe(true);
  });

  it('gives an entity to each container that takes it, and leaves a discarded one out', async () => {
    const folder = folderWith({ 'in.ndjson': '{"id":"p","comments":[{},{}]}\n' });
    const plan = await planIn(
      folder,
      PLAN.replace(
        'comments: { entities: [comment], partitionKey: /postId }',
        'again: { entities: [post], partitionKey: /id }\ndiscard: [comment]',
      ),
    );
    const { report, files } = await runIn(folder, plan);
    expect(files).toEqual({ 'again.ndjson': ['{"id":"p"}'], 'posts.ndjson': ['{"id":"p"}'] });
    expect(report.entities).toMatchObject({
      post: { read: 1, made: 1, written: 2 },
      comment: { made: 2, filtered: 2, written: 0 },
    });
    expect(report.balance.ok).toBe(true);
  });

  it('names one finding a document that repeats keys, however many', async () => {
    const folder = folderWith({ 'in.ndjson': '{"id":"p","a":1,"a":2,"b":{"c":1,"c":2}}\n{"id":"q","a":1,"a":1}\n' });
    const { report, files } = await runIn(folder, await planIn(folder, PLAN));
    const [finding, ...others] = report.findings.filter(({ code }) => code === 'DUPLICATE_KEY');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ count: 2, path: '/a', message: expect.stringContaining('/a, /b/c') as string });
    expect(files['posts.ndjson']).toEqual(['{"id":"p","a":1,"a":2,"b":{"c":1,"c":2}}', '{"id":"q","a":1,"a":1}']);
  });
});

describe('a run whose books do not balance', () => {
  it('says so and ends with 8, whatever else went well', async () => {
    const folder = folderWith({ 'in.ndjson': '{"id":"p"}\n{"id":"q"}\n' });
    const plan = await planIn(folder, PLAN);
    // A step in plain JavaScript that calls a document something else behind the back of the books.
    const misbook: ApplyStep = (document) => void Object.assign(document, { entity: 'comment' });
    const broken = { index: 9, name: 'misbook', for: ['post'], overwrite: false, makes: [], compile: () => misbook };
    const { exitStatus, report, failure } = await runIn(folder, { ...plan, steps: [...plan.steps, broken] });
    expect(failure).toBeUndefined();
    expect(report.balance).toEqual({
      ok: false,
      entities: { post: { ok: false, in: 2, out: 0 }, comment: { ok: false, in: 0, out: 2 } },
    });
    expect(exitStatus).toBe(8);
  });
});

describe('a run that is stopped', () => {
  const many = Array.from({ length: 60_000 }, (_, i) => `{"id":"p${i}","text":"${'x'.repeat(50)}"}\n`).join('');

  it('drains, reports how far it came, and ends with 4', async () => {
    const folder = folderWith({ 'in.ndjson': many });
    const stop = new AbortController();
    const ran = await runIn(folder, await planIn(folder, PLAN), 'folder', {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(ran.exitStatus).toBe(4);
    expect(ran.report.incomplete).toBe(ran.failure?.message);
    const { written, read } = ran.report.entities['post']!;
    expect(written).toBeGreaterThan(0);
    expect(read).toBeLessThan(60_000);
    expect(ran.report.balance.ok).toBe(true);
    // Written under another name, so that it does not look finished.
    expect(Object.keys(ran.files)).toEqual(['comments.ndjson.partial', 'posts.ndjson.partial']);
    expect(ran.files['posts.ndjson.partial']).toHaveLength(written);
    const store = Store.open(join(folder, 'state'));
    expect(store.saved).toMatchObject({ ended: ran.failure?.message, tally: { entities: { post: { written } } } });
    store.close();
  });

  it('goes on where it stood, or begins anew with `fresh`', async () => {
    const folder = folderWith({ 'in.ndjson': many });
    const plan = await planIn(folder, PLAN);
    const stopAtOnce = (): Partial<RunOptions> => {
      const stop = new AbortController();
      return { signal: stop.signal, onProgress: () => stop.abort() };
    };
    const stopped = await runIn(folder, plan, 'folder', stopAtOnce());
    const stoppedAgain = await runIn(folder, plan, 'folder', stopAtOnce());
    expect(stoppedAgain.report.startedAt).toBe(stopped.report.startedAt);
    expect(stoppedAgain.report.source.documents).toBeGreaterThan(stopped.report.source.documents);
    const fresh = await runIn(folder, plan, 'folder', { fresh: true });
    expect(Date.parse(fresh.report.startedAt)).toBeGreaterThan(Date.parse(stopped.report.startedAt));
    expect(fresh.report.source).toMatchObject({ documents: 60_000, bytes: many.length });
    expect(fresh.files['posts.ndjson']).toEqual(many.split('\n').slice(0, -1));
  });

  it('leaves the files of an earlier run its own', async () => {
    const folder = folderWith({ 'in.ndjson': '{"id":"p"}\n' });
    const plan = await planIn(folder, PLAN);
    expect((await runIn(folder, plan)).exitStatus).toBe(0);
    const stopped = await runIn(folder, plan, 'folder', { signal: AbortSignal.abort() });
    expect(stopped.exitStatus).toBe(4);
    expect(stopped.files['posts.ndjson']).toEqual(['{"id":"p"}']);
    expect((await runIn(folder, plan)).exitStatus).toBe(0);
  });
});

describe('a source that cannot be read to its end', () => {
  it('ends with 5 and a report of how far it came', async () => {
    const whole = gzipSync(Array.from({ length: 3000 }, (_, i) => `{"id":"${i}${'abc'.repeat(i % 50)}"}\n`).join(''));
    const folder = folderWith({ 'in.ndjson': whole.subarray(0, whole.length - 10) });
    const { exitStatus, report, failure, files } = await runIn(folder, await planIn(folder, PLAN));
    expect(exitStatus).toBe(5);
    expect(failure?.message).toContain('in.ndjson');
    expect(report.incomplete).toBe(failure?.message);
    expect(report.balance.ok).toBe(true);
    expect(Object.keys(files)).toEqual(['comments.ndjson.partial', 'posts.ndjson.partial']);
  });

  it('ends with 5 before anything is written when it is not there', async () => {
    const folder = folderWith({});
    const running = runIn(folder, await planIn(folder, PLAN));
    await expect(running).rejects.toBeInstanceOf(Fatal);
    await expect(running).rejects.toMatchObject({
      exitStatus: 5,
      message: expect.stringContaining('in.ndjson') as string,
    });
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });
});

describe.each(['folder', 'embedded'] as const)('files that are there (%s)', (kind) => {
  it('are not overwritten, and nothing is read, nor an earlier report touched', async () => {
    const folder = folderWith({ 'in.ndjson': LINES, 'out/posts.ndjson': 'somebody else\n' });
    const plan = await planIn(folder, PLAN);
    await expect(runIn(folder, plan, kind)).rejects.toMatchObject({
      exitStatus: 2,
      message: expect.stringContaining(join('out', 'posts.ndjson')) as string,
    });
    expect(readFileSync(join(folder, 'out/posts.ndjson'), 'utf8')).toBe('somebody else\n');
  });

  it('are written anew when the last run of the plan left them as they are', async () => {
    const folder = folderWith({ 'in.ndjson': LINES });
    const plan = await planIn(folder, PLAN);
    const first = await runIn(folder, plan, kind);
    writeFileSync(join(folder, 'in.ndjson'), LINES.replace('p3', 'p4'));
    const second = await runIn(folder, plan, kind);
    expect(second.files['posts.ndjson']).toEqual(first.files['posts.ndjson']!.map((line) => line.replace('p3', 'p4')));
    writeFileSync(join(folder, 'out/posts.ndjson'), 'changed by hand\n');
    await expect(runIn(folder, plan, kind)).rejects.toMatchObject({ exitStatus: 2 });
    expect(linesOf(join(folder, 'state/rejects.ndjson'))).toHaveLength(2);
  });
});

describe.skipIf(!existsSync('/dev/full'))('a disk that is full (skipped where there is no /dev/full)', () => {
  it('ends the run with 5, and publishes no file', async () => {
    const folder = folderWith({ 'in.ndjson': LINES });
    mkdirSync(join(folder, 'out'));
    symlinkSync('/dev/full', join(folder, 'out/comments.ndjson.partial'));
    const { exitStatus, report, failure } = await run(await planIn(folder, PLAN), targetsOf(folder));
    expect(exitStatus).toBe(5);
    expect(failure?.message).toContain('ENOSPC');
    expect(report.incomplete).toContain('the disk is full');
    expect(existsSync(join(folder, 'out/posts.ndjson'))).toBe(false);
    expect(existsSync(join(folder, 'out/comments.ndjson'))).toBe(false);
  });

  it('ends the run with 5 when it is the disk of the rejects', async () => {
    const folder = folderWith({ 'in.ndjson': LINES });
    mkdirSync(join(folder, 'state'));
    writeFileSync(join(folder, 'state/state.db'), '');
    symlinkSync('/dev/full', join(folder, 'state/rejects.ndjson'));
    const result = await run(await planIn(folder, PLAN), targetsOf(folder));
    expect(result.exitStatus).toBe(5);
    expect(result.report.incomplete).toContain('ENOSPC');
    expect(statSync(join(folder, 'out/posts.ndjson.partial')).size).toBeGreaterThan(0);
  });
});

function targetsOf(folder: string): RunOptions {
  return { target: { kind: 'folder', folder: join(folder, 'out') }, stateFolder: join(folder, 'state') };
}
