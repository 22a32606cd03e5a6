// Is content recognised for what it is, whatever the file is called?
import { gzipSync, zstdCompressSync, brotliCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fatal } from '../../src/errors.ts';
import { contentStart } from '../../src/source/parse/content-start.ts';
import { holds } from '../property.ts';
import { readText } from './read-text.ts';

const hex = (bytes: string): Buffer => Buffer.from(bytes, 'hex');

describe('the format', () => {
  it.each([
    ['lines that are arrays, a header first', '["asin","brand"]\n["B1","Acme"]\n42\nnull\n"text"\n{"id":"6"}\n', 6],
    ['one array on one line', '[{"id":"1"},{"id":"2"}]\n', 2],
    ['one object on one line', '{"id":"1"}', 1],
    ['lines, the first cut off inside a string', '{"id":"1","t":"a\nb"}\n{"id":"3"}\n', 3],
    ['lines, the first cut off behind a comma', '{"id":"1",\n{"id":"2"}\n', 2],
    ['lines, the first cut off behind a property name', '{"id"\n{"id":"2"}\n', 2],
    ['lines, the first cut off before a value', '{"id":\n{"id":"2"}\n{"id":"3"}\n', 3],
    ['an object whose values stand in lines of their own', '{"id":\n{"a":1}\n,"b":\n{"a":2}\n}\n', 1],
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
    ['zstd in a .json file', zstdCompressSync('{"id":"1"}\n{"id":"2"}'), 'a.json'],
    ['brotli in a .br file', brotliCompressSync('{"id":"1"}\n{"id":"2"}'), 'a.br'],
    ['lines in a .br file', '{"id":"1"}\n{"id":"2"}', 'a.br'],
    ['a byte order mark inside gzip', gzipSync('\u{feff}{"id":"1"}\n{"id":"2"}'), 'a.gz'],
  ])('by content: %s', async (_name, content, name) => {
    const reading = await readText(content, { name });
    expect(reading.error).toBeUndefined();
    expect(reading.records.map(({ text }) => text)).toEqual(['{"id":"1"}', '{"id":"2"}']);
  });

  const utf16 = Buffer.from('\u{feff}{"id":"1"}', 'utf16le');
  it.each([
    ['gzip inside zstd', zstdCompressSync(gzipSync('{}')), 'a', /gzip data inside zstd data/],
    ['zstd inside brotli', brotliCompressSync(zstdCompressSync('{}')), 'a.br', /zstd data inside brotli data/],
    ['gzip twice', gzipSync(gzipSync('{}')), 'a.gz', /this is gzip data inside gzip data/],
    ['xz', hex('fd377a585a000004'), 'a', /this is xz data/],
    ['bzip2', 'BZh91AY', 'a', /this is bzip2 data/],
    ['lz4', hex('04224d186440a7'), 'a', /this is lz4 data/],
    ['7-Zip', hex('377abcaf271c0004'), 'a', /this is a 7-Zip archive/],
    ['a zip archive', 'PK\u0003\u0004rest', 'a', /this is a zip archive, or an Excel workbook/],
    ['an old Excel workbook', hex('d0cf11e0a1b11ae10000'), 'a', /this is an Excel workbook/],
    ['a tar archive', `${'\0'.repeat(257)}ustar  `, 'a', /this is a tar archive/],
    [
      'a tar archive inside gzip',
      gzipSync(`${'\0'.repeat(257)}ustar  `),
      'a',
      /this is a tar archive inside gzip data/,
    ],
    ['Parquet', 'PAR1....', 'a', /this is a Parquet file/],
    ['Avro', 'Obj\u0001....', 'a', /this is an Avro file/],
    ['SQLite', 'SQLite format 3\0....', 'a', /this is a SQLite database/],
    ['BSON', hex('16000000075f6964005f1e2d3c4b5a69788796a5b400'), 'a.bson', /this is a BSON file, as mongodump writes/],
    ['BSON that begins like JSON', hex('7b000000026964000200000031000000'), 'a', /this is a BSON file/],
    ['an archive of mongodump', hex('6de299816600'), 'a', /this is an archive of mongodump/],
    ['PDF', '%PDF-1.7', 'a', /this is a PDF document/],
    ['zeros', Buffer.alloc(5000), 'a', /this is a file of zero bytes/],
    ['an HTML page', '\n<!DOCTYPE html>\n<html>', 'a', /this is an HTML page/],
    ['XML', '<?xml version="1.0"?><a/>', 'a', /this is an XML file/],
    ['CSV', 'id,name\n1,"a, b"\n', 'a', /this is CSV/],
    ['CSV with quotes', '"id";"name"\n"1";"x"\n', 'a', /this is CSV/],
    ['a table with tabs', 'id\tname\n1\tx\n', 'a', /this is CSV/],
    ['the header of CSV alone', 'id,name', 'a', /this is CSV/],
    ['CSV behind a byte order mark', '\u{feff}id;name\r\n1;x\r\n', 'a', /this is CSV/],
    ['XML behind a byte order mark', '\u{feff}<?xml version="1.0"?><a/>', 'a', /this is an XML file/],
    ['UTF-16 with a mark', utf16, 'a', /this is UTF-16LE text/],
    ['UTF-16, big end first', Buffer.from(utf16).swap16(), 'a', /this is UTF-16BE text/],
    ['UTF-16 without a mark', utf16.subarray(2), 'a', /this is UTF-16LE text/],
    ['UTF-16 without a mark, big end first', Buffer.from(utf16.subarray(2)).swap16(), 'a', /this is UTF-16BE text/],
    ['UTF-32 with a mark', hex('fffe00007b00000022000000'), 'a', /this is UTF-32LE text/],
    ['UTF-32 without a mark', hex('0000000a0000007b'), 'a', /this is UTF-32BE text/],
    ['UTF-32 without a mark, small end first', hex('7b00000022000000'), 'a', /this is UTF-32LE text/],
  ])('is refused with advice: %s', async (_name, content, name, message) => {
    const { error, records } = await readText(content, { name });
    expect(records).toEqual([]);
    expect(error).toBeInstanceOf(Fatal);
    expect((error as Fatal).message).toMatch(message);
    expect((error as Fatal).message).toMatch(new RegExp(`^${name}: `));
    expect((error as Fatal).advice).toMatch(/\w/);
    expect((error as Fatal).exitStatus).toBe(5);
  });

  it.each([
    ['a line of mongo shell', '{_id:1, x:"1"}\n{"id":"2"}\n'],
    ['text', 'hello, world\n{"id":"1"}\n'],
    ['words', 'hello\nworld\n'],
    ['bare numbers', '1,5\n2\n'],
    ['a byte order mark in front of text', '\u{feff}\n"a"\n'],
    ['the mark of an archive as a word of a text', `${JSON.stringify(`${'x'.repeat(256)}ustar`)}\n`],
    ['text and a long document', `hello, world\n{"id":"${'1, '.repeat(10_000)}"}\n`],
    ['a long text', JSON.stringify('; '.repeat(10_000))],
    ['a text in front of a long one', `nul, l\n${JSON.stringify('"\\;'.repeat(10_000))}`],
  ])('of what is no JSON are lines that are broken one by one: %s', async (_name, content) => {
    const { error, records } = await readText(content);
    expect(error).toBeUndefined();
    expect(records.length).toBeGreaterThan(0);
  });

  it('of values a line is never taken for a table, however long they are and whatever is in them', () => {
    const size = fc.constantFrom(1, 5000, 16_384, 20_000);
    const text = fc
      .tuple(fc.stringMatching(/^[,;\t"\\ a<]{0,5}$/), size)
      .map(([one, length]) => one.repeat(Math.ceil(length / 5)));
    const value = fc.oneof(text, fc.double({ noNaN: true }), fc.constantFrom(null, true), fc.array(text));
    const blank = fc.constantFrom('', ' ', '\t', '\t\t', ' '.repeat(20_000));
    const line = fc.tuple(blank, value, blank).map(([before, one, behind]) => before + JSON.stringify(one) + behind);
    const content = { source: 'a', compression: undefined, isSaid: false };
    holds(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
        const bytes = Buffer.from(lines.join('\n'));
        expect(contentStart(bytes, bytes.length, content)).toBe(0);
      }),
      1000,
    );
  });

  it('that the source gives is not doubted', async () => {
    expect((await readText('id,name\n1,x\n', { format: 'ndjson' })).records).toHaveLength(2);
    const reading = await readText('{"id":"1"}', { format: 'array' });
    expect(reading.broken[0]!.message).toMatch(/^unexpected "{" at the start\. Expected "\[", as the source says/);
    expect((await readText('', { format: 'array' })).broken[0]!.message).toMatch(
      /^unexpected end of the file at the start/,
    );
    expect((await readText('', { format: 'concatenated' })).broken).toEqual([]);
    expect((await readText('// c\n[1]', { format: 'ndjson' })).records).toHaveLength(2);
    expect((await readText('PAR1', { format: 'ndjson' })).error).toBeInstanceOf(Fatal);
  });
});
