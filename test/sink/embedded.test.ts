import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { containerPlan, runEmbedded } from './embedded-run.ts';

const PEOPLE = [
  { id: '1', company: 'acme', email: 'ana@example.com', address: { zipcode: '1' } },
  { id: '2', company: 'acme', email: 'ANA@example.com', address: { zipcode: '2' } },
  { id: '3', company: 'acme', email: 'ana@example.com', address: { zipcode: '3' } },
  { id: '4', company: 'beta', email: 'ana@example.com', address: { zipcode: '1' } },
  { id: '5', company: 'beta', address: { ZipCode: '5' } },
  { id: '6', company: 'beta', email: null, address: { ZipCode: '6' } },
  { id: '1', company: 'beta', email: 'ed@example.com', address: { zipcode: '9' } },
];

describe('the embedded sink', () => {
  it('rejects who comes later with a unique value of the same partition, and names the winner', async () => {
    const plan = containerPlan('people', '/company', { keys: ['/email', '/address/zipcode'] });
    const { late, lines, summary } = await runEmbedded(
      [plan],
      PEOPLE.map((doc) => ({ doc })),
    );
    expect(late.map(({ id, answer }) => [id, answer])).toEqual([
      [
        '3',
        {
          kind: 'conflict',
          code: 'UNIQUE_KEY_CONFLICT',
          key: { partitionKey: ['acme'], uniqueKey: ['/email'], values: ['ana@example.com'] },
          holder: { id: '1', partitionKey: ['acme'] },
        },
      ],
      [
        '6',
        {
          kind: 'conflict',
          code: 'UNIQUE_KEY_CONFLICT',
          key: { partitionKey: ['beta'], uniqueKey: ['/email'], values: [null] },
          holder: { id: '5', partitionKey: ['beta'] },
        },
      ],
    ]);
    expect(late[0]).toMatchObject({
      entity: 'thing',
      container: 'people',
      origin: { shard: 0, index: 2, ordinal: 0 },
      place: { source: 'things.ndjson', line: 3, offset: 20 },
      text: JSON.stringify(PEOPLE[2]),
    });
    expect(lines['people']).toEqual([0, 1, 3, 4, 6].map((i) => JSON.stringify(PEOPLE[i])));
    const bytes = lines['people']!.map((line) => line.length);
    expect(summary.containers).toEqual([
      {
        label: 'people',
        documents: 5,
        bytes: bytes.reduce((a, b) => a + b),
        maxItemBytes: Math.max(...bytes),
        logicalPartitions: 2,
        largestPartition: { key: ['beta'], documents: 3, bytes: bytes[2]! + bytes[3]! + bytes[4]! },
        uniqueConflicts: 2,
      },
    ]);
  });

  it('tells of null and misspelt values at the paths of unique keys', async () => {
    const plan = containerPlan('people', '/company', { keys: ['/email', '/address/zipcode'] });
    const { notices } = await runEmbedded(
      [plan],
      PEOPLE.map((doc) => ({ doc })),
    );
    const count = (code: string, path: string): number =>
      notices
        .filter((notice) => notice.code === code && notice.path === path)
        .reduce((sum, notice) => sum + (notice.count ?? 1), 0);
    expect(count('UNIQUE_KEY_NULL', '/email')).toBe(2);
    expect(count('UNIQUE_KEY_NULL', '/address/zipcode')).toBe(2);
    expect(count('UNIQUE_KEY_PATH_CASE', '/address/zipcode')).toBe(2);
    expect(count('UNIQUE_KEY_NEAR_DUPLICATE', '/email')).toBe(2);
    expect(notices.find(({ code }) => code === 'UNIQUE_KEY_PATH_CASE')?.details).toMatchObject({
      seen: '/address/ZipCode',
    });
  });

  it('lets a document that was refused occupy nothing', async () => {
    const plan = containerPlan('c', '/pk', { keys: ['/a', '/b'] });
    const { late, lines } = await runEmbedded(
      [plan],
      [
        { doc: { id: '1', pk: 'p', a: 1, b: 1 } },
        { doc: { id: '2', pk: 'p', a: 1, b: 2 } },
        { doc: { id: '2', pk: 'p', a: 3, b: 2 } },
        { doc: { id: '4', pk: 'p', a: 4, b: 2 } },
      ],
    );
    expect(late.map(({ id, origin }) => [id, origin.index])).toEqual([
      ['2', 1],
      ['4', 3],
    ]);
    expect(late[1]?.answer).toMatchObject({ holder: { id: '2' }, key: { uniqueKey: ['/b'] } });
    expect(lines['c']).toHaveLength(2);
  });

  it('merges the same id with equal content and rejects it with other content', async () => {
    const { late, lines } = await runEmbedded(
      [containerPlan('c', '/pk', { keys: ['/n'] })],
      [
        { doc: '{"id":"1","pk":"p","n":1,"m":{"a":1,"b":2}}' },
        { doc: '{"m":{"b":2.0,"a":1e0},"n":1,"pk":"p","id":"1"}' },
        { doc: '{"id":"1","pk":"p","n":2,"m":9007199254740993}' },
        { doc: '{"id":"1","pk":"q","n":1}' },
      ],
    );
    expect(late.map(({ answer }) => answer.kind)).toEqual(['same', 'conflict']);
    expect(late[1]?.answer).toMatchObject({
      code: 'ID_DUPLICATE',
      key: { uniqueKey: ['/id'], values: ['1'] },
      holder: { id: '1' },
    });
    expect(lines['c']).toHaveLength(2);
  });

  it('keeps equal content apart by exact value', async () => {
    const { late } = await runEmbedded(
      [containerPlan('c', '/pk')],
      [{ doc: '{"id":"1","pk":"p","n":9007199254740993}' }, { doc: '{"id":"1","pk":"p","n":9007199254740992}' }],
    );
    expect(late.map(({ answer }) => answer.kind)).toEqual(['conflict']);
  });

  it('drops the five system properties and keeps everything that only looks like one', async () => {
    const { lines } = await runEmbedded(
      [containerPlan('c', '/pk')],
      [
        {
          doc: '{"id":"1","_rid":"x","pk":"a","_self":"s","_etag":"e","\\u005fattachments":"a","_ts":1,"_lsn":7,"in":{"_ts":2}}',
        },
      ],
    );
    expect(lines['c']).toEqual(['{"id":"1","pk":"a","_lsn":7,"in":{"_ts":2}}']);
  });

  it('refuses a repeated key unless the source says that the last one counts', async () => {
    const doc = '{"id":"d1","pk":"p","qty":1,"qty":2,"line":[{"sku":"A","sku":"B"}]}';
    const strict = await runEmbedded([containerPlan('c', '/pk')], [{ doc }]);
    expect(strict.refused).toMatchObject([{ kind: 'rejected', rejection: { code: 'DUPLICATE_KEY', path: '/qty' } }]);
    const last = await runEmbedded([containerPlan('c', '/pk')], [{ doc, shard: 3 }], {
      takesLastKeys: (shard) => shard === 3,
    });
    expect(last.lines['c']).toEqual(['{"id":"d1","pk":"p","qty":2,"line":[{"sku":"B"}]}']);
  });

  it('rejects a family as a whole when a member loses its key, in other containers too, and keeps its keys occupied', async () => {
    const { late, lines } = await runEmbedded(
      [containerPlan('posts', '/id', { keys: ['/slug'] }), containerPlan('comments', '/id')],
      [
        { doc: { id: 'c1' }, container: 'comments', index: 0 },
        { doc: { id: 'p1' }, container: 'posts', index: 1, family: 1 },
        { doc: { id: 'c1', other: true }, container: 'comments', index: 1, ordinal: 1, parent: 0, family: 1 },
        { doc: { id: 'c2' }, container: 'comments', index: 1, ordinal: 2, parent: 0, family: 1 },
        { doc: { id: 'c3' }, container: 'comments', index: 1, ordinal: 3, parent: 0 },
        { doc: { id: 'p1', again: true }, container: 'posts', index: 2 },
      ],
    );
    expect(late.map(({ id, origin, answer }) => [id, origin.index, origin.ordinal, answer.kind])).toEqual([
      ['p1', 1, 0, 'rejected'],
      ['c1', 1, 1, 'conflict'],
      ['c2', 1, 2, 'rejected'],
      ['p1', 2, 0, 'conflict'],
    ]);
    expect(lines).toEqual({ posts: [], comments: ['{"id":"c1"}', '{"id":"c3"}'] });
  });

  it('counts the children that stay when their parent loses its key', async () => {
    const { notices } = await runEmbedded(
      [containerPlan('posts', '/pk'), containerPlan('comments', '/id')],
      [
        { doc: { id: 'p1', pk: 1 }, index: 0, ordinal: 0 },
        { doc: { id: 'c0' }, container: 'comments', index: 0, ordinal: 1, parent: 0 },
        { doc: { id: 'p1', pk: 1, other: 1 }, index: 1, ordinal: 0 },
        { doc: { id: 'c1' }, container: 'comments', index: 1, ordinal: 1, parent: 0 },
        { doc: { id: 'c2' }, container: 'comments', index: 1, ordinal: 2, parent: 0 },
      ],
    );
    const orphans = notices.filter(({ code }) => code === 'PARENT_REJECTED');
    expect(orphans.map(({ example }) => example?.id)).toEqual(['c1', 'c2']);
  });

  it('stops with status 3 where the plan says that a conflict aborts', async () => {
    const plan = containerPlan('c', '/pk', { onConflict: 'abort' });
    const run = runEmbedded([plan], [{ doc: { id: '1', pk: 1 } }, { doc: { id: '1', pk: 1, n: 1 } }]);
    await expect(run).rejects.toMatchObject({
      exitStatus: 3,
      message: expect.stringContaining('onConflict: abort') as string,
    });
  });

  it('leaves the segment, its sorted key tables and its policies in the folder of the container', async () => {
    const plan = containerPlan('people', ['/company', '/team'], { keys: ['/email'], defaultTtl: 60, name: 'people-2' });
    const docs = PEOPLE.map((doc, i) => ({ doc: { ...doc, id: String(i) } }));
    const { inspected, lines } = await runEmbedded([plan], docs, {
      inspect: (folder) => ({
        files: readdirSync(join(folder, 'people')).toSorted(),
        manifest: JSON.parse(readFileSync(join(folder, 'people/container.json'), 'utf8')) as unknown,
        ids: entriesOf(readFileSync(join(folder, 'people/keys-id.bin'))),
        refused: [...new Uint32Array(Uint8Array.from(readFileSync(join(folder, 'people/refused.bin'))).buffer)],
        segment: readFileSync(join(folder, 'people/segment.ndjson'), 'utf8').split('\n').slice(0, -1),
      }),
    });
    const { files, manifest, ids, refused, segment } = inspected as Inspected;
    expect(files).toEqual([
      'container.json',
      'keys-id.bin',
      'keys-unique-1.bin',
      'records.bin',
      'refused.bin',
      'segment.ndjson',
    ]);
    expect(manifest).toMatchObject({
      format: 1,
      label: 'people',
      name: 'people-2',
      partitionKey: { paths: ['/company', '/team'], kind: 'MultiHash', version: 2 },
      uniqueKeyPolicy: { uniqueKeys: [{ paths: ['/email'] }] },
      defaultTtl: 60,
      documents: 7,
      refused: 2,
    });
    expect(refused).toEqual([2, 5]);
    expect(segment.filter((_, i) => !refused.includes(i))).toEqual(lines['people']);
    expect(ids.map(({ hash }) => hash)).toEqual(ids.map(({ hash }) => hash).toSorted((a, b) => (a < b ? -1 : 1)));
    expect(ids.map(({ document }) => document).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

interface Inspected {
  readonly files: string[];
  readonly manifest: unknown;
  readonly ids: { readonly hash: bigint; readonly document: number }[];
  readonly refused: number[];
  readonly segment: string[];
}

function entriesOf(bytes: Buffer): Inspected['ids'] {
  const words = new Uint32Array(Uint8Array.from(bytes).buffer);
  return Array.from({ length: words.length / 4 }, (_, i) => ({
    hash: (BigInt(words[i * 4]!) << 32n) | BigInt(words[i * 4 + 1]!),
    document: words[i * 4 + 2]!,
  }));
}
