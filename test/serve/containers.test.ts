import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ContainerDefinition } from '@azure/cosmos';
import { startServer } from '../../src/serve/server.ts';
import { BY_PK, clientOf, localAccount, newContainer, refusal } from './local-account.ts';

describe('databases', () => {
  it('are created once, read, listed and deleted with what is in them', async () => {
    const { client } = await localAccount();
    const { resource } = await client.databases.create({ id: 'größe 1' });
    expect(resource).toMatchObject({
      id: 'größe 1',
      _rid: expect.any(String) as string,
      _self: `dbs/${resource?._rid}/`,
    });
    expect(await refusal(client.databases.create({ id: 'größe 1' }))).toMatchObject({ status: 409 });
    expect((await client.database('größe 1').read()).resource).toEqual(resource);
    await client.databases.create({ id: 'other' });
    const { resources } = await client.databases.readAll().fetchAll();
    expect(resources.map(({ id }) => id)).toEqual(['größe 1', 'other']);
    await client.database('größe 1').containers.create({ id: 'c', partitionKey: BY_PK });
    expect((await client.database('größe 1').delete()).statusCode).toBe(204);
    expect(await refusal(client.database('größe 1').read())).toMatchObject({ status: 404 });
    await client.databases.create({ id: 'größe 1' });
    expect(await refusal(client.database('größe 1').container('c').read())).toMatchObject({ status: 404 });
  });
});

const POLICIES: ContainerDefinition = {
  id: 'main',
  partitionKey: { paths: ['/tenant', '/user', '/session'], kind: 'MultiHash', version: 2 } as never,
  uniqueKeyPolicy: { uniqueKeys: [{ paths: ['/email'] }, { paths: ['/first', '/name/last'] }] },
  indexingPolicy: {
    indexingMode: 'consistent',
    automatic: true,
    includedPaths: [{ path: '/email/?' }],
    excludedPaths: [{ path: '/*' }],
    compositeIndexes: [
      [
        { path: '/a', order: 'ascending' },
        { path: '/b', order: 'descending' },
      ],
    ],
  },
  defaultTtl: 3600,
  conflictResolutionPolicy: { mode: 'LastWriterWins', conflictResolutionPath: '/version' },
};

describe('containers', () => {
  it('keep every policy that they were created with', async () => {
    const account = await localAccount();
    const container = await newContainer(account, structuredClone(POLICIES));
    const { resource } = await container.read();
    expect(resource).toMatchObject({
      ...POLICIES,
      indexingPolicy: { ...POLICIES.indexingPolicy, excludedPaths: [{ path: '/*' }, { path: '/"_etag"/?' }] },
    });
  });

  it('get the defaults of the service for what is left out', async () => {
    const container = await newContainer(await localAccount());
    expect((await container.read()).resource).toMatchObject({
      partitionKey: { paths: ['/pk'], kind: 'Hash', version: 2 },
      indexingPolicy: {
        indexingMode: 'consistent',
        automatic: true,
        includedPaths: [{ path: '/*' }],
        excludedPaths: [{ path: '/"_etag"/?' }],
      },
      conflictResolutionPolicy: { mode: 'LastWriterWins', conflictResolutionPath: '/_ts' },
    });
  });

  it('are replaced in all but their keys', async () => {
    const container = await newContainer(await localAccount(), structuredClone(POLICIES));
    const before = (await container.read()).resource!;
    const { resource } = await container.replace({ ...structuredClone(POLICIES), defaultTtl: -1 });
    expect(resource?.defaultTtl).toBe(-1);
    expect(resource?._rid).toBe(before._rid);
    expect(resource?._etag).not.toBe(before._etag);
    const other = { ...structuredClone(POLICIES), uniqueKeyPolicy: { uniqueKeys: [] } };
    expect(await refusal(container.replace(other))).toMatchObject({ status: 403 });
    const moved = { ...structuredClone(POLICIES), partitionKey: { paths: ['/a'] } as never };
    expect(await refusal(container.replace(moved))).toMatchObject({ status: 400 });
  });

  it('are other ones when they are made anew under their name', async () => {
    const account = await localAccount();
    const container = await newContainer(account);
    await container.items.create({ id: 'x', pk: 'p' });
    const before = (await container.read()).resource!;
    await container.delete();
    const again = await newContainer(account);
    expect((await again.read()).resource?._rid).not.toBe(before._rid);
    expect((await again.item('x', 'p').read()).statusCode).toBe(404);
    const { resources } = await account.client.database('shop').containers.readAll().fetchAll();
    expect(resources.map(({ id }) => id)).toEqual(['main']);
  });

  it.each([
    ['two paths without levels', { partitionKey: { paths: ['/a', '/b'], kind: 'Hash', version: 2 } }],
    ['a key of version 3', { partitionKey: { paths: ['/a'], version: 3 } }],
    ['a default time to live of 0', { defaultTtl: 0 }],
    ['a wildcard in a unique key', { uniqueKeyPolicy: { uniqueKeys: [{ paths: ['/a/*'] }] } }],
    ['throughput below 400', { throughput: 300 }],
    ['throughput in odd steps', { throughput: 450 }],
  ])('are refused with 400: %s', async (_name, definition) => {
    const account = await localAccount();
    expect(await refusal(newContainer(account, definition as never))).toMatchObject({ status: 400 });
  });
});

describe('throughput', () => {
  it('is what was asked for, or 400, and changes with its offer', async () => {
    const account = await localAccount();
    const container = await newContainer(account, { throughput: 700 });
    const { resource, offer } = await container.readOffer();
    expect(resource?.content?.offerThroughput).toBe(700);
    const content = { offerThroughput: 1200, offerIsRUPerMinuteThroughputEnabled: false };
    await offer.replace({ ...resource!, content });
    expect((await container.readOffer()).resource?.content?.offerThroughput).toBe(1200);
    expect((await offer.read()).resource?.content?.offerThroughput).toBe(1200);
    const wrong = offer.replace({ ...resource!, content: { ...content, offerThroughput: 1250 } });
    expect(await refusal(wrong)).toMatchObject({ status: 400 });
    const { container: plain } = await account.client
      .database('shop')
      .containers.create({ id: 'b', partitionKey: BY_PK });
    expect((await plain.readOffer()).resource?.content?.offerThroughput).toBe(400);
  });

  it('may scale by itself, and may belong to the database', async () => {
    const { client } = await localAccount();
    const { database } = await client.databases.create({ id: 'shared', throughput: 500 });
    expect((await database.readOffer()).resource?.content?.offerThroughput).toBe(500);
    const { container } = await database.containers.create({ id: 'c', partitionKey: BY_PK });
    expect((await container.readOffer()).resource).toBeUndefined();
    const { container: scaled } = await database.containers.create({
      id: 's',
      partitionKey: BY_PK,
      maxThroughput: 4000,
    });
    const { content } = (await scaled.readOffer()).resource as { content?: { offerAutopilotSettings?: unknown } };
    expect(content?.offerAutopilotSettings).toMatchObject({ maxThroughput: 4000 });
    const offers = await client.offers.readAll().fetchAll();
    expect(offers.resources).toHaveLength(2);
  });
});

describe('an account in a folder', () => {
  it('is there again after a restart, with containers, ranges, throughput, items and etags', async () => {
    const data = mkdtempSync(join(tmpdir(), 'account-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const first = await startServer({ data, ranges: 3 });
    const container = await newContainer({ server: first, client: clientOf(first) }, structuredClone(POLICIES));
    const { resource: made } = await container.items.create({ id: 'x', tenant: 't', user: 'u', email: 'a' });
    const before = (await container.read()).resource;
    const ranges = await container.getFeedRanges();
    await first.close();

    const second = await startServer({ data });
    onTestFinished(() => second.close());
    const again = clientOf(second).database('shop').container('main');
    expect((await again.read()).resource).toEqual(before);
    expect([...(await again.getFeedRanges())]).toEqual([...ranges]);
    expect((await again.item('x', ['t', 'u', undefined] as never).read()).resource).toEqual(made);
    const rival = again.items.create({ id: 'y', tenant: 't', user: 'u', email: 'a' });
    expect(await refusal(rival)).toMatchObject({ status: 409 });
  });

  it('is not opened by two servers at once', async () => {
    const data = mkdtempSync(join(tmpdir(), 'account-'));
    const first = await startServer({ data });
    await expect(startServer({ data })).rejects.toThrow(/Another server works with/);
    await first.close();
    rmSync(data, { recursive: true, force: true });
  });
});
