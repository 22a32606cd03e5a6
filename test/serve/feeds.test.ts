import { describe, expect, it } from 'vitest';
import { ChangeFeedStartFrom, type Container } from '@azure/cosmos';
import { clientOf, localAccount, newContainer, refusal } from './local-account.ts';
import { raw } from './raw-request.ts';

interface Seen {
  readonly ids: readonly string[];
  readonly pages: readonly number[];
  readonly continuation: string;
}

/** Reads until there is nothing left, or so many pages. */
async function changes(
  container: Container,
  from: Parameters<Container['items']['getChangeFeedIterator']>[0],
  most: number = 1000,
): Promise<Seen> {
  const feed = container.items.getChangeFeedIterator<{ id: string }>(from);
  const ids: string[] = [];
  const pages: number[] = [];
  let continuation = '';
  while (pages.length < most) {
    const page = await feed.readNext();
    continuation = page.continuationToken;
    if (page.statusCode === 304) break;
    pages.push(page.count);
    ids.push(...page.result.map(({ id }) => id));
  }
  return { ids, pages, continuation };
}

const BEGINNING = { changeFeedStartFrom: ChangeFeedStartFrom.Beginning() };

describe('the change feed', () => {
  it('gives the latest version of each item once, in the order of changes, and 304 when there is nothing left', async () => {
    const container = await newContainer(await localAccount());
    expect(await changes(container, BEGINNING)).toMatchObject({ ids: [] });
    for (const id of ['1', '2', '3', '4']) await container.items.create({ id, pk: id });
    await container.item('1', '1').replace({ id: '1', pk: '1', n: 2 });
    await container.item('3', '3').delete();
    expect(await changes(container, BEGINNING)).toMatchObject({ ids: ['2', '4', '1'] });
  });

  it('goes on behind a continuation, also by a new client, and from now on', async () => {
    const account = await localAccount();
    const container = await newContainer(account);
    await container.items.create({ id: '1', pk: 'a' });
    const now = await changes(container, { changeFeedStartFrom: ChangeFeedStartFrom.Now() });
    const { continuation } = await changes(container, BEGINNING);
    await container.items.create({ id: '2', pk: 'b' });
    for (const token of [now.continuation, continuation]) {
      const again = clientOf(account.server).database('shop').container('main');
      const seen = await changes(again, { changeFeedStartFrom: ChangeFeedStartFrom.Continuation(token) });
      expect(seen.ids).toEqual(['2']);
    }
  });

  it('starts at a time, counted in seconds', async () => {
    let now = 1_700_000_000_000;
    const container = await newContainer(await localAccount({ now: () => now }));
    for (const id of ['1', '2', '3']) {
      await container.items.create({ id, pk: id });
      now += 10_000;
    }
    const start = ChangeFeedStartFrom.Time(new Date(1_700_000_010_000));
    expect((await changes(container, { changeFeedStartFrom: start })).ids).toEqual(['2', '3']);
  });

  it('is read by ranges, which together hold every item once', async () => {
    const container = await newContainer(await localAccount({ ranges: 4 }));
    const ids = Array.from({ length: 200 }, (_, i) => String(i));
    await container.items.bulk(
      ids.slice(0, 100).map((id) => ({ operationType: 'Create', resourceBody: { id, pk: id } })),
    );
    await container.items.bulk(ids.slice(100).map((id) => ({ operationType: 'Create', resourceBody: { id, pk: id } })));
    const found: string[] = [];
    for (const range of await container.getFeedRanges()) {
      const seen = await changes(container, {
        changeFeedStartFrom: ChangeFeedStartFrom.Beginning(range),
        maxItemCount: 7,
      });
      expect(seen.ids.length).toBeGreaterThan(20);
      expect(Math.max(...seen.pages)).toBe(7);
      found.push(...seen.ids);
    }
    expect(found.toSorted()).toEqual(ids.toSorted());
    expect((await changes(container, { ...BEGINNING, maxItemCount: 11 })).ids.toSorted()).toEqual(ids.toSorted());
  });

  it('is read for one partition key, and for the first levels of one', async () => {
    const container = await newContainer(await localAccount({ ranges: 3 }), {
      partitionKey: { paths: ['/a', '/b'], kind: 'MultiHash', version: 2 } as never,
    });
    for (const [a, b] of [
      ['x', '1'],
      ['x', '2'],
      ['y', '1'],
      ['x', null],
    ]) {
      await container.items.create({ id: `${a}${b}`, a, b });
    }
    const of = async (key: unknown): Promise<readonly string[]> =>
      (await changes(container, { changeFeedStartFrom: ChangeFeedStartFrom.Beginning(key as never) })).ids;
    expect(await of(['x', '1'])).toEqual(['x1']);
    expect(await of(['x', null])).toEqual(['xnull']);
    expect(await of(['x'])).toEqual(['x1', 'x2', 'xnull']);
  });

  it('does not tear apart what changed at once', async () => {
    const container = await newContainer(await localAccount());
    const batch = (from: number): Promise<unknown> =>
      container.items.batch(
        [0, 1, 2].map((i) => ({ operationType: 'Create', resourceBody: { id: String(from + i), pk: 'p' } })),
        'p',
      );
    await batch(0);
    await batch(3);
    const seen = await changes(container, { ...BEGINNING, maxItemCount: 2 });
    expect(seen).toMatchObject({ ids: ['0', '1', '2', '3', '4', '5'], pages: [3, 3] });
    const numbers = container.items.getChangeFeedIterator<{ _lsn: number }>(BEGINNING);
    expect((await numbers.readNext()).result.map(({ _lsn }) => _lsn)).toEqual([1, 1, 1, 2, 2, 2]);
  });

  it('leaves out what has expired', async () => {
    let now = 1_700_000_000_000;
    const container = await newContainer(await localAccount({ now: () => now }), { defaultTtl: -1 });
    await container.items.create({ id: 'ever', pk: 'p' });
    await container.items.create({ id: 'short', pk: 'p', ttl: 2 });
    now += 2000;
    expect((await changes(container, BEGINNING)).ids).toEqual(['ever']);
  });

  it('notices a container that was made anew, and refuses what it does not have', async () => {
    const account = await localAccount();
    const container = await newContainer(account);
    await container.items.create({ id: '1', pk: 'a' });
    const { continuation } = await changes(container, BEGINNING);
    await container.delete();
    await newContainer(account);
    const again = clientOf(account.server).database('shop').container('main');
    const start = ChangeFeedStartFrom.Continuation(continuation);
    const { text } = await refusal(changes(again, { changeFeedStartFrom: start }));
    expect(text).toContain('not for the current container definition');
    const full = await raw(account, 'GET', 'docs', undefined, ['a'], { 'a-im': 'Full-Fidelity Feed' });
    expect(full.status).toBe(400);
    const gone = await raw(account, 'GET', 'docs', undefined, undefined, {
      'a-im': 'Incremental Feed',
      'x-ms-documentdb-partitionkeyrangeid': '5',
    });
    expect([gone.status, gone.headers.get('x-ms-substatus')]).toEqual([410, '1002']);
  });
});

describe('all items', () => {
  it('are read page by page, of the whole container and of one partition key', async () => {
    const container = await newContainer(await localAccount({ ranges: 3 }));
    const ids = Array.from({ length: 25 }, (_, i) => String(i));
    for (const id of ids) await container.items.create({ id, pk: `k${Number(id) % 2}` });
    const { resources } = await container.items.readAll({ maxItemCount: 4 }).fetchAll();
    expect(resources.map(({ id }) => id)).toEqual(ids);
    const odd = await container.items.readAll({ partitionKey: 'k1', maxItemCount: 4 }).fetchAll();
    expect(odd.resources.map(({ id }) => id)).toEqual(ids.filter((id) => Number(id) % 2 === 1));
    const pages = container.items.readAll({ maxItemCount: 10 });
    const first = await pages.fetchNext();
    const rest = container.items.readAll({ maxItemCount: 10, continuationToken: first.continuationToken });
    expect((await rest.fetchAll()).resources.map(({ id }) => id)).toEqual(ids.slice(10));
  });

  it('are read range by range by a client that plans its queries', async () => {
    const container = await newContainer(await localAccount({ ranges: 3 }));
    const ids = Array.from({ length: 30 }, (_, i) => String(i));
    for (const id of ids) await container.items.create({ id, pk: id });
    const options = { maxItemCount: 5, enableQueryControl: true, forceQueryPlan: true };
    const { resources } = await container.items.query<{ id: string }>('SELECT * FROM c', options).fetchAll();
    expect(resources.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  it('of more than an answer may hold come in several', async () => {
    const container = await newContainer(await localAccount());
    for (const id of ['1', '2', '3', '4']) await container.items.create({ id, pk: 'p', s: 'x'.repeat(1_200_000) });
    const pages = container.items.readAll({ maxItemCount: 100 });
    expect((await pages.fetchNext()).resources).toHaveLength(2);
    expect((await pages.fetchNext()).resources).toHaveLength(2);
  });
});
