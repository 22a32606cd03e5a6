// Are exactly the first N records read, whatever the sources are and whoever works on them?
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPlan } from '../../src/plan/read.ts';
import type { RunOptions } from '../../src/run.ts';
import { Store } from '../../src/state/store.ts';
import { folderWith, type Ran, runIn } from './running.ts';

const PLAN = `version: 1
name: limited
source: { file: "in.*", entity: post }
containers:
  posts: { entities: [post], partitionKey: /id }
`;

const BROKEN = '{"id":';

/** Every tenth record is broken, and there are blank lines between them. */
function records(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) =>
    (from + i) % 10 === 9 ? BROKEN : `{"id":"${from + i}","text":"${'x'.repeat((from + i) % 90)}"}`,
  );
}

const ALL = records(0, 9_000);
const lines = (from: number, to: number): string => `${ALL.slice(from, to).join('\n\n')}\n`;

const SOURCES = {
  'one file': { 'in.ndjson': lines(0, 9_000) },
  'three files, one of them gzip': {
    'in.a.ndjson': lines(0, 3_000),
    'in.b.gz': gzipSync(lines(3_000, 5_000)),
    'in.c.ndjson': lines(5_000, 9_000),
  },
};

async function ranWith(
  folder: string,
  more: Partial<RunOptions>,
  kind: 'folder' | 'embedded' = 'folder',
): Promise<Ran & { readonly rejectsText: string }> {
  const { plan } = await readPlan(join(folder, 'plan.yaml'), { env: {}, lenientTarget: true });
  const ran = await runIn(folder, plan!, kind, more);
  return { ...ran, rejectsText: readFileSync(join(folder, 'state/rejects.ndjson'), 'utf8') };
}

function expected(limit: number): { readonly written: string[]; readonly rejected: number } {
  const read = ALL.slice(0, limit);
  return {
    written: read.filter((record) => record !== BROKEN),
    rejected: read.filter((record) => record === BROKEN).length,
  };
}

describe.each(Object.entries(SOURCES))('a limited run over %s', (_name, files) => {
  it.each([1, 9, 10, 2_999, 3_000, 3_001, 4_567, 8_999, 9_000, 20_000])('reads the first %i records', async (limit) => {
    const folder = folderWith({ ...files, 'plan.yaml': PLAN });
    const ran = await ranWith(folder, { limit });
    const { written, rejected } = expected(limit);
    expect(ran.files['posts.ndjson']).toEqual(written);
    expect(ran.rejects).toHaveLength(rejected);
    expect(ran.report.source.documents).toBe(Math.min(limit, 9_000));
    expect(ran.report.limit).toBe(limit);
    expect(ran.report.balance.ok).toBe(true);
    expect(ran.exitStatus).toBe(rejected > 0 ? 9 : 0);
  });

  it('reads the same with worker threads', async () => {
    const folder = folderWith({ ...files, 'plan.yaml': PLAN });
    const ran = await ranWith(folder, { limit: 4_567, workers: 2, workersFrom: 0 });
    expect(ran.files['posts.ndjson']).toEqual(expected(4_567).written);
    expect(ran.rejects).toHaveLength(expected(4_567).rejected);
  });

  it('comes to the same end when it is stopped and goes on', async () => {
    const folder = folderWith({ ...files, 'plan.yaml': PLAN });
    const stop = new AbortController();
    const options = { limit: 6_543, signal: stop.signal, onProgress: () => stop.abort() };
    const stopped = await ranWith(folder, options);
    expect(stopped.exitStatus).toBe(4);
    const store = Store.open(join(folder, 'state'));
    expect(store.saved!.limit).toBe(6_543);
    expect(store.saved!.positions[0]!.index).toBeGreaterThan(0);
    store.close();
    const ran = await ranWith(folder, { limit: 6_543 });
    expect(ran.files['posts.ndjson']).toEqual(expected(6_543).written);
    expect(ran.rejects).toHaveLength(expected(6_543).rejected);
    expect(ran.report.source.documents).toBe(6_543);
  });

  it('leaves a rehearsal the text of its late rejects', async () => {
    const twins = { 'in.ndjson': '{"id":"a","n":1}\n{"id":"a","n":2}\n{"id":"a","n":3}\n' };
    const ran = await ranWith(folderWith({ ...twins, 'plan.yaml': PLAN }), { limit: 2 }, 'embedded');
    expect(ran.rejects).toMatchObject([{ code: 'ID_DUPLICATE', original: '{"id":"a","n":2}' }]);
  });
});

it('counts no bytes behind the last record', async () => {
  const folder = folderWith({ 'in.ndjson': '{"id":"a"}\n\n{"id":"b"}\n', 'plan.yaml': PLAN });
  expect((await ranWith(folder, { limit: 1 })).report.source).toMatchObject({ documents: 1, bytes: 12 });
});

it('takes the first elements of an array, one object, and large records', async () => {
  const elements = Array.from(
    { length: 50 },
    (_, i) => `{"id":"${i}","text":"${'x'.repeat(i % 7 === 3 ? 300_000 : 10)}"}`,
  );
  const folder = folderWith({ 'in.json': `[${elements.join(', ')}]`, 'plan.yaml': PLAN });
  for (const limit of [1, 4, 10, 11, 49, 50, 51]) {
    const ran = await ranWith(folder, { limit });
    expect(ran.files['posts.ndjson']).toEqual(elements.slice(0, limit));
    expect(ran.exitStatus).toBe(0);
  }
  const one = folderWith({ 'in.json': '{\n"id": "1" }', 'plan.yaml': PLAN });
  expect((await ranWith(one, { limit: 1 })).files['posts.ndjson']).toEqual(['{"id":"1"}']);
});
