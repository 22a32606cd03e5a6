import { describe, expect, it } from 'vitest';
import type { OperationInput, OperationResponse } from '@azure/cosmos';
import { type LocalAccount, localAccount, newContainer } from './local-account.ts';
import { raw } from './raw-request.ts';

describe('a transactional batch', () => {
  it('applies all of its operations in their order, as one change', async () => {
    const container = await newContainer(await localAccount({ ranges: 3 }));
    await container.items.create({ id: 'r', pk: 'p', n: 1 });
    await container.items.create({ id: 'd', pk: 'p' });
    const { result, code } = await container.items.batch(
      [
        { operationType: 'Create', resourceBody: { id: 'c', pk: 'p', n: 1 } },
        { operationType: 'Replace', id: 'c', resourceBody: { id: 'c', pk: 'p', n: 2 } },
        { operationType: 'Upsert', resourceBody: { id: 'u', pk: 'p' } },
        { operationType: 'Read', id: 'r' },
        { operationType: 'Patch', id: 'r', resourceBody: { operations: [{ op: 'incr', path: '/n', value: 1 }] } },
        { operationType: 'Delete', id: 'd' },
      ],
      'p',
    );
    expect(code).toBe(200);
    expect(result?.map(({ statusCode }) => statusCode)).toEqual([201, 200, 201, 200, 200, 204]);
    expect(result?.map(({ resourceBody }) => resourceBody?.['n'])).toEqual([1, 2, undefined, 1, 2, undefined]);
    // Both versions of an item that is written twice have etags of their own.
    expect(result?.[0]?.eTag).not.toBe(result?.[1]?.eTag);
    expect((await container.item('c', 'p').read()).resource).toMatchObject({ n: 2, _etag: result?.[1]?.eTag });
  });

  it('leaves nothing behind when one of them fails, neither items nor values nor numbers of changes', async () => {
    const account = await localAccount();
    const container = await newContainer(account, { uniqueKeyPolicy: { uniqueKeys: [{ paths: ['/email'] }] } });
    await container.items.create({ id: '1', pk: 'p', email: 'x' });
    const { lsn } = account.server.catalog.container('shop', 'main')!.items;
    const { result, code } = await container.items.batch(
      [
        { operationType: 'Create', resourceBody: { id: '2', pk: 'p', email: 'y' } },
        { operationType: 'Delete', id: '1' },
        { operationType: 'Create', resourceBody: { id: '3', pk: 'p', email: 'y' } },
        { operationType: 'Create', resourceBody: { id: '4', pk: 'p', email: 'z' } },
      ],
      'p',
    );
    expect(code).toBe(207);
    expect(result?.map(({ statusCode }) => statusCode)).toEqual([424, 424, 409, 424]);
    expect((await container.item('2', 'p').read()).statusCode).toBe(404);
    expect((await container.item('1', 'p').read()).statusCode).toBe(200);
    expect(account.server.catalog.container('shop', 'main')!.items.lsn).toBe(lsn);
    expect((await container.items.create({ id: '5', pk: 'p', email: 'y' })).statusCode).toBe(201);
  });

  it.each<[string, OperationInput, number]>([
    ['an item of another partition', { operationType: 'Create', resourceBody: { id: 'b', pk: 'q' } }, 400],
    ['an id that is there', { operationType: 'Create', resourceBody: { id: 'x', pk: 'p' } }, 409],
    ['an item that is not there', { operationType: 'Delete', id: 'none' }, 404],
    [
      'an etag of before',
      { operationType: 'Replace', id: 'x', ifMatch: '"old"', resourceBody: { id: 'x', pk: 'p' } },
      412,
    ],
  ])('fails with the status of what failed: %s', async (_name, operation, status) => {
    const container = await newContainer(await localAccount());
    await container.items.create({ id: 'x', pk: 'p' });
    const first: OperationInput = { operationType: 'Create', resourceBody: { id: 'a', pk: 'p' } };
    const { result } = await container.items.batch([first, operation], 'p');
    expect(result?.map(({ statusCode }) => statusCode)).toEqual([424, status]);
    expect((await container.item('a', 'p').read()).statusCode).toBe(404);
  });

  it('has 100 operations and 2 MB at most', async () => {
    const account = await localAccount();
    await newContainer(account);
    const send = (count: number, size: number): Promise<number> =>
      sendBatch(
        account,
        Array.from({ length: count }, (_, i) => ({
          operationType: 'Create',
          resourceBody: { id: `${count}-${i}`, pk: 'p', s: 'x'.repeat(size) },
        })),
      );
    expect(await send(100, 10)).toBe(200);
    expect(await send(101, 10)).toBe(400);
    expect(await send(4, 500_000)).toBe(200);
    expect(await send(5, 500_000)).toBe(413);
    expect(await send(0, 0)).toBe(400);
  });
});

describe('bulk operations', () => {
  it('stand for themselves, each with its result in the order sent, over all ranges', async () => {
    const account = await localAccount({ ranges: 4 });
    const container = await newContainer(account);
    await container.items.create({ id: 'x', pk: 'a', n: 1 });
    const results = await container.items.executeBulkOperations([
      { operationType: 'Create', partitionKey: 'b', resourceBody: { id: 'n', pk: 'b' } },
      { operationType: 'Create', partitionKey: 'a', resourceBody: { id: 'x', pk: 'a' } },
      { operationType: 'Upsert', partitionKey: 'c', resourceBody: { id: 'u', pk: 'c' } },
      { operationType: 'Read', partitionKey: 'a', id: 'x' },
      { operationType: 'Replace', partitionKey: 'd', id: 'none', resourceBody: { id: 'none', pk: 'd' } },
      { operationType: 'Delete', partitionKey: 'e', id: 'none' },
      { operationType: 'Create', partitionKey: 'f', resourceBody: { id: 'f', pk: 'g' } },
    ]);
    expect(results.map(({ response, error }) => response?.statusCode ?? error?.code)).toEqual([
      201, 409, 201, 200, 404, 404, 400,
    ]);
    expect(results[6]?.error?.substatus).toBe(1001);
    expect(results[3]?.response?.resourceBody).toMatchObject({ id: 'x', n: 1 });
    expect(results[0]?.response?.requestCharge).toBe(6);
  });

  it('are sent to the range that the server means, for every kind of key', async () => {
    const account = await localAccount({ ranges: 7 });
    const container = await newContainer(account, {
      partitionKey: { paths: ['/a', '/b'], kind: 'MultiHash', version: 2 } as never,
    });
    const values = ['', 'ä', 'long'.repeat(50), 0, -1.5, 2 ** 60, true, false, null];
    const operations = values.flatMap((a) =>
      values.map((b, i): OperationInput => ({ operationType: 'Create', resourceBody: { id: String(i), a, b } })),
    );
    const results = await container.items.bulk(operations);
    expect(results.map(({ statusCode }) => statusCode)).toEqual(operations.map(() => 201));
    const { ranges, items } = account.server.catalog.container('shop', 'main')!;
    const counts = ranges.map((range) => items.feed.all(0, range, { items: 1000, bytes: 1e9 }).items.length);
    expect(counts.reduce((sum, count) => sum + count)).toBe(81);
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(3);
  });

  it('take effect in the order sent, and stop where that is asked for', async () => {
    const container = await newContainer(await localAccount());
    await container.items.create({ id: 'x', pk: 'a' });
    const statuses = async (goesOn: boolean): Promise<number[]> => {
      const operations: OperationInput[] = [
        { operationType: 'Delete', partitionKey: 'a', id: 'x' },
        { operationType: 'Read', partitionKey: 'a', id: 'x' },
        { operationType: 'Create', resourceBody: { id: 'x', pk: 'a', n: 2 } },
        { operationType: 'Read', partitionKey: 'a', id: 'x' },
      ];
      const results: OperationResponse[] = await container.items.bulk(operations, { continueOnError: goesOn });
      return results.map(({ statusCode }) => statusCode);
    };
    expect(await statuses(true)).toEqual([204, 404, 201, 200]);
    expect(await statuses(false)).toEqual([204, 404, 424, 424]);
  });

  it('keep the bytes of their items, whatever blanks stand around them', async () => {
    const account = await localAccount();
    await newContainer(account);
    const operation = `{ "operationType" : "Create" , "partitionKey" : "[\\"p\\"]", "resourceBody" : { "id" : "x", "pk":"p", "n" : 1.10, "big" : 9007199254740993 } }`;
    const sent = await raw(account, 'POST', 'docs', `[ ${operation} ]`, undefined, BULK);
    expect(sent.body).toContain('"resourceBody":{"id":"x","pk":"p","n":1.10,"big":9007199254740993,"_rid":"');
  });

  it('are refused as a whole by a range that is gone, and one by one once the request units are used up', async () => {
    const account = await localAccount();
    const container = await newContainer(account);
    const operations = Array.from({ length: 10 }, (_, i) => ({
      operationType: 'Create',
      partitionKey: '["p"]',
      resourceBody: { id: String(i), pk: 'p' },
    }));
    const gone = await raw(account, 'POST', 'docs', JSON.stringify(operations), undefined, {
      ...BULK,
      'x-ms-documentdb-partitionkeyrangeid': '7',
    });
    expect([gone.status, gone.headers.get('x-ms-substatus')]).toEqual([410, '1002']);
    account.server.catalog.throttle(account.server.catalog.container('shop', 'main')!, 20);
    const some = await raw(account, 'POST', 'docs', JSON.stringify(operations), undefined, BULK);
    const results = JSON.parse(some.body) as { statusCode: number; retryAfterMilliseconds?: number }[];
    expect(some.status).toBe(207);
    expect(results.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 429, 429, 429, 429, 429, 429]);
    expect(results[4]?.retryAfterMilliseconds).toBeGreaterThan(100);
    const whole = await raw(account, 'POST', 'docs', JSON.stringify(operations), undefined, BULK);
    expect([whole.status, whole.headers.get('x-ms-substatus')]).toEqual([429, '3200']);
    account.server.catalog.throttle(account.server.catalog.container('shop', 'main')!, undefined);
    expect((await container.item('9', 'p').read()).statusCode).toBe(404);
  });

  it('answer without content when that is asked for', async () => {
    const container = await newContainer(await localAccount());
    const operations: OperationInput[] = [{ operationType: 'Create', resourceBody: { id: 'x', pk: 'a' } }];
    const [result] = await container.items.bulk(operations, undefined, { contentResponseOnWriteEnabled: false });
    expect(result).toMatchObject({ statusCode: 201, eTag: expect.stringMatching(/^"/) as string });
    expect(result).not.toHaveProperty('resourceBody');
  });
});

const BULK = {
  'x-ms-cosmos-is-batch-request': 'true',
  'x-ms-cosmos-batch-atomic': 'false',
  'x-ms-cosmos-batch-continue-on-error': 'true',
  'x-ms-documentdb-partitionkeyrangeid': '0',
};

async function sendBatch(account: LocalAccount, operations: readonly unknown[]): Promise<number> {
  const headers = { 'x-ms-cosmos-is-batch-request': 'true', 'x-ms-cosmos-batch-atomic': 'true' };
  return (await raw(account, 'POST', 'docs', JSON.stringify(operations), ['p'], headers)).status;
}
