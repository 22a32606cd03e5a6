import { describe, expect, it } from 'vitest';
import { localAccount, newContainer, refusal } from './local-account.ts';
import { raw } from './raw-request.ts';

describe('items', () => {
  it('are created, read, replaced, upserted and deleted', async () => {
    const container = await newContainer(await localAccount());
    const made = await container.items.create({ id: 'x', pk: 'p', n: 1 });
    expect(made.statusCode).toBe(201);
    expect(made.etag).toBe(made.resource?._etag);
    const item = container.item('x', 'p');
    expect((await item.read()).resource).toEqual(made.resource);
    const replaced = await item.replace({ id: 'x', pk: 'p', n: 2 });
    expect(replaced).toMatchObject({ statusCode: 200, resource: { n: 2, _rid: made.resource?._rid } });
    expect(replaced.etag).not.toBe(made.etag);
    expect(await container.items.upsert({ id: 'x', pk: 'p', n: 3 })).toMatchObject({ statusCode: 200 });
    expect(await container.items.upsert({ id: 'y', pk: 'p', n: 4 })).toMatchObject({ statusCode: 201 });
    expect((await item.delete()).statusCode).toBe(204);
    expect((await item.read()).statusCode).toBe(404);
    expect((await container.item('y', 'p').read()).resource).toMatchObject({ n: 4 });
  });

  it('have the properties of the service, and none that a client sends for them', async () => {
    const container = await newContainer(await localAccount({ now: () => 1_700_000_000_900 }));
    const { resource } = await container.items.create({ id: 'x', pk: 'p', _ts: 5, _rid: 'mine', _etag: '"e"' });
    const { _rid, _self } = (await container.read()).resource!;
    expect(resource).toEqual({
      id: 'x',
      pk: 'p',
      _rid: expect.stringMatching(/^[A-Za-z0-9+-]{22}==$/) as string,
      _self: `${_self}docs/${resource?._rid}/`,
      _etag: expect.stringMatching(/^"[0-9a-f]{8}-0000-[0-9a-f]{4}-0000-[0-9a-f]{12}"$/) as string,
      _attachments: 'attachments/',
      _ts: 1_700_000_000,
    });
    expect(Buffer.from(resource!._rid, 'base64').subarray(0, 8)).toEqual(Buffer.from(_rid, 'base64'));
  });

  it('keep every byte of their values', async () => {
    const account = await localAccount();
    const container = await newContainer(account);
    const text =
      '{"id":"x","pk":"p","big":9007199254740993,"long":12345678901234567890.10,"exponent":1E2,"text":"\\u00e9\\/","empty":{},"a":[1.0,-0]}';
    const created = await raw(account, 'POST', 'docs', text, ['p']);
    expect(created.status).toBe(201);
    const { body } = await raw(account, 'GET', 'docs/x', undefined, ['p']);
    expect(body.startsWith(`${text.slice(0, -1)},"_rid":"`)).toBe(true);
    expect((await container.item('x', 'p').read()).resource).toMatchObject({ big: 9007199254740992 });
  });

  it.each([
    'a?b',
    'Ends%20',
    'With%E9%B1%80Percent',
    ' Test',
    'Test   ',
    'WithUnicode鱀',
    ',=.:~+-@()^${}[]!_',
    '"',
    "'",
  ])('are reached by the id %j', async (id) => {
    const container = await newContainer(await localAccount());
    await container.items.create({ id, pk: 'p' });
    expect((await container.item(id, 'p').read()).resource).toMatchObject({ id });
    expect((await container.item(id, 'p').replace({ id, pk: 'p', n: 1 })).resource).toMatchObject({ id, n: 1 });
    expect((await container.item(id, 'p').delete()).statusCode).toBe(204);
  });

  it('lie in partitions of their own for each scalar, null and a missing value', async () => {
    const container = await newContainer(await localAccount({ ranges: 4 }));
    const keys = ['1', 1, true, false, null, '', 'grün', 1.5];
    for (const pk of keys) expect((await container.items.create({ id: 'x', pk })).statusCode).toBe(201);
    expect((await container.items.create({ id: 'x' })).statusCode).toBe(201);
    for (const pk of keys) expect((await container.item('x', pk as string).read()).resource).toMatchObject({ pk });
    expect((await container.item('x', undefined).read()).resource).not.toHaveProperty('pk');
    expect(await refusal(container.items.create({ id: 'x', pk: null }))).toMatchObject({ status: 409 });
  });

  it('are refused with the status, substatus and text of the service', async () => {
    const account = await localAccount();
    const container = await newContainer(account, { uniqueKeyPolicy: { uniqueKeys: [{ paths: ['/email'] }] } });
    await container.items.create({ id: 'x', pk: 'p', email: 'a' });
    expect(await refusal(container.items.create({ id: 'x', pk: 'p', email: 'b' }))).toMatchObject({
      status: 409,
      text: expect.stringContaining('Entity with the specified id already exists in the system.') as string,
    });
    expect(await refusal(container.items.upsert({ id: 'y', pk: 'p', email: 'a' }))).toMatchObject({
      status: 409,
      text: expect.stringContaining('Unique index constraint violation.') as string,
    });
    const moved = container.item('x', 'p').replace({ id: 'x', pk: 'q', email: 'a' });
    expect(await refusal(moved)).toMatchObject({ status: 400, substatus: 1001 });
    const large = container.items.create({ id: 'large', pk: 'p', email: 'c', s: 'x'.repeat(2_100_000) });
    expect(await refusal(large)).toMatchObject({
      status: 413,
      text: expect.stringContaining('Request size is too large') as string,
    });
    expect(await refusal(container.item('none', 'p').replace({ id: 'none', pk: 'p' }))).toMatchObject({
      status: 404,
      text: expect.stringContaining('Resource Not Found') as string,
    });
    expect((await raw(account, 'GET', 'docs/x')).status).toBe(400);
    expect((await raw(account, 'POST', 'docs', '["no item"]', ['p'])).status).toBe(400);
    expect((await raw(account, 'POST', 'docs', '{"id":"z"}', 'p')).status).toBe(400);
  });

  it('say what every answer says: charge, activity, session', async () => {
    const container = await newContainer(await localAccount());
    const made = await container.items.create({ id: 'x', pk: 'p', s: 'x'.repeat(600) });
    expect(made.requestCharge).toBe(6);
    expect(made.activityId).toMatch(/^[0-9a-f-]{36}$/);
    expect(made.headers['x-ms-session-token']).toBe('0:-1#1');
    const read = await container.item('x', 'p').read();
    expect(read.requestCharge).toBe(1);
    await container.items.create({ id: 'large', pk: 'p', s: 'x'.repeat(100 * 1024) });
    expect((await container.item('large', 'p').read()).requestCharge).toBeCloseTo(10, 1);
    expect((await container.items.upsert({ id: 'x', pk: 'p' })).requestCharge).toBe(12);
  });

  it('change only under the etag that they have', async () => {
    const container = await newContainer(await localAccount());
    const { etag: first } = await container.items.create({ id: 'x', pk: 'p', n: 1 });
    const item = container.item('x', 'p');
    const under = (condition: string): object => ({ accessCondition: { type: 'IfMatch', condition } });
    const { etag: second } = await item.replace({ id: 'x', pk: 'p', n: 2 }, under(first));
    expect(await refusal(item.replace({ id: 'x', pk: 'p', n: 3 }, under(first)))).toMatchObject({ status: 412 });
    expect(await refusal(container.items.upsert({ id: 'x', pk: 'p' }, under(first)))).toMatchObject({ status: 412 });
    const patch = item.patch([{ op: 'set', path: '/n', value: 4 }], under(first));
    expect(await refusal(patch)).toMatchObject({ status: 412 });
    expect(await refusal(item.delete(under(first)))).toMatchObject({ status: 412 });
    const known = { accessCondition: { type: 'IfNoneMatch', condition: second } };
    expect((await item.read(known)).statusCode).toBe(304);
    expect((await item.read({ accessCondition: { type: 'IfNoneMatch', condition: first } })).resource).toMatchObject({
      n: 2,
    });
    expect((await item.delete(under(second))).statusCode).toBe(204);
  });

  it('come back without content when that is asked for', async () => {
    const account = await localAccount();
    await newContainer(account);
    const { status, body, headers } = await raw(account, 'POST', 'docs', '{"id":"x","pk":"p"}', ['p'], {
      prefer: 'return=minimal',
    });
    expect({ status, body }).toEqual({ status: 201, body: '' });
    expect(headers.get('etag')).toMatch(/^"/);
  });

  it('are the same to a client that asks again for a container of its own', async () => {
    const account = await localAccount();
    const container = await newContainer(account);
    await container.items.create({ id: 'x', pk: 'p' });
    await container.delete();
    await newContainer(account);
    // The client still holds the session of the container before.
    await container.items.create({ id: 'x', pk: 'p', n: 2 });
    expect((await container.item('x', 'p').read()).resource).toMatchObject({ n: 2 });
  });
});

describe('a key of version 1', () => {
  it('is what a client that names no version gets, also over several ranges', async () => {
    const container = await newContainer(await localAccount({ ranges: 4 }), { partitionKey: '/pk' as never });
    for (const pk of ['a', 'b'.repeat(100), 5, null]) await container.items.create({ id: 'x', pk });
    expect((await container.item('x', 5).read()).resource).toMatchObject({ pk: 5 });
    expect(await container.getFeedRanges()).toHaveLength(4);
  });
});

describe('time to live', () => {
  it('counts from the last write, and what is over is gone and free', async () => {
    let now = 1_700_000_000_000;
    const account = await localAccount({ now: () => now });
    const container = await newContainer(account, {
      defaultTtl: 10,
      uniqueKeyPolicy: { uniqueKeys: [{ paths: ['/email'] }] },
    });
    await container.items.create({ id: 'usual', pk: 'p', email: 'a' });
    await container.items.create({ id: 'written', pk: 'p', email: 'b' });
    await container.items.create({ id: 'short', pk: 'p', email: 'c', ttl: 3 });
    await container.items.create({ id: 'ever', pk: 'p', email: 'd', ttl: -1 });
    const there = async (): Promise<string[]> => {
      const found: string[] = [];
      for (const id of ['usual', 'written', 'short', 'ever'])
        if ((await container.item(id, 'p').read()).statusCode === 200) found.push(id);
      return found;
    };
    now += 3000;
    expect(await there()).toEqual(['usual', 'written', 'ever']);
    now += 4000;
    await container.item('written', 'p').patch([{ op: 'set', path: '/n', value: 1 }]);
    now += 3000;
    expect(await there()).toEqual(['written', 'ever']);
    expect((await container.items.create({ id: 'new', pk: 'p', email: 'a' })).statusCode).toBe(201);
    expect(await refusal(container.items.create({ id: 'b', pk: 'p', email: 'b' }))).toMatchObject({ status: 409 });
    now += 7000;
    expect((await container.items.create({ id: 'b', pk: 'p', email: 'b' })).statusCode).toBe(201);
    expect(
      await container
        .item('written', 'p')
        .delete()
        .catch(({ code }: { code: number }) => code),
    ).toBe(404);
  });

  it('means nothing until the container has a default', async () => {
    let now = 1_700_000_000_000;
    const container = await newContainer(await localAccount({ now: () => now }));
    await container.items.create({ id: 'x', pk: 'p', ttl: 5 });
    now += 10_000;
    expect((await container.item('x', 'p').read()).statusCode).toBe(200);
    await container.replace({ ...(await container.read()).resource!, defaultTtl: -1 });
    expect((await container.item('x', 'p').read()).statusCode).toBe(404);
  });
});

describe('request units', () => {
  it('are refused with 429 once they are used up, until they have flown in again', async () => {
    let now = 1_700_000_000_000;
    const account = await localAccount({ ru: 100, now: () => now });
    await newContainer(account);
    const create = (id: number): ReturnType<typeof raw> =>
      raw(account, 'POST', 'docs', JSON.stringify({ id: String(id), pk: 'p' }), ['p']);
    const statuses: number[] = [];
    for (let id = 0; id < 20; id++) statuses.push((await create(id)).status);
    // Seventeen writes of 6 RU take 102.
    expect(statuses.indexOf(429)).toBe(17);
    const { headers, body } = await create(20);
    expect(headers.get('x-ms-substatus')).toBe('3200');
    expect(JSON.parse(body)).toMatchObject({ code: '429' });
    now += Number(headers.get('x-ms-retry-after-ms'));
    expect((await create(21)).status).toBe(201);
    expect((await create(22)).status).toBe(429);
  });

  it('are waited for by the client, by the time that it is told', async () => {
    const account = await localAccount();
    const container = await newContainer(account);
    account.server.catalog.throttle(account.server.catalog.container('shop', 'main')!, 200);
    const before = Date.now();
    for (let id = 0; id < 50; id++) await container.items.create({ id: String(id), pk: 'p' });
    // 300 RU, of which 200 are there at once.
    expect(Date.now() - before).toBeGreaterThan(400);
  });
});
