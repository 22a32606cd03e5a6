// Which JSON values stand one after the other, where do they stand, and what is said when something else stands between?
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsAsync } from '../property.ts';
import { matching, type Reading, readText } from './read-text.ts';

const texts = (reading: Reading): string[] => reading.records.map(({ text }) => text);

describe('values one after the other', () => {
  it('have their bytes, lines and offsets', async () => {
    const content = '\u{feff}\n{"id": "1",\n "t": "}{"}{"id":"2"}\r\n\t{\n"id":"3"} [1]"x"true null-1.50{}\n\n';
    const reading = await readText(content);
    expect(texts(reading)).toEqual([
      '{"id": "1",\n "t": "}{"}',
      '{"id":"2"}',
      '{\n"id":"3"}',
      '[1]',
      '"x"',
      'true',
      'null-1.50',
      '{}',
    ]);
    expect(reading.records.map(({ line }) => line)).toEqual([2, 3, 4, 5, 5, 5, 5, 5]);
    const file = Buffer.from(content);
    for (const { text, offset } of reading.records)
      expect(file.toString('utf8', offset, offset + Buffer.byteLength(text))).toBe(text);
    expect(reading).toMatchObject({ broken: [], error: undefined, bytes: file.length });
  });

  it('are read where the source says so, whatever the first line looks like', async () => {
    const content = '{"id":"1"}\n{\n"id":"2"\n}\n';
    expect((await readText(content)).records).toHaveLength(4);
    const reading = await readText(content, { format: 'concatenated' });
    expect(texts(reading)).toEqual(['{"id":"1"}', '{\n"id":"2"\n}']);
    expect(reading.records.map(({ line }) => line)).toEqual([1, 2]);
  });

  it.each([
    ['{\n"a":1},{"b":2}', 1, 2, 8, /^unexpected "," between two values\. Values with commas between them/],
    ['{\n"a":1}\n]', 1, 3, 9, /^unexpected "\]" between two values\. Expected a value, or the end/],
    ['{\n"a":1}\n// b', 1, 3, 9, /^unexpected "\/" between two values\. .*`format: jsonc`/],
    ['{\n"a":1}{"b":', 1, 2, 8, /^the file ends inside the value that starts here/],
    ['{\n"a":[}', 0, 1, 0, /^the file ends inside the object that starts here/],
  ] as const)('break in %j', async (content, read, line, offset, message) => {
    const reading = await readText(content);
    expect(reading.records).toHaveLength(read);
    expect(reading.broken).toMatchObject([{ index: read, line, offset, message: matching(message) }]);
    expect(reading.broken[0]!.original.toString()).toBe(content.slice(offset));
  });

  it('may be too large, and are passed over', async () => {
    const large = `{"t":"${'\\"}'.repeat(500_000)}"}`;
    const reading = await readText(`{\n"id":"1"}${large}{"id":"3"}`, { maxDocument: 100_000 });
    expect(texts(reading)).toEqual(['{\n"id":"1"}', '{"id":"3"}']);
    expect(reading.broken).toMatchObject([
      { index: 1, line: 2, offset: 11, message: matching(/^this value is larger than 100,000 bytes/) },
    ]);
  });

  it('are those that JSON.parse reads, wherever buffers end', async () => {
    const value = fc.oneof(
      fc.json({ maxDepth: 3 }),
      fc
        .record({ t: fc.string({ unit: 'binary' }), length: fc.nat(300_000) })
        .map(({ t, length }) => JSON.stringify({ t, x: '\\'.repeat(length) }, undefined, 1)),
    );
    const blank = fc.constantFrom(' ', '\n', '\r\n\t', '  \n');
    await holdsAsync(
      fc.asyncProperty(fc.array(fc.tuple(value, blank), { maxLength: 30 }), async (parts) => {
        const content = parts.map(([text, behind]) => text + behind).join('');
        const reading = await readText(content, { format: 'concatenated' });
        expect(reading.broken).toEqual([]);
        expect(texts(reading)).toEqual(parts.map(([text]) => text));
        let at = 0;
        const wanted = parts.map(([text, behind]) => {
          const line = content.slice(0, at).split('\n').length;
          at += text.length + behind.length;
          return line;
        });
        expect(reading.records.map(({ line }) => line)).toEqual(wanted);
        expect(reading.bytes).toBe(Buffer.byteLength(content));
      }),
      40,
    );
  });

  it('need nothing between brackets', async () => {
    const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }));
    await holdsAsync(
      fc.asyncProperty(fc.array(object, { minLength: 2 }), async (objects) => {
        const written = objects.map((one) => JSON.stringify(one));
        expect(texts(await readText(written.join('')))).toEqual(written);
      }),
      100,
    );
  });
});
