import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fatal } from '../../src/errors.ts';
import { localAccount } from '../serve/local-account.ts';
import { itemsOf, runThere } from './cosmos-target.ts';
import { folderWith, planIn } from './running.ts';

const BLOG = `
version: 1
name: blog
source: { file: posts.ndjson, entity: post }
transforms:
  - split: { path: /comments, into: comment, link: { postId: /id } }
  - type: type
containers:
  posts: { entities: [post], partitionKey: /id, uniqueKeys: [/slug] }
  comments: { entities: [comment], partitionKey: /postId, name: post-comments, ttl: enabled }
`;

const POSTS = [
  '{"id":"1","slug":"a","views":1.50,"comments":[{"id":"c1","text":"ä\\u00e4"},{"id":"c2"}]}',
  '{"id":"2","slug":"b","comments":[]}',
  '{"id":"3","slug":"c","comments":[{"id":"c1"}]}',
];

const USERS = `
version: 1
name: users
source: { file: users.ndjson, entity: user }
containers:
  users: { entities: [user], partitionKey: /tenant, uniqueKeys: [/email], throughput: { manual: 1000 } }
`;

describe('a run into Cosmos DB', () => {
  it('creates what is not there and writes every document where it belongs', async () => {
    const account = await localAccount();
    const folder = folderWith({ 'posts.ndjson': `${POSTS.join('\n')}\n` });
    const { report, exitStatus, failure } = await runThere(folder, await planIn(folder, BLOG), account);
    expect(failure).toBeUndefined();
    expect(exitStatus).toBe(0);
    expect(report.entities).toMatchObject({ post: { written: 3 }, comment: { made: 3, written: 3 } });
    const shop = account.client.database('shop');
    const { resource: comments } = await shop.container('post-comments').read();
    expect(comments).toMatchObject({ partitionKey: { paths: ['/postId'], version: 2 }, defaultTtl: -1 });
    const { resource: posts } = await shop.container('posts').read();
    expect(posts).toMatchObject({ uniqueKeyPolicy: { uniqueKeys: [{ paths: ['/slug'] }] } });
    expect(await itemsOf(shop.container('posts'))).toEqual(
      new Map([
        ['1', { id: '1', slug: 'a', views: 1.5, type: 'post' }],
        ['2', { id: '2', slug: 'b', type: 'post' }],
        ['3', { id: '3', slug: 'c', type: 'post' }],
      ]),
    );
    expect((await itemsOf(shop.container('post-comments'))).get('1:c1')).toEqual({
      id: '1:c1',
      postId: '1',
      text: 'ää',
      type: 'comment',
    });
  });

  it('writes the winners of the plan and rejects the others, each naming the holder', async () => {
    const account = await localAccount();
    const users = Array.from({ length: 2_000 }, (_, i) =>
      JSON.stringify({ id: `u${i}`, tenant: `t${i % 7}`, email: `e${i % 1_990}`, n: i }),
    );
    const folder = folderWith({ 'users.ndjson': users.join('\n') });
    const { report, exitStatus, rejects } = await runThere(folder, await planIn(folder, USERS), account);
    const expected = new Set<string>();
    const rejected: string[] = [];
    for (let i = 0; i < 2_000; i++) {
      const key = `${i % 7} ${i % 1_990}`;
      if (expected.has(key)) rejected.push(`u${i}`);
      expected.add(key);
    }
    expect(exitStatus).toBe(rejected.length === 0 ? 0 : 9);
    expect(report.entities['user']).toMatchObject({ written: 2_000 - rejected.length, rejected: rejected.length });
    expect(rejects.map(({ doc }) => doc?.['id'])).toEqual(rejected);
    expect((await itemsOf(account.client.database('shop').container('users'))).size).toBe(2_000 - rejected.length);
  });

  it('takes what is there with equal content as written, and rejects what differs', async () => {
    const account = await localAccount();
    const lines = ['{"id":"1","tenant":"a","email":"x"}', '{"id":"2","tenant":"a","email":"y"}'];
    const folder = folderWith({ 'users.ndjson': lines.join('\n') });
    const plan = await planIn(folder, USERS);
    await runThere(folder, plan, account);
    const users = account.client.database('shop').container('users');
    await users.item('2', 'a').replace({ id: '2', tenant: 'a', email: 'other' });
    const { report, rejects, exitStatus } = await runThere(folder, plan, account, { fresh: true });
    expect(exitStatus).toBe(9);
    expect(report.entities['user']).toMatchObject({ written: 1, rejected: 1 });
    expect(rejects).toMatchObject([
      {
        code: 'ID_DUPLICATE',
        stage: 'write',
        container: 'users',
        conflictsWith: { id: '2' },
        original: lines[1],
        doc: { id: '2', email: 'y' },
      },
    ]);
  });

  it('rejects a document whose unique key the container holds already, and names the holder', async () => {
    const account = await localAccount();
    const folder = folderWith({
      'users.ndjson': '{"id":"1","tenant":"a","email":"x"}\n{"id":"2","tenant":"b","email":"x"}',
    });
    const plan = await planIn(folder, USERS);
    await runThere(
      folderWith({ 'users.ndjson': '' }),
      await planIn(folderWith({ 'users.ndjson': '' }), USERS),
      account,
    );
    const users = account.client.database('shop').container('users');
    await users.items.create({ id: 'old', tenant: 'a', email: 'x' });
    const { rejects, report } = await runThere(folder, plan, account);
    expect(report.entities['user']).toMatchObject({ written: 1, rejected: 1 });
    expect(rejects).toMatchObject([
      {
        code: 'UNIQUE_KEY_CONFLICT',
        key: { uniqueKey: ['/email'], values: ['x'] },
        conflictsWith: { id: 'old' },
        doc: { id: '1' },
      },
    ]);
  });

  it('replaces the same id under upsert', async () => {
    const account = await localAccount();
    const plan = USERS.replace('uniqueKeys: [/email],', 'write: upsert,');
    const first = folderWith({ 'users.ndjson': '{"id":"1","tenant":"a","v":1}' });
    await runThere(first, await planIn(first, plan), account);
    const second = folderWith({ 'users.ndjson': '{"id":"1","tenant":"a","v":2}' });
    const { exitStatus } = await runThere(second, await planIn(second, plan), account);
    expect(exitStatus).toBe(0);
    const items = await itemsOf(account.client.database('shop').container('users'));
    expect(items.get('1')).toEqual({ id: '1', tenant: 'a', v: 2 });
  });

  it('refuses a container that is not as the plan says, and shows all differences', async () => {
    const account = await localAccount();
    const folder = folderWith({ 'users.ndjson': '' });
    await runThere(folder, await planIn(folder, USERS), account);
    const other = USERS.replace('uniqueKeys: [/email]', 'uniqueKeys: [[/name, /email]], ttl: 60').replace(
      '/tenant',
      '/id',
    );
    const elsewhere = folderWith({ 'users.ndjson': '' });
    const failure: unknown = await runThere(elsewhere, await planIn(elsewhere, other), account).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Fatal);
    expect((failure as Fatal).exit).toBe('usage');
    expect((failure as Fatal).message.split('\n')).toEqual([
      'Containers of shop are not as the plan says:',
      '  users: partition key: the container has /tenant (version 2), the plan says /id (version 2)',
      '  users: unique keys: the container has /email, the plan says [/name, /email]',
      '  users: time to live: the container has none, the plan says 60 seconds',
    ]);
  });

  it('goes on where it was stopped', async () => {
    const account = await localAccount();
    const lines = Array.from({ length: 3_000 }, (_, i) =>
      JSON.stringify({ id: `u${i}`, tenant: `t${i % 5}`, email: `e${i}` }),
    );
    const folder = folderWith({ 'users.ndjson': lines.join('\n') });
    const plan = await planIn(folder, USERS);
    const stop = new AbortController();
    const users = account.client.database('shop').container('users');
    const watch = setInterval(() => {
      if (existsSync(join(folder, 'state/containers/users.written.json'))) stop.abort();
    }, 1);
    const first = await runThere(folder, plan, account, { signal: stop.signal });
    clearInterval(watch);
    expect(first.failure?.exit).toBe('interrupted');
    const second = await runThere(folder, plan, account);
    expect(second.exitStatus).toBe(0);
    expect(second.report.entities['user']).toMatchObject({ read: 3_000, written: 3_000 });
    expect((await itemsOf(users)).size).toBe(3_000);
  });

  it('notices that a container was made anew while the run stood still', async () => {
    const account = await localAccount();
    const lines = Array.from({ length: 500 }, (_, i) => JSON.stringify({ id: `u${i}`, tenant: 't', email: `e${i}` }));
    const folder = folderWith({ 'users.ndjson': lines.join('\n') });
    const plan = await planIn(folder, USERS);
    // A container that takes nothing makes the run stop.
    account.server.faults.add({ fault: 'unavailable', on: 'bulk' });
    const first = await runThere(folder, plan, account, {}, { patience: 300 });
    expect(first.failure?.message).toContain('Container users has taken no document');
    account.server.faults.clear();
    await account.client.database('shop').container('users').delete();
    const failure: unknown = await runThere(folder, plan, account).catch((error: unknown) => error);
    expect((failure as Fatal).message).toContain('made anew');
  });

  it('measures and writes nothing in a dry run', async () => {
    const account = await localAccount();
    const folder = folderWith({ 'posts.ndjson': POSTS.join('\n') });
    const { report } = await runThere(folder, await planIn(folder, BLOG), account, { dryRun: true });
    expect(report.entities['post']).toMatchObject({ written: 3 });
    const { resources } = await account.client.databases.readAll().fetchAll();
    expect(resources).toEqual([]);
  });

  it('says what cannot be reached', async () => {
    const folder = folderWith({ 'posts.ndjson': POSTS.join('\n') });
    const server = { endpoint: 'http://127.0.0.1:9/', key: 'a2V5' } as never;
    const failure: unknown = await runThere(folder, await planIn(folder, BLOG), { server }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Fatal);
    expect((failure as Fatal).message).toMatch(/^http:\/\/127\.0\.0\.1:9\/ cannot be reached: /);
  });

  it('says that the key is a wrong one, and not which', async () => {
    const { server } = await localAccount();
    const folder = folderWith({ 'posts.ndjson': POSTS.join('\n') });
    const stranger = { endpoint: server.endpoint, key: Buffer.from('hunter2').toString('base64') } as never;
    const failure: unknown = await runThere(folder, await planIn(folder, BLOG), { server: stranger }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Fatal);
    expect((failure as Fatal).message).toContain('answers 401');
    expect((failure as Fatal).advice).toContain('the right one');
    expect(JSON.stringify([(failure as Fatal).message, (failure as Fatal).advice])).not.toContain('aHVudGVyMg');
  });
});
