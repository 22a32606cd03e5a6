// Does the rejects file hold each rejected document with its place, its reason and its text, byte for byte?
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Notice } from '../../src/document/notice.ts';
import type { Reject } from '../../src/report/reject-lines.ts';
import { Rejects } from '../../src/report/rejects.ts';

const broken: Reject = {
  origin: { shard: 0, index: 6, ordinal: 0 },
  place: { source: 'posts.ndjson', line: 7, offset: 4183 },
  stage: 'parse',
  code: 'LINE_INVALID',
  message: 'a string is not closed',
  entity: 'post',
  original: '{"id":"1',
};

const loser: Reject = {
  ...broken,
  origin: { shard: 0, index: 6, ordinal: 2 },
  stage: 'write',
  code: 'UNIQUE_KEY_CONFLICT',
  container: 'posts',
  id: '1',
  key: { partitionKey: ['a', {}], uniqueKey: ['/email', '/n'], values: ['x@example.com', null] },
  conflictsWith: { id: '0', partitionKey: ['a', {}] },
  original: '{ "id": "1", "n": 1.50 }',
  doc: Buffer.from('{"id":"1","n":12345678901234567890,"n":1.50}'),
};

it('writes one line for each, with the position, the reason and the text', () => {
  const { lines } = write([broken]);
  expect(lines).toEqual([
    JSON.stringify({
      at: { source: 'posts.ndjson', line: 7, offset: 4183, output: 0 },
      stage: 'parse',
      code: 'LINE_INVALID',
      message: 'a string is not closed',
      entity: 'post',
      original: '{"id":"1',
    }),
  ]);
});

it('puts the document in as it is, digits and repeated keys included', () => {
  const { lines } = write([loser]);
  expect(lines[0]).toMatch(/,"doc":\{"id":"1","n":12345678901234567890,"n":1\.50\}\}$/);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    status: 409,
    key: { partitionKey: ['a', {}], uniqueKey: ['/email', '/n'], values: ['x@example.com', null] },
    conflictsWith: { id: '0' },
    original: '{ "id": "1", "n": 1.50 }',
  });
});

it('gives the text of one source document once, and that of the next again', () => {
  const next = { ...broken, origin: { shard: 0, index: 7, ordinal: 0 } };
  const { lines } = write([broken, { ...broken, origin: { shard: 0, index: 6, ordinal: 1 } }, next]);
  expect(lines.map((line) => 'original' in (JSON.parse(line) as object))).toEqual([true, false, true]);
});

it("names the path, the entity of the source's document where it is another, and earlier reasons", () => {
  const earlier = [{ stage: 'step', step: 'split', code: 'NOT_AN_ARRAY', message: 'no array' }] as const;
  const child = { ...loser, path: '/n', entity: 'comment', sourceEntity: 'post', earlier };
  const { lines } = write([child, { ...child, entity: 'post' }]);
  const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toMatchObject({ path: '/n', entity: 'comment', sourceEntity: 'post', earlier });
  expect(second).not.toHaveProperty('sourceEntity');
});

it('keeps text that is no UTF-8 byte by byte as Latin-1 and says so', () => {
  const bytes = Buffer.from([0x7b, 0xff, 0xc3, 0x28, 0x00, 0x7d]);
  const { lines } = write([{ ...broken, original: bytes }]);
  const { original, originalEncoding } = JSON.parse(lines[0]!) as Record<string, string>;
  expect(originalEncoding).toBe('latin1');
  expect(Buffer.from(original!, 'latin1')).toEqual(bytes);
});

it('counts each as a finding, the paths of a unique key as its path', () => {
  const { notices } = write([loser]);
  expect(notices).toEqual([
    expect.objectContaining({
      code: 'UNIQUE_KEY_CONFLICT',
      container: 'posts',
      entity: 'post',
      path: '/email, /n',
      example: { place: loser.place, id: '1' },
    }),
  ]);
});

it('writes as it goes, so that little waits, and knows its length', () => {
  const file = newFile();
  const rejects = new Rejects(file, () => {});
  const original = 'x'.repeat(10_000);
  for (let index = 0; index < 100; index++)
    rejects.add({ ...broken, origin: { shard: 0, index, ordinal: 0 }, original });
  expect(rejects.length - statSync(file).size).toBeLessThan(1 << 18);
  rejects.flush();
  expect(statSync(file).size).toBe(rejects.length);
  rejects.close();
});

it('begins the file anew, or behind the length that was committed', () => {
  const file = newFile();
  writeFileSync(file, '{"kept":true}\n{"cut off');
  const resumed = new Rejects(file, () => {}, 14);
  resumed.add(broken);
  resumed.close();
  expect(readFileSync(file, 'utf8')).toMatch(/^\{"kept":true\}\n\{"at":.+\n$/);
  new Rejects(file, () => {}).close();
  expect(readFileSync(file, 'utf8')).toBe('');
});

it.skipIf(process.platform === 'win32')('lets its owner alone read the file', () => {
  const file = newFile();
  new Rejects(file, () => {}).close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

function write(all: readonly Reject[]): { readonly lines: string[]; readonly notices: Notice[] } {
  const file = newFile();
  const notices: Notice[] = [];
  const rejects = new Rejects(file, (notice) => notices.push(notice));
  for (const reject of all) rejects.add(reject);
  rejects.close();
  const text = readFileSync(file, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return { lines: text.split('\n').slice(0, -1), notices };
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rejects-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'rejects.ndjson');
}
