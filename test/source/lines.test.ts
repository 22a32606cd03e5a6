// Which records does NDJSON hold, and where do they stand?
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText } from './read-text.ts';

const texts = (reading: { records: readonly { text: string }[] }): string[] => reading.records.map(({ text }) => text);

describe('lines', () => {
  it('reads behind a byte order mark, with CR LF and without a last newline', async () => {
    const reading = await readText('\u{feff}{"id":"1"}\r\n{"id":"2"}');
    expect(texts(reading)).toEqual(['{"id":"1"}', '{"id":"2"}']);
    expect(reading.records.map(({ offset }) => offset)).toEqual([3, 15]);
    expect(reading.bytes).toBe(25);
  });

  it('passes over blank lines and keeps the physical numbers of the others', async () => {
    const reading = await readText('{"id":"1"}\r\n\r\n   \t\r\n{"id":"2"}\n\n  {"id":"3"} ');
    expect(texts(reading)).toEqual(['{"id":"1"}', '{"id":"2"}', '{"id":"3"}']);
    expect(reading.records.map(({ line }) => line)).toEqual([1, 4, 6]);
    expect(reading.records.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(reading.records[2]!.offset).toBe(12 + 2 + 6 + 11 + 1 + 2);
  });

  it('does not end a record at U+2028, U+2029, U+0085 or a CR alone', async () => {
    const line = '{"id":"1","t":"before\u2028middle\u2029after\u0085next"}';
    const reading = await readText(`${line}\n{"id":"2"}\r\r{"id":"3"}\n`);
    expect(texts(reading)).toEqual([line, '{"id":"2"}\r\r{"id":"3"}']);
  });

  it('gives nothing for an empty file, one with a mark only and one of blank lines', async () => {
    for (const content of ['', '\u{feff}', '\n\n \r\n', ' ']) {
      const reading = await readText(content);
      expect(reading).toMatchObject({ records: [], broken: [], error: undefined });
      expect(reading.bytes).toBe(Buffer.byteLength(content));
    }
  });

  it('says of a batch whether it is UTF-8', async () => {
    const latin = Buffer.from('{"n":"Jos\u00e9"}\n{"n":"ok"}\n', 'latin1');
    expect((await readText(latin)).records.map(({ utf8 }) => utf8)).toEqual([false, false]);
    expect((await readText('{"n":"José"}\n')).records[0]!.utf8).toBe(true);
  });

  it('passes over a line that is too long and goes on behind it', async () => {
    const long = `{"t":"${'ä'.repeat(60_000)}"}`;
    const reading = await readText(`{"id":"1"}\n${long}\n{"id":"3"}\n${long}`, { maxDocument: 1000 });
    expect(texts(reading)).toEqual(['{"id":"1"}', '{"id":"3"}']);
    expect(reading.records.map(({ line, index }) => [line, index])).toEqual([
      [1, 0],
      [3, 2],
    ]);
    expect(reading.broken.map(({ line, index, offset, code }) => [line, index, offset, code])).toEqual([
      [2, 1, 11, 'LINE_INVALID'],
      [4, 3, 11 + Buffer.byteLength(long) + 1 + 11, 'LINE_INVALID'],
    ]);
    expect(reading.broken[0]!.message).toMatch(/^this line is larger than 1,000 bytes.*maxDocument/);
    expect(reading.broken[0]!.original.toString()).toBe(long.slice(0, 6 + (65_536 - 6) / 2));
  });

  it('takes a line of exactly maxDocument bytes, CR LF aside', async () => {
    const line = `{"t":"${'x'.repeat(992)}"}`;
    expect(line.length).toBe(1000);
    for (const end of ['\r\n', '\n', ''])
      expect(texts(await readText(line + end, { maxDocument: 1000 }))).toEqual([line]);
    expect((await readText(`${line} `.replace('x', 'xx'), { maxDocument: 1000 })).broken).toHaveLength(1);
  });

  it('cuts lines of every length at the right places, over many buffers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(400_000), fc.constantFrom('\n', '\r\n', '\n\n')), { maxLength: 20 }),
        async (lines) => {
          const wanted: { text: string; line: number; offset: number }[] = [];
          let content = '';
          let number = 1;
          for (const [length, end] of lines) {
            const text = `${length}${'x'.repeat(length)}`;
            wanted.push({ text, line: number, offset: content.length });
            content += text + end;
            number += end === '\n\n' ? 2 : 1;
          }
          const reading = await readText(content);
          expect(reading.records.map(({ text, line, offset }) => ({ text, line, offset }))).toEqual(wanted);
          expect(reading.bytes).toBe(content.length);
        },
      ),
      { numRuns: 20 },
    );
  });
});
