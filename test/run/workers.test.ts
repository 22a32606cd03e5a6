// However many threads share a run, what it leaves is the same.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import { readPlan } from '../../src/plan/read.ts';
import type { RunOptions } from '../../src/run.ts';
import { folderWith, runIn, type Ran } from './running.ts';

const PLAN = `version: 1
name: shared
source: { file: "in.*", entity: post }
transforms:
  - split: { path: /comments, into: comment, link: { postId: /id }, keep: { as: recent, newest: 2, by: /at }, count: n }
  - remove: [/draft]
  - type: type
containers:
  posts: { entities: [post], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /postId }
`;

/** Several batches of documents, with everything in between that is noted or rejected. */
function records(count: number): string {
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    if (i % 97 === 0) lines.push(`{"id":"broken-${i}",`);
    else if (i % 89 === 0) lines.push(`{"id":"p${i}","comments":"none"}`);
    else if (i % 83 === 0) lines.push('');
    else {
      const comments = Array.from({ length: i % 7 }, (_, k) => ({
        id: k,
        at: `2025-01-0${1 + ((i + k) % 9)}`,
        text: 'x'.repeat(i % 300),
      }));
      const number = i % 50 === 0 ? '9007199254740993' : String(i);
      lines.push(`{"id":"p${i}","draft":true,"number":${number},"comments":${JSON.stringify(comments)}}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

async function ranWith(
  files: Readonly<Record<string, string | Uint8Array>>,
  more: Partial<RunOptions>,
  text: string = PLAN,
): Promise<Ran & { readonly rejectsText: string }> {
  const folder = folderWith({ ...files, 'plan.yaml': text });
  const { plan } = await readPlan(join(folder, 'plan.yaml'), { env: {}, lenientTarget: true });
  const ran = await runIn(folder, plan!, 'folder', more);
  return { ...ran, rejectsText: readFileSync(join(folder, 'state/rejects.ndjson'), 'utf8') };
}

describe('workers', () => {
  const text = records(6_000);

  it.each([
    ['lines', { 'in.ndjson': text }],
    ['several files, one of them gzip', { 'in.a.ndjson': text, 'in.b.gz': gzipSync(text.slice(0, 200_000)) }],
    [
      'an array',
      {
        'in.json': `[${text
          .split('\n')
          .filter((line) => line.endsWith('}'))
          .join(',\n')}]`,
      },
    ],
  ])('leave files, rejects and a report like those of one thread: %s', async (_, files) => {
    const alone = await ranWith(files, { workers: 0 });
    const shared = await ranWith(files, { workers: 2, workersFrom: 0 });
    expect(shared.files).toEqual(alone.files);
    expect(shared.rejectsText).toBe(alone.rejectsText);
    expect(shared.exitStatus).toBe(EXIT_STATUS.rejects);
    const { entities, findings, lost, balance, containers, source, rejected } = alone.report;
    expect(shared.report).toMatchObject({ entities, findings, lost, balance, containers, source, rejected });
  });

  it('count the same paths apart where data serves as keys', async () => {
    const bags = Array.from({ length: 1500 }, (_, i) => `{"id":"${i}","draft":{"k${i % 1200}":"${'x'.repeat(2000)}"}}`);
    const pick = PLAN.replace('remove: [/draft]', 'pick: [/id, /draft/none]');
    const alone = await ranWith({ 'in.ndjson': bags.join('\n') }, { workers: 0 }, pick);
    const shared = await ranWith({ 'in.ndjson': bags.join('\n') }, { workers: 2, workersFrom: 0 }, pick);
    expect(alone.report.lost).toHaveLength(1001);
    expect(alone.report.lost.reduce((sum, { count }) => sum + count, 0)).toBe(1500);
    expect(shared.report.lost).toEqual(alone.report.lost);
  });

  it('hand over in parts what comes to far more than was read', async () => {
    const plan = PLAN.replace('remove: [/draft]', `set: { /draft: "${'x'.repeat(9_000)}" }`);
    const alone = await ranWith({ 'in.ndjson': text }, { workers: 0 }, plan);
    const shared = await ranWith({ 'in.ndjson': text }, { workers: 2, workersFrom: 0 }, plan);
    expect(shared.files).toEqual(alone.files);
    expect(shared.rejectsText).toBe(alone.rejectsText);
    const { entities, findings, balance, containers, source } = alone.report;
    expect(shared.report).toMatchObject({ entities, findings, balance, containers, source });
  });

  it('keep what was under way when the run is stopped', async () => {
    const stop = new AbortController();
    const ran = await ranWith(
      { 'in.ndjson': text },
      { workers: 2, workersFrom: 0, signal: stop.signal, onProgress: () => stop.abort() },
    );
    expect(ran.exitStatus).toBe(EXIT_STATUS.interrupted);
    expect(ran.report.balance.ok).toBe(true);
    expect(ran.report.entities['post']!.read).toBeGreaterThan(0);
    expect(Object.keys(ran.files)).toEqual(['comments.ndjson.partial', 'posts.ndjson.partial']);
  });

  it('work by the plan that the run began with, whatever becomes of its file', async () => {
    const folder = folderWith({ 'in.ndjson': text, 'plan.yaml': PLAN });
    const { plan } = await readPlan(join(folder, 'plan.yaml'), { env: {}, lenientTarget: true });
    rmSync(join(folder, 'plan.yaml'));
    const shared = await runIn(folder, plan!, 'folder', { workers: 1, workersFrom: 0 });
    const alone = await ranWith({ 'in.ndjson': text }, { workers: 0 });
    expect(shared.files).toEqual(alone.files);
  });
});
