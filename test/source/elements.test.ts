// Which elements does a JSON array hold, where do they stand, and what is said when its structure breaks?
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matching, type Reading, readText } from './read-text.ts';

const texts = (reading: Reading): string[] => reading.records.map(({ text }) => text);
const lines = (reading: Reading): number[] => reading.records.map(({ line }) => line);

describe('an array', () => {
  it('gives its elements with their bytes, lines and offsets', async () => {
    const content = '\u{feff}\n[\r\n  {"id": "1", "t": "]},[\\"{\\\\"},\n\n  {\n"id":"2"} ,{"id":"3"}\n]\n\n';
    const reading = await readText(content);
    expect(texts(reading)).toEqual(['{"id": "1", "t": "]},[\\"{\\\\"}', '{\n"id":"2"}', '{"id":"3"}']);
    expect(lines(reading)).toEqual([3, 5, 6]);
    expect(reading.records.map(({ index }) => index)).toEqual([0, 1, 2]);
    const file = Buffer.from(content);
    for (const { text, offset } of reading.records)
      expect(file.toString('utf8', offset, offset + Buffer.byteLength(text))).toBe(text);
    expect(reading).toMatchObject({ broken: [], error: undefined, bytes: file.length });
  });

  it('hands over elements that are no objects', async () => {
    const elements = ['null', '-1.5e3', '"a,\\"]"', '[1,[2]]', '{}', 'NaN', 'true', '""'];
    expect(texts(await readText(`[${elements.join(',')}]`))).toEqual(elements);
    expect(texts(await readText(`[ ${elements.join(' ,\n')} ]`))).toEqual(elements);
  });

  it('may be empty', async () => {
    for (const content of ['[]', ' [ ] ', '[\n]\r\n\r\n']) {
      expect(await readText(content)).toMatchObject({
        records: [],
        broken: [],
        error: undefined,
        bytes: content.length,
      });
    }
  });

  it.each([
    ['[1,2,]', ['1', '2'], 1, 5, /^unexpected "\]" after ",".*remove it/],
    ['[\n {"id":"1"} ,\n\n {"id":"2"},\n]\n', ['{"id":"1"}', '{"id":"2"}'], 5, 30, /^unexpected "\]" after ","/],
    ['[{"id":"1"}\n{"id":"2"}]', ['{"id":"1"}'], 2, 12, /^unexpected "\{" after an element\. .*is a comma missing/],
    ['[1 2]', ['1'], 1, 3, /^unexpected "2" after an element\. Expected "," or "\]"/],
    ['[,1]', [], 1, 1, /^unexpected "," after "\["/],
    ['[{},\n,{}]', ['{}'], 2, 5, /^unexpected "," after ","/],
    ['[{"a":1]},{}]', ['{"a":1]'], 1, 8, /^unexpected "\}" after an element/],
    ['[{},\n// a note\n{}]', ['{}'], 2, 5, /^unexpected "\/" after ",".*Comments are not JSON/],
    ['[{}]\n]', ['{}'], 2, 5, /^unexpected "\]" behind the "\]" that ends the array/],
    ['[\n{}\n]\nrest', ['{}'], 4, 7, /^unexpected "r" behind the "\]"/],
    ['[', [], 1, 1, /^unexpected end of the file after "\["; the file was cut off/],
    ['[{},\n ', ['{}'], 2, 6, /^unexpected end of the file after ","/],
    ['[{}\n', ['{}'], 2, 4, /^unexpected end of the file after an element/],
    ['[{},\n{"t":"abc\n', ['{}'], 2, 5, /^the file ends inside the element that starts here/],
    ['[{},\n{"t":"abc\\', ['{}'], 2, 5, /^the file ends inside the element that starts here/],
  ] as const)('says where %j breaks', async (content, read, line, offset, message) => {
    const reading = await readText(content);
    expect(texts(reading)).toEqual(read);
    expect(reading.broken).toHaveLength(1);
    expect(reading.broken[0]).toMatchObject({ index: read.length, line, offset, code: 'LINE_INVALID' });
    expect(reading.broken[0]!.message).toMatch(message);
    expect(content.slice(offset)).toBe(reading.broken[0]!.original.toString());
    expect(reading.error).toBeUndefined();
  });

  it('keeps each byte of what breaks, UTF-8 or not', async () => {
    const rest = Buffer.from([0x7d, 0xff, 0x80, 0xc3]);
    const reading = await readText(Buffer.concat([Buffer.from('[{}'), rest]));
    expect(reading.broken[0]!.original).toEqual(rest);
    const large = Buffer.alloc(100_000, 0x80);
    const cut = await readText(Buffer.concat([Buffer.from('["'), large, Buffer.from('"]')]), { maxDocument: 70_000 });
    expect(cut.broken[0]!.original.length).toBeGreaterThan(65_500);
  });

  it('keeps counting lines behind a newline that stands raw in a string', async () => {
    expect(lines(await readText('[{"t":"a\nb\\\nc"},\n{}]'))).toEqual([1, 4]);
  });

  it('passes over an element that is too large and goes on behind it', async () => {
    const large = `{"t":"${'\\"]'.repeat(1_500_000)}"}`;
    const reading = await readText(`[{"id":"1"},\n${large},\n{"id":"3"},${large}]`, { maxDocument: 100_000 });
    expect(texts(reading)).toEqual(['{"id":"1"}', '{"id":"3"}']);
    expect(lines(reading)).toEqual([1, 3]);
    expect(reading.broken.map(({ index, line, offset }) => [index, line, offset])).toEqual([
      [1, 2, 13],
      [3, 3, 13 + large.length + 2 + 11],
    ]);
    expect(reading.broken[0]!.message).toMatch(/^this element is larger than 100,000 bytes/);
    expect(reading.broken[0]!.original.toString()).toBe(large.slice(0, 65_536));
  });

  it('gives what JSON.parse gives, wherever buffers end', async () => {
    const element = fc.oneof(
      fc.json({ maxDepth: 3 }),
      fc
        .record({ t: fc.string({ unit: 'binary' }), length: fc.nat(300_000) })
        .map(({ t, length }) => JSON.stringify({ t: t.repeat(3), x: '\\'.repeat(length) })),
    );
    const blank = fc.constantFrom('', ' ', '\n', '\r\n\t', '  \n');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(element, blank, blank), { minLength: 1, maxLength: 30 }), async (parts) => {
        const content = `[${parts.map(([text, before, after]) => before + text + after).join(',')}]`;
        const reading = await readText(content);
        expect(reading.broken).toEqual([]);
        expect(texts(reading)).toEqual(parts.map(([text]) => text));
        let at = 1;
        const wanted = parts.map(([text, before, after]) => {
          const line = content.slice(0, at + before.length).split('\n').length;
          at += before.length + text.length + after.length + 1;
          return line;
        });
        expect(lines(reading)).toEqual(wanted);
        expect(reading.bytes).toBe(Buffer.byteLength(content));
      }),
      { numRuns: 40 },
    );
  });
});

describe('one object', () => {
  it('over many lines is one document', async () => {
    const text = '{\n  "id": "111",\n  "orders": []\n}';
    const reading = await readText(`\n${text}\n`);
    expect(texts(reading)).toEqual([text]);
    expect(lines(reading)).toEqual([2]);
    expect(reading).toMatchObject({ broken: [], error: undefined, bytes: text.length + 2 });
  });

  it('may be larger than what is read at once', async () => {
    const text = JSON.stringify({ id: '1', list: Array.from({ length: 300_000 }, (_, i) => ({ i })) }, undefined, 1);
    expect(texts(await readText(text))).toEqual([text]);
  });

  it('is passed over when it is too large', async () => {
    const reading = await readText(`{\n"t": "${'x'.repeat(2000)}"}`, { maxDocument: 1000 });
    expect(reading.records).toEqual([]);
    expect(reading.broken).toMatchObject([
      { index: 0, line: 1, offset: 0, message: matching(/^this object is larger/) },
    ]);
  });

  it('without an end is one broken record', async () => {
    const reading = await readText('{\n"id": "1",\n"t": [');
    expect(reading.records).toEqual([]);
    expect(reading.broken).toMatchObject([
      { line: 1, offset: 0, message: matching(/^the file ends inside the object/) },
    ]);
  });

  it('with something behind it is read, and the rest reported', async () => {
    const reading = await readText('{\n"id": "1"}\n}');
    expect(texts(reading)).toEqual(['{\n"id": "1"}']);
    expect(reading.broken).toMatchObject([
      { index: 1, line: 3, offset: 13, message: matching(/^unexpected "}" between two values/) },
    ]);
  });

  it('is all there may be where the source says so', async () => {
    const reading = await readText('{"id":"1"}\n{"id":"2"}', { format: 'object' });
    expect(texts(reading)).toEqual(['{"id":"1"}']);
    expect(reading.broken).toMatchObject([
      { index: 1, line: 2, offset: 11, message: matching(/^unexpected "{" behind the object.*`format: concatenated`/) },
    ]);
  });
});
