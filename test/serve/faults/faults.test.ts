import { type Container, CosmosClient } from '@azure/cosmos';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Fault } from '../../../src/serve/faults/fault.ts';
import type { RequestKind } from '../../../src/serve/request-kind.ts';
import { type LocalAccount, localAccount, newContainer, refusal } from '../local-account.ts';
import { raw, type RawAnswer } from '../raw-request.ts';

/** An account with a container, and these faults from then on. */
async function faulty(...faults: readonly Fault[]): Promise<LocalAccount & { readonly container: Container }> {
  const account = await localAccount({ seed: 5 });
  const container = await newContainer(account);
  for (const fault of faults) account.server.faults.add(fault);
  return { ...account, container };
}

const bulk = { 'x-ms-cosmos-is-batch-request': 'true', 'x-ms-documentdb-partitionkeyrangeid': '0' };

async function sendBulk(account: LocalAccount, count: number, from = 0): Promise<RawAnswer> {
  const operations = Array.from({ length: count }, (_, at) => ({
    operationType: 'Create',
    partitionKey: '["p"]',
    resourceBody: { id: String(from + at), pk: 'p' },
  }));
  return raw(account, 'POST', 'docs', JSON.stringify(operations), undefined, bulk);
}

async function idsIn(account: LocalAccount): Promise<readonly string[]> {
  const container = account.client.database('shop').container('main');
  return (await container.items.readAll<{ id: string }>().fetchAll()).resources.map(({ id }) => id);
}

describe('a fault that refuses', () => {
  it.each<[Fault, number, string | null]>([
    [{ fault: 'timeout' }, 408, null],
    [{ fault: 'range-gone' }, 410, '1002'],
    [{ fault: 'range-locked' }, 410, '1007'],
    [{ fault: 'precondition' }, 412, null],
    [{ fault: 'too-large' }, 413, null],
    [{ fault: 'response-too-large' }, 413, '3402'],
    [{ fault: 'throttled' }, 429, '3200'],
    [{ fault: 'retry-with' }, 449, null],
    [{ fault: 'error' }, 500, null],
    [{ fault: 'unavailable' }, 503, null],
    [{ fault: 'expired-token' }, 401, null],
    [{ fault: 'refused', status: 403, substatus: 1014 }, 403, '1014'],
  ])('%j answers in the words of the service, and nothing is done', async (fault, status, substatus) => {
    const account = await faulty({ ...fault, on: 'bulk' });
    const answer = await sendBulk(account, 3);
    expect([answer.status, answer.headers.get('x-ms-substatus')]).toEqual([status, substatus]);
    expect(JSON.parse(answer.body)).toMatchObject({ message: expect.stringContaining('told to have') as string });
    expect(await idsIn(account)).toEqual([]);
  });

  it('may say so of what was done', async () => {
    const account = await faulty({ fault: 'timeout', on: 'create', applied: true, times: 1 });
    const item = { id: 'x', pk: 'p' };
    expect(await refusal(account.container.items.create(item))).toMatchObject({ status: 408 });
    expect(await refusal(account.container.items.create(item))).toMatchObject({ status: 409 });
  });

  it('says how long to wait where it throttles, and an SDK that waits gets through', async () => {
    const account = await faulty({ fault: 'throttled', milliseconds: 3, times: 2 });
    const { statusCode, diagnostics } = await account.container.items.create({ id: 'x', pk: 'p' });
    expect(statusCode).toBe(201);
    expect(diagnostics.clientSideRequestStatistics.retryDiagnostics.failedAttempts).toHaveLength(2);
    account.server.faults.add({ fault: 'throttled', milliseconds: 37, on: 'bulk' });
    expect((await sendBulk(account, 1)).headers.get('x-ms-retry-after-ms')).toBe('37');
  });

  it('may befall single operations of a bulk request, while the others are done', async () => {
    const account = await faulty({ fault: 'throttled', on: 'bulk', operations: 0.3, milliseconds: 8 });
    const { status, body } = await sendBulk(account, 100);
    expect(status).toBe(207);
    const results = JSON.parse(body) as { statusCode: number; retryAfterMilliseconds?: number }[];
    const throttled = results.flatMap(({ statusCode }, at) => (statusCode === 429 ? [String(at)] : []));
    expect(throttled.length).toBeGreaterThan(15);
    expect(throttled.length).toBeLessThan(45);
    expect(results.filter(({ retryAfterMilliseconds }) => retryAfterMilliseconds === 8)).toHaveLength(throttled.length);
    expect(results.filter(({ statusCode }) => statusCode === 201)).toHaveLength(100 - throttled.length);
    expect(new Set([...(await idsIn(account)), ...throttled]).size).toBe(100);
  });

  it('may say so of single operations that were done', async () => {
    const account = await faulty({ fault: 'unavailable', on: 'bulk', operations: 0.5, applied: true });
    const results = JSON.parse((await sendBulk(account, 20)).body) as { statusCode: number }[];
    expect(new Set(results.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 503]));
    expect(await idsIn(account)).toHaveLength(20);
  });
});

describe('an accident', () => {
  it('may be a page of HTML, or nothing at all', async () => {
    const account = await faulty({ fault: 'html', times: 1 }, { fault: 'empty', times: 1 });
    const page = await sendBulk(account, 1);
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html']);
    expect(page.body).toContain('<html>');
    const empty = await sendBulk(account, 1);
    expect([empty.status, empty.body]).toEqual([503, '']);
    expect((await sendBulk(account, 1)).status).toBe(200);
  });

  it('may be a reset before the work is done, or behind it', async () => {
    const account = await faulty({ fault: 'reset', times: 1 }, { fault: 'reset', applied: true, times: 1 });
    await expect(sendBulk(account, 2)).rejects.toThrow('fetch failed');
    await expect(sendBulk(account, 2, 10)).rejects.toThrow('fetch failed');
    expect(await idsIn(account)).toEqual(['10', '11']);
  });

  it('may cut the answer in two', async () => {
    const account = await faulty({ fault: 'cut', on: 'bulk', times: 1 });
    await expect(sendBulk(account, 50)).rejects.toThrow('terminated');
    expect(await idsIn(account)).toHaveLength(50);
  });

  it('may be slow', async () => {
    const account = await faulty({ fault: 'slow', milliseconds: 60, times: 1 });
    const before = performance.now();
    expect((await sendBulk(account, 1)).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(55);
  });

  it('may be no answer for ever, which a client ends by its own patience, and a server when it closes', async () => {
    const account = await faulty({ fault: 'hang', on: 'create' });
    const { endpoint, key } = account.server;
    const client = new CosmosClient({ endpoint, key, connectionPolicy: { requestTimeout: 50 } });
    onTestFinished(() => client.dispose());
    const create = client.database('shop').container('main').items.create({ id: 'x', pk: 'p' });
    await expect(create).rejects.toMatchObject({ name: 'TimeoutError' });
    const hanging = raw(account, 'POST', 'docs', '{"id":"y","pk":"p"}', ['p']);
    await expect.poll(() => account.server.faults.planned[0]?.happened).toBe(2);
    await Promise.all([account.server.close(), expect(hanging).rejects.toThrow('fetch failed')]);
  });
});

describe('a plan of faults', () => {
  it('is for kinds of request, some of them, so often, and then no more', async () => {
    const account = await faulty(
      { fault: 'error', on: ['replace', 'delete'] },
      { fault: 'retry-with', on: 'upsert', where: ({ body }) => body.includes('hot') },
      { fault: 'unavailable', on: 'create', after: 1, times: 2 },
    );
    const { items } = account.container;
    const statusOf = (promise: Promise<{ statusCode: number }>): Promise<unknown> =>
      promise.then(
        ({ statusCode }) => statusCode,
        ({ code }: { code: unknown }) => code,
      );
    expect(await statusOf(items.create({ id: '1', pk: 'p' }))).toBe(201);
    expect(await statusOf(items.create({ id: '2', pk: 'p' }))).toBe(503);
    expect(await statusOf(items.upsert({ id: '2', pk: 'hot' }))).toBe(449);
    expect(await statusOf(items.upsert({ id: '2', pk: 'p' }))).toBe(201);
    expect(await statusOf(items.create({ id: '3', pk: 'p' }))).toBe(503);
    expect(await statusOf(items.create({ id: '3', pk: 'p' }))).toBe(201);
    expect(await statusOf(account.container.item('1', 'p').replace({ id: '1', pk: 'p' }))).toBe(500);
    expect(await statusOf(account.container.item('1', 'p').delete())).toBe(500);
    expect(await statusOf(account.container.item('1', 'p').read())).toBe(200);
    expect(account.server.faults.planned.map(({ seen, happened }) => [seen, happened])).toEqual([
      [2, 2],
      [1, 1],
      [4, 2],
    ]);
    account.server.faults.clear();
    expect(await statusOf(account.container.item('1', 'p').delete())).toBe(204);
  });

  it('decides the same by the same seed, and otherwise by another', async () => {
    const fates = async (seed: number): Promise<readonly number[]> => {
      const account = await localAccount({ seed });
      await newContainer(account);
      account.server.faults.add({ fault: 'error', on: 'bulk', probability: 0.4 });
      const statuses: number[] = [];
      for (let at = 0; at < 30; at++) statuses.push((await sendBulk(account, 1, at)).status);
      return statuses;
    };
    const [one, again, other] = [await fates(11), await fates(11), await fates(12)];
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
    expect(one.filter((status) => status === 500).length).toBeGreaterThan(4);
    expect(one.filter((status) => status === 500).length).toBeLessThan(22);
  });

  it('may be there from the start', async () => {
    const { client, server } = await localAccount({ faults: [{ fault: 'unavailable', on: 'database' }] });
    expect(await refusal(client.databases.create({ id: 'shop' }))).toMatchObject({ status: 503 });
    expect(server.faults.planned[0]?.happened).toBe(1);
  });

  it.each<[RequestKind, (account: LocalAccount, container: Container) => Promise<unknown>]>([
    ['account', ({ client }) => client.getDatabaseAccount()],
    ['database', ({ client }) => client.database('shop').read()],
    ['container', (_, container) => container.read()],
    ['ranges', (_, container) => container.getFeedRanges()],
    ['offer', ({ client }) => client.offers.readAll().fetchAll()],
    ['create', (_, { items }) => items.create({ id: 'x', pk: 'p' })],
    ['upsert', (_, { items }) => items.upsert({ id: 'x', pk: 'p' })],
    ['read', (_, container) => container.item('x', 'p').read()],
    ['replace', (_, container) => container.item('x', 'p').replace({ id: 'x', pk: 'p' })],
    ['patch', (_, container) => container.item('x', 'p').patch([{ op: 'incr', path: '/n', value: 1 }])],
    ['delete', (_, container) => container.item('x', 'p').delete()],
    ['batch', (_, { items }) => items.batch([{ operationType: 'Delete', id: 'x' }], 'p')],
    ['query', (_, { items }) => items.query('SELECT * FROM c').fetchAll()],
    ['query-plan', (_, { items }) => items.query('SELECT * FROM c', { forceQueryPlan: true }).fetchAll()],
    ['change-feed', (_, { items }) => items.getChangeFeedIterator({}).readNext()],
    ['read-feed', (account) => raw(account, 'GET', 'docs')],
  ])('may be for one kind of request alone: %s', async (on, call) => {
    const account = await faulty({ fault: 'refused', status: 403, on });
    await Promise.resolve(call(account, account.container)).catch((error: unknown) => error);
    expect(account.server.faults.planned[0]).toMatchObject({ seen: 1, happened: 1 });
  });
});
