import { describe, expect, it } from 'vitest';
import { noticePartitions } from '../../src/container/partitions.ts';
import type { Notice } from '../../src/document/notice.ts';
import { containerPlan, runEmbedded, type RunResult } from './embedded-run.ts';

async function findings(
  plan: ReturnType<typeof containerPlan>,
  docs: readonly unknown[],
): Promise<RunResult & { found: Record<string, number> }> {
  const result = await runEmbedded(
    [plan],
    docs.map((doc) => ({ doc })),
  );
  const found: Record<string, number> = {};
  for (const { code, path, count = 1 } of result.notices) {
    const name = path === undefined ? code : `${code} ${path}`;
    found[name] = (found[name] ?? 0) + count;
  }
  return { ...result, found };
}

const pk = containerPlan('c', '/pk');
const codes = ({ refused }: RunResult): unknown[] =>
  refused.map((one) => (one.kind === 'rejected' ? one.rejection.code : one.kind));

describe('what a run refuses before the container', () => {
  it('ids that the service takes and cannot find again, and all that it refuses', async () => {
    const ids = ['a/b', 'a\\b', 'a#b', '', '  ', 5, null, 'x'.repeat(1024), '\u00e9'.repeat(512)];
    const result = await findings(pk, [
      ...ids.map((id) => ({ id, pk: 1 })),
      { pk: 1 },
      { id: '\u00e9'.repeat(511), pk: 1 },
    ]);
    expect(codes(result)).toEqual([...ids.map(() => 'ID_INVALID'), 'ID_MISSING']);
    expect(result.lines['c']).toHaveLength(1);
  });

  it('partition keys that are no scalars or too long', async () => {
    const result = await findings(pk, [
      { id: '1', pk: {} },
      { id: '2', pk: ['a'] },
      { id: '3', pk: 'k'.repeat(2049) },
      { id: '4', pk: 'k'.repeat(2048) },
    ]);
    expect(codes(result)).toEqual(['PARTITION_KEY_INVALID', 'PARTITION_KEY_INVALID', 'PARTITION_KEY_TOO_LONG']);
  });

  it('documents that are too large or too deep, measured as they would be sent', async () => {
    const sized = (size: number): string =>
      `{ "id":"${size}", "pk":1, "s":"${'x'.repeat(size - `{"id":"${size}","pk":1,"s":""}`.length)}" }`;
    const deep = (levels: number): string => `{"id":"d","pk":1,"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    const result = await findings(pk, [
      sized(2_097_152),
      sized(2_097_153),
      sized(2_000_000),
      sized(1_999_999),
      deep(128),
      deep(129),
    ]);
    expect(codes(result)).toEqual(['ITEM_TOO_LARGE', 'ITEM_TOO_DEEP']);
    expect(result.found).toEqual({ ITEM_NEARLY_TOO_LARGE: 2 });
    expect(result.summary.containers[0]).toMatchObject({ documents: 4, maxItemBytes: 2_097_152 });
  });

  it('a time to live that the service refuses, where the container has a default', async () => {
    const docs = [0, null, -2, '60', 1.5, -1, 60].map((ttl, i) => ({ id: String(i), pk: 1, ttl }));
    expect(codes(await findings(containerPlan('c', '/pk', { defaultTtl: -1 }), docs))).toEqual(
      Array(5).fill('TTL_INVALID'),
    );
    expect(codes(await findings(pk, docs))).toEqual([]);
  });
});

describe('what a run tells of a container', () => {
  it('ids that make trouble', async () => {
    const ids = ['a?b', 'a%b', 'a\tb', ' a', 'a ', 'a\u0085b', 'plain', 'caf\u00e9', 'in side'];
    const { found, notices } = await findings(
      pk,
      ids.map((id) => ({ id, pk: 1 })),
    );
    expect(found).toEqual({ 'ID_RISKY /id': 6 });
    expect(notices[0]?.example).toMatchObject({ id: 'a?b', place: { source: 'things.ndjson', line: 1 } });
  });

  it('missing and null partition keys, and types that mix', async () => {
    const docs = [{ pk: 1 }, { pk: '1' }, { pk: 1.5 }, { pk: null }, {}, {}].map((doc, i) => ({
      id: String(i),
      ...doc,
    }));
    const { found, notices, summary } = await findings(pk, docs);
    expect(found).toEqual({ 'PARTITION_KEY_MISSING /pk': 3, 'MIXED_TYPES /pk': 1 });
    expect(notices[0]?.details).toEqual({ missing: 2, null: 1 });
    expect(notices.find(({ code }) => code === 'MIXED_TYPES')?.details).toEqual({ types: { string: 1, number: 2 } });
    expect(summary.containers[0]?.logicalPartitions).toBe(5);
  });

  it('names that only look like those of a unique key, with their number', async () => {
    const docs = [
      { address: { ZipCode: 1 } },
      { address: { ZipCode: 2 } },
      { Address: { zipcode: 3 } },
      { address: { 'zip\u200bcode ': 4 } },
      { zip: 5 },
    ];
    const { found, notices } = await findings(
      containerPlan('c', '/id', { keys: ['/address/zipcode'] }),
      docs.map((doc, i) => ({ id: String(i), ...doc })),
    );
    expect(found).toMatchObject({ 'UNIQUE_KEY_NULL /address/zipcode': 5, 'UNIQUE_KEY_PATH_CASE /address/zipcode': 4 });
    expect(notices.find(({ code }) => code === 'UNIQUE_KEY_PATH_CASE')?.details).toEqual({
      seen: '/address/ZipCode',
      spellings: { '/address/ZipCode': 2, '/Address/zipcode': 1, '/address/zip\u200bcode ': 1 },
    });
  });

  it('arrays on the way of a unique key, and names in which something cannot be seen', async () => {
    const { notices } = await findings(containerPlan('c', '/id', { keys: ['/a/b', '/ISO'] }), [
      { id: '1', a: [{ b: 1 }], '\ufeffISO': 1 },
      { id: '2', a: { b: 1 }, '\ufeffISO': 2 },
    ]);
    const message = (code: string, path: string): string | undefined =>
      notices.find((notice) => notice.code === code && notice.path === path)?.message;
    expect(message('UNIQUE_KEY_NULL', '/a/b')).toContain('In 1 of them an array lies on the way');
    expect(message('UNIQUE_KEY_PATH_CASE', '/ISO')).toContain('/"\\ufeffISO" (2)');
  });

  it('values of a unique key that are nearly the same within a partition', async () => {
    const emails = ['Kim@example.com', 'kim@example.com', 'kim@example.com ', 'caf\u00e9', 'cafe\u0301', 'other'];
    const docs = [...emails.map((email) => ({ co: 'c', email })), { co: 'd', email: 'KIM@example.com' }];
    const { found } = await findings(
      containerPlan('c', '/co', { keys: ['/email'] }),
      docs.map((doc, i) => ({ id: String(i), ...doc })),
    );
    expect(found).toEqual({ 'UNIQUE_KEY_NEAR_DUPLICATE /email': 5 });
  });

  it('unique values that are no scalars, as something that nobody can predict', async () => {
    const docs = [{ a: { zip: 1 } }, { a: { zip: 2 } }, { a: ['1'] }].map((doc, i) => ({
      id: String(i),
      pk: 'p',
      ...doc,
    }));
    const { found, late } = await findings(containerPlan('c', '/pk', { keys: ['/a'] }), docs);
    expect(found).toEqual({ 'UNIQUE_KEY_NOT_SCALAR /a': 3, 'MIXED_TYPES /a': 1 });
    expect(late).toEqual([]);
  });

  it('integers that are one key because they share a double', async () => {
    const { found, late } = await findings(containerPlan('c', '/pk', { keys: ['/n'] }), [
      '{"id":"1","pk":"p","n":9007199254740992}',
      '{"id":"2","pk":"p","n":9007199254740993}',
      '{"id":"3","pk":"p","n":9007199254740994}',
      '{"id":"4","pk":"p","n":9007199254740992.0}',
    ]);
    expect(late.map(({ id }) => id)).toEqual(['2', '4']);
    expect(found).toEqual({ 'NUMBER_UNSAFE /n': 1 });
  });

  it('more properties than analytics mirroring takes, arrays counted as one', async () => {
    const many = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, i]));
    const { found } = await findings(pk, [
      { id: '1', pk: 1, in: many(998) },
      { id: '2', pk: 1, in: many(997) },
      { id: '3', pk: 1, list: [many(1500)] },
    ]);
    expect(found).toEqual({ TOO_MANY_PROPERTIES: 1 });
  });

  it('one partition that holds much of the data, once there is enough to say so', async () => {
    const docs = (count: number): object[] =>
      Array.from({ length: count }, (_, i) => ({ id: String(i), pk: i % 4 === 0 ? 'hot' : i }));
    expect((await findings(pk, docs(999))).found).toEqual({ 'MIXED_TYPES /pk': 250 });
    expect((await findings(pk, docs(1000))).found).toMatchObject({ PARTITION_HOT: 1 });
  });

  it('a partition that heads for 20 GB', () => {
    const notices: Notice[] = [];
    const largest = { documents: 10, bytes: 12e9, member: 0 };
    const counts = { documents: 1e6, bytes: 100e9, maxItemBytes: 1e6, logicalPartitions: 1e5, largest };
    noticePartitions(counts, ['t'], 'c', (notice) => notices.push(notice));
    noticePartitions({ ...counts, largest: { ...largest, bytes: 9e9 } }, ['t'], 'c', (notice) => notices.push(notice));
    expect(notices.map(({ code }) => code)).toEqual(['PARTITION_TOO_LARGE']);
  });
});
