// Does a run with too many rejects stop in time, keep what it has, and go on under a higher limit?
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Store } from '../../src/state/store.ts';
import { folderWith, planIn, runIn } from './running.ts';

const PLAN = `version: 1
name: errors
source: { file: in.ndjson, entity: post }
transforms:
  - split: { path: /comments, into: comment }
containers:
  posts: { entities: [post], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /id }
`;

/** `rejectAt` says which records are refused. */
function records(count: number, rejectAt: (i: number) => boolean, size: number = 200): string {
  return Array.from({ length: count }, (_, i) =>
    rejectAt(i) ? `{"id":"${i}","comments":"none"}\n` : `{"id":"${i}","text":"${'x'.repeat(size)}"}\n`,
  ).join('');
}

describe('so many rejects', () => {
  it('stop a run as soon as there are more, between two batches', async () => {
    const folder = folderWith({ 'in.ndjson': records(20_000, (i) => i % 100 === 0) });
    const ran = await runIn(folder, await planIn(folder, PLAN), 'folder', { maxErrors: { count: 3 } });
    expect(ran.exitStatus).toBe(3);
    const { documents } = ran.report.source;
    // The first batch holds more of them than may be.
    expect(documents).toBeLessThan(3_000);
    expect(ran.report.rejected).toBe(Math.ceil(documents / 100));
    expect(ran.failure?.message).toBe(
      `Stopped by --max-errors: ${ran.report.rejected} rejects after ${documents.toLocaleString('en-US')} documents read, more than 3 (NOT_AN_ARRAY ${ran.report.rejected}).`,
    );
    expect(ran.failure?.advice).toContain(join(folder, 'state/rejects.ndjson'));
    expect(ran.report.incomplete).toBe(ran.failure?.message);
    expect(ran.report.balance.ok).toBe(true);
  });

  it('may be as many as are allowed', async () => {
    const folder = folderWith({ 'in.ndjson': records(300, (i) => i % 100 === 0) });
    const plan = await planIn(folder, PLAN);
    expect((await runIn(folder, plan, 'folder', { maxErrors: { count: 3 } })).exitStatus).toBe(9);
    expect((await runIn(folder, plan, 'folder', { maxErrors: { count: 2 } })).exitStatus).toBe(3);
  });

  it('leave a run that goes on under a higher limit, to the same end', async () => {
    const text = records(8_000, (i) => i % 50 === 7);
    const whole = folderWith({ 'in.ndjson': text });
    const expected = await runIn(whole, await planIn(whole, PLAN));
    const folder = folderWith({ 'in.ndjson': text });
    const plan = await planIn(folder, PLAN);
    expect((await runIn(folder, plan, 'folder', { maxErrors: { count: 5 } })).exitStatus).toBe(3);
    // Under the same limit it does not read on.
    const again = await runIn(folder, plan, 'folder', { maxErrors: { count: 5 } });
    expect(again.exitStatus).toBe(3);
    const store = Store.open(join(folder, 'state'));
    expect(store.saved!.positions[0]!.index).toBe(again.report.source.documents);
    store.close();
    const ended = await runIn(folder, plan, 'folder', { maxErrors: { count: 1_000 } });
    expect(ended.exitStatus).toBe(9);
    expect(ended.files).toEqual(expected.files);
    expect(ended.report.entities).toEqual(expected.report.entities);
    expect(readFileSync(join(folder, 'state/rejects.ndjson'), 'utf8')).toBe(
      readFileSync(join(whole, 'state/rejects.ndjson'), 'utf8'),
    );
  });

  it('count in a run that worker threads share', async () => {
    const folder = folderWith({ 'in.ndjson': records(20_000, (i) => i % 100 === 0, 1_000) });
    const options = { maxErrors: { count: 3 }, workers: 2, workersFrom: 0 };
    const ran = await runIn(folder, await planIn(folder, PLAN), 'folder', options);
    expect(ran.exitStatus).toBe(3);
    expect(ran.report.source.documents).toBeLessThan(20_000);
    expect(ran.report.balance.ok).toBe(true);
  });

  it('count late ones as well', async () => {
    const twins = Array.from({ length: 20 }, (_, i) => `{"id":"same","n":${i}}\n`).join('');
    const folder = folderWith({ 'in.ndjson': twins });
    const plan = await planIn(folder, PLAN);
    const stopped = await runIn(folder, plan, 'embedded', { maxErrors: { count: 4 } });
    expect(stopped.exitStatus).toBe(3);
    expect(stopped.failure?.message).toContain('5 rejects after 20 documents read, more than 4 (ID_DUPLICATE 5)');
    expect(Object.keys(stopped.files)).not.toContain('posts.ndjson');
    expect((await runIn(folder, plan, 'embedded', { maxErrors: { count: 19 } })).exitStatus).toBe(9);
  });
});

describe('a share of the documents', () => {
  it('does not count before there are 1,000', async () => {
    // One in ten of the first batch, and then 50 of 1,000 and more.
    const folder = folderWith({ 'in.ndjson': records(5_000, (i) => i < 500 && i % 10 === 0, 1_000) });
    const plan = await planIn(folder, PLAN);
    expect((await runIn(folder, plan, 'folder', { maxErrors: { percent: 5 } })).exitStatus).toBe(9);
  });

  it('counts at the end of a small source', async () => {
    const folder = folderWith({ 'in.ndjson': records(200, (i) => i % 10 === 0) });
    const plan = await planIn(folder, PLAN);
    expect((await runIn(folder, plan, 'folder', { maxErrors: { percent: 10 } })).exitStatus).toBe(9);
    const ran = await runIn(folder, plan, 'folder', { maxErrors: { percent: 9.5 } });
    expect(ran.exitStatus).toBe(3);
    expect(ran.failure?.message).toContain('20 rejects after 200 documents read, more than 9.5 %');
    expect(Object.keys(ran.files)).toContain('posts.ndjson.partial');
  });

  it('stops a large one on the way', async () => {
    const folder = folderWith({ 'in.ndjson': records(20_000, (i) => i % 10 === 0) });
    const ran = await runIn(folder, await planIn(folder, PLAN), 'folder', { maxErrors: { percent: 1 } });
    expect(ran.exitStatus).toBe(3);
    expect(ran.report.source.documents).toBeLessThan(10_000);
  });
});
