import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EmbeddedDatabase } from '../../src/container/database.ts';
import { item, newContainer } from './single-operations.ts';

const PK = { paths: ['/pk'], kind: 'Hash', version: 2 };

describe('single operations', () => {
  it('keep the bytes of an item and drop what belongs to the service', () => {
    const container = newContainer();
    const text = '{"id":"x","pk":"p","n":1.0,"big":12345678901234567890,"_ts":1,"_lsn":2,"_self":"s"}';
    expect(container.create(item(text)).status).toBe(201);
    expect(container.read('x', ['p']).text?.toString()).toBe(
      '{"id":"x","pk":"p","n":1.0,"big":12345678901234567890,"_lsn":2}',
    );
  });

  it('take the last of a repeated key', () => {
    const container = newContainer();
    container.create(item('{"id":"x","pk":"p","n":1,"n":2}'));
    expect(container.read('x', ['p']).text?.toString()).toBe('{"id":"x","pk":"p","n":2}');
  });

  it('tell what is not there', () => {
    const container = newContainer();
    expect(container.read('x', ['p']).status).toBe(404);
    expect(container.delete('x', ['p']).status).toBe(404);
    expect(container.replace('x', item({ id: 'x', pk: 'p' }), { partitionKey: ['p'] }).status).toBe(404);
    expect(container.upsert(item({ id: 'x', pk: 'p' })).status).toBe(201);
    expect(container.read('x', ['P']).status).toBe(404);
    expect(container.delete('x', ['p']).status).toBe(204);
    expect(container.delete('x', ['p']).status).toBe(404);
  });

  it('free the values that a replace or a delete gives up, and nothing else', () => {
    const container = newContainer({ uniqueKeys: [['/email']] });
    container.create(item({ id: '1', pk: 'p', email: 'x' }));
    container.create(item({ id: '2', pk: 'p', email: 'y' }));
    const replace = (id: string, email: string): number =>
      container.replace(id, item({ id, pk: 'p', email }), { partitionKey: ['p'] }).status;
    expect(replace('1', 'x')).toBe(200);
    expect(replace('2', 'x')).toBe(409);
    expect(container.create(item({ id: '3', pk: 'p', email: 'y' })).status).toBe(409);
    expect(replace('2', 'z')).toBe(200);
    expect(container.create(item({ id: '3', pk: 'p', email: 'y' })).status).toBe(201);
    expect(container.delete('1', ['p']).status).toBe(204);
    expect(container.upsert(item({ id: '4', pk: 'p', email: 'x' })).status).toBe(201);
  });

  it('name the first violated key of the policy, the id before all', () => {
    const container = newContainer({ uniqueKeys: [['/a'], ['/b', '/c']] });
    container.create(item({ id: '1', pk: 'p', a: 1, b: 1, c: 1 }));
    expect(container.create(item({ id: '1', pk: 'p', a: 1, b: 1, c: 1 })).uniqueKey).toEqual(['/id']);
    expect(container.create(item({ id: '2', pk: 'p', a: 1, b: 1, c: 1 })).uniqueKey).toEqual(['/a']);
    expect(container.create(item({ id: '2', pk: 'p', a: 2, b: 1, c: 1 })).uniqueKey).toEqual(['/b', '/c']);
  });

  it('rename an item by replace, unless the name is taken', () => {
    const container = newContainer();
    container.create(item({ id: 'old', pk: 'p' }));
    container.create(item({ id: 'taken', pk: 'p' }));
    const rename = (id: string): number =>
      container.replace('old', item({ id, pk: 'p' }), { partitionKey: ['p'] }).status;
    expect(rename('taken')).toBe(409);
    expect(rename('new')).toBe(200);
    expect(container.read('old', ['p']).status).toBe(404);
    expect(container.read('new', ['p']).status).toBe(200);
  });

  it('refuse another partition key than the item has, and a key with too few or too many levels', () => {
    const container = newContainer({ partitionKey: ['/a', '/b'] });
    const body = item({ id: 'x', a: 1 });
    expect(container.create(body, { partitionKey: [1, 2] })).toMatchObject({ status: 400, substatus: 1001 });
    expect(container.create(body, { partitionKey: [1] })).toMatchObject({ status: 400, substatus: 1001 });
    expect(container.create(body, { partitionKey: [1, {}] }).status).toBe(201);
    expect(container.read('x', [1, null]).status).toBe(404);
    expect(container.read('x', [1, {}, 2]).status).toBe(400);
    expect(container.read('x', [1, ['a']]).status).toBe(400);
    expect(container.replace('x', item({ id: 'x', a: 2 }), { partitionKey: [1, {}] })).toMatchObject({
      status: 400,
      substatus: 1001,
    });
  });

  it('change an item only under its current etag, which every write renews', () => {
    const container = newContainer();
    const first = container.create(item({ id: 'x', pk: 'p' })).etag!;
    expect(container.read('x', ['p'], first).status).toBe(304);
    const second = container.upsert(item({ id: 'x', pk: 'p' }), { ifMatch: first }).etag!;
    expect(second).not.toBe(first);
    expect(container.upsert(item({ id: 'x', pk: 'p' }), { ifMatch: first }).status).toBe(412);
    expect(container.delete('x', ['p'], first).status).toBe(412);
    expect(container.read('x', ['p'], first).status).toBe(200);
    expect(container.delete('x', ['p'], second).status).toBe(204);
    expect(container.create(item({ id: 'x', pk: 'p' })).etag).not.toBe(second);
  });
});

describe('containers', () => {
  const unique = (uniqueKeys: readonly (readonly string[])[]): object => ({
    partitionKey: PK,
    uniqueKeyPolicy: { uniqueKeys: uniqueKeys.map((paths) => ({ paths })) },
  });
  const letters = (count: number): string[] => Array.from({ length: count }, (_, i) => `/p${i}`);

  it.each([
    ['a policy with ten constraints', unique(letters(10).map((path) => [path])), 201],
    ['a policy with eleven', unique(letters(11).map((path) => [path])), 400],
    ['a constraint of sixteen paths', unique([letters(16)]), 201],
    ['a constraint of seventeen', unique([letters(17)]), 400],
    ['a constraint without paths', unique([[]]), 400],
    ['a wildcard in a path', unique([['/a/*']]), 400],
    ['an array in a path', unique([['/a/[]/b']]), 400],
    ['a quoted wildcard in a path', unique([['/a/"[]"/b']]), 400],
    ['the notation of indexing in a path', unique([['/a/?']]), 400],
    ['a path without its slash', unique([['email']]), 400],
    ['no partition key', {}, 400],
    ['two paths of kind Hash', { partitionKey: { paths: ['/a', '/b'], kind: 'Hash' } }, 400],
    ['three levels', { partitionKey: { paths: ['/a', '/b', '/c'], kind: 'MultiHash' } }, 201],
    ['four levels', { partitionKey: { paths: ['/a', '/b', '/c', '/d'], kind: 'MultiHash' } }, 400],
    ['a default time to live of -1', { partitionKey: PK, defaultTtl: -1 }, 201],
    ['a default time to live of 0', { partitionKey: PK, defaultTtl: 0 }, 400],
    [
      'an indexing policy without its root',
      { partitionKey: PK, indexingPolicy: { includedPaths: [{ path: '/a/?' }] } },
      400,
    ],
    [
      'an indexing policy with its root twice',
      { partitionKey: PK, indexingPolicy: { includedPaths: [{ path: '/*' }], excludedPaths: [{ path: '/*' }] } },
      400,
    ],
    ['an indexing policy of mode none', { partitionKey: PK, indexingPolicy: { indexingMode: 'none' } }, 201],
  ])('are created or refused: %s', (_name, definition, status) => {
    expect(new EmbeddedDatabase().createContainer('c', definition as Record<string, unknown>).status).toBe(status);
  });

  it('are replaced in everything but their keys', () => {
    const database = new EmbeddedDatabase();
    const definition = { ...unique([['/a']]) } as Record<string, unknown>;
    expect(database.createContainer('c', definition).status).toBe(201);
    expect(database.createContainer('c', definition).status).toBe(409);
    expect(database.replaceContainer('c', { ...definition, defaultTtl: 60 }).status).toBe(200);
    expect(JSON.parse(String(database.readContainer('c').text))).toMatchObject({ id: 'c', defaultTtl: 60 });
    expect(database.replaceContainer('c', { partitionKey: PK }).status).toBe(403);
    expect(database.replaceContainer('c', { ...definition, partitionKey: { paths: ['/b'] } }).status).toBe(400);
    expect(database.deleteContainer('c').status).toBe(204);
    expect(database.readContainer('c').status).toBe(404);
  });

  it('are there again, items, keys and etags too, when the file is opened again', () => {
    const folder = mkdtempSync(join(tmpdir(), 'database-'));
    try {
      const file = join(folder, 'items.db');
      const first = new EmbeddedDatabase(file);
      first.createContainer('c', unique([['/email']]) as Record<string, unknown>);
      const { etag } = first.container('c')!.create(item({ id: '1', pk: 'p', email: 'x' }));
      first.container('c')!.delete('1', ['p']);
      first.container('c')!.create(item({ id: '1', pk: 'p', email: 'y' }));
      first.close();
      const second = new EmbeddedDatabase(file);
      const container = second.container('c')!;
      expect(container.read('1', ['p']).etag).not.toBe(etag);
      expect(container.create(item({ id: '2', pk: 'p', email: 'y' })).status).toBe(409);
      expect(container.create(item({ id: '2', pk: 'p', email: 'x' })).status).toBe(201);
      second.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
