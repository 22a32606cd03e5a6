// Is content recognised for what it is, whatever the file is called?
import { gzipSync, zstdCompressSync, brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Fatal } from '../../src/errors.ts';
import { readText } from './read-text.ts';

describe('the format', () => {
  it.each([
    ['lines that are arrays, a header first', '["asin","brand"]\n["B1","Acme"]\n42\nnull\n"text"\n{"id":"6"}\n', 6],
    ['one array on one line', '[{"id":"1"},{"id":"2"}]\n', 2],
    ['one object on one line', '{"id":"1"}', 1],
    ['lines, the first cut off inside a string', '{"id":"1","t":"a\nb"}\n{"id":"3"}\n', 3],
    ['lines, the first cut off behind a comma', '{"id":"1",\n{"id":"2"}\n', 2],
    ['lines, the first cut off behind a property name', '{"id"\n{"id":"2"}\n', 2],
    ['lines, the first one all there is of it', '{"id":[\n', 1],
    ['values without anything between them', '{"id":"1"}{"id":"2"}\n{"id":"3"}\n', 3],
    ['values on one line', '{"id":"1"} {"id":"2"}', 2],
    ['objects over many lines, one after the other', '{\n"id":"1"}\n{\n"id":"2"}', 2],
    ['objects that end on the line where the next one begins', '{\n"id":"1"}{\n"id":"2"}{}', 3],
    ['a value behind another that goes on in the next line', '{"id":"1"}{"id":\n"2"}', 2],
    ['one object whose first line is all but a bracket', '{"a":{"b":1}\n}', 1],
    ['one object that breaks behind a colon', '{"a":\n{"b":[\n{}]}}', 1],
    ['bare values', '1\n2\n', 2],
    ['an array that breaks in its first element', '[{"id":\n"1"},{}]', 2],
  ])('of %s', async (_name, content, count) => {
    const reading = await readText(content, { name: 'data.txt' });
    expect(reading.error).toBeUndefined();
    expect(reading.broken).toEqual([]);
    expect(reading.records).toHaveLength(count);
  });

  it.each([
    ['gzip in a .json file', gzipSync('{"id":"1"}\n{"id":"2"}'), 'transactions.json'],
    ['plain text in a .gz file', '{"id":"1"}\n{"id":"2"}', 'a.gz'],
    ['an array in an .ndjson file', '[{"id":"1"},{"id":"2"}]', 'a.ndjson'],
    ['lines in a .br file', '{"id":"1"}\n{"id":"2"}', 'a.br'],
    ['a byte order mark inside gzip', gzipSync('\u{feff}{"id":"1"}\n{"id":"2"}'), 'a.gz'],
  ])('by content: %s', async (_name, content, name) => {
    const reading = await readText(content, { name });
    expect(reading.error).toBeUndefined();
    expect(reading.records.map(({ text }) => text)).toEqual(['{"id":"1"}', '{"id":"2"}']);
  });

  const utf16 = Buffer.from('\u{feff}{"id":"1"}', 'utf16le');
  it.each([
    ['zstd', zstdCompressSync('{}'), 'a.json', /zstd is not available in this version/],
    ['brotli', brotliCompressSync('{"id":"1"}'), 'a.json.br', /brotli is not available in this version/],
    ['gzip twice', gzipSync(gzipSync('{}')), 'a.gz', /gzip data inside gzip data/],
    ['xz', Buffer.from('fd377a585a000004', 'hex'), 'a', /this is xz data/],
    ['a zip archive', 'PK\u0003\u0004rest', 'a', /this is a zip archive/],
    ['bzip2', 'BZh91AY', 'a', /this is bzip2 data/],
    ['a tar archive', `${'\0'.repeat(257)}ustar  `, 'a', /this is a tar archive/],
    ['Parquet', 'PAR1....', 'a', /this is a Parquet file/],
    ['UTF-16 with a mark', utf16, 'a', /this is UTF-16LE text/],
    ['UTF-16, big end first', Buffer.from(utf16).swap16(), 'a', /this is UTF-16BE text/],
    ['UTF-16 without a mark', utf16.subarray(2), 'a', /this is UTF-16LE text/],
  ])('is refused with advice: %s', async (_name, content, name, message) => {
    const { error, records } = await readText(content, { name });
    expect(records).toEqual([]);
    expect(error).toBeInstanceOf(Fatal);
    expect((error as Fatal).message).toMatch(message);
    expect((error as Fatal).message).toMatch(new RegExp(`^${name}: `));
    expect((error as Fatal).advice).toMatch(/\w/);
    expect((error as Fatal).exitStatus).toBe(5);
  });
});
