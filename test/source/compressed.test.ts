// Is compressed data unpacked to its last byte, and nothing taken of what is damaged?
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsAsync } from '../property.ts';
import { openFileSources } from '../../src/source/open-file-sources.ts';
import { READ_SIZE } from '../../src/source/batches.ts';
import { SourceError } from '../../src/source/source.ts';
import { inFolder, matching, readText, sourcePlan } from './read-text.ts';

/** Documents that do not compress well: several reads of packed bytes. */
const documents = Array.from(
  { length: 30_000 },
  (_, i) => `{"id":"${i}","t":"${((i * 2654435761) >>> 0).toString(36)}${((i * 40503 * 65599) >>> 0).toString(36)}"}`,
);
const text = `${documents.join('\n')}\n`;

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
const SUM = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
const COMPRESSIONS = [
  { kind: 'gzip', name: 'a.gz', pack: (content: string | Buffer): Buffer => gzipSync(content) },
  { kind: 'zstd', name: 'a.json', pack: (content: string | Buffer): Buffer => zstdCompressSync(content, SUM) },
  { kind: 'brotli', name: 'a.json.br', pack: (content: string | Buffer): Buffer => brotliCompressSync(content, FAST) },
] as const;

describe.each(COMPRESSIONS)('$kind', ({ kind, name, pack }) => {
  const packed = pack(text);

  it('is read whole, and counted as packed bytes', async () => {
    await inFolder(async (folder) => {
      await writeFile(join(folder, name), packed);
      const [shard] = await openFileSources([sourcePlan(name)], folder);
      let count = 0;
      let bytes = 0;
      let last = 0;
      for await (const batch of shard!.batches()) {
        count += batch.count;
        bytes += batch.bytes;
        expect(batch.bytesRead).toBeGreaterThanOrEqual(last);
        expect(batch.bytesRead).toBeLessThanOrEqual(packed.length);
        last = batch.bytesRead;
      }
      expect([count, bytes, last]).toEqual([documents.length, text.length, packed.length]);
      expect(shard!.size).toBe(packed.length);
    });
  });

  it('may have several members, wherever they meet', async () => {
    const half = documents.length / 2;
    const members = [documents.slice(0, half).join('\n'), '', `\n${documents.slice(half).join('\n')}`];
    const reading = await readText(Buffer.concat(members.map(pack)), { name });
    expect(reading.error).toBeUndefined();
    expect(reading.records.map((record) => record.text)).toEqual(documents);
    const small = Buffer.concat(['{"a"', ':1}\n{', '"b":2}'].map(pack));
    expect((await readText(small, { name })).records.map((record) => record.text)).toEqual(['{"a":1}', '{"b":2}']);
    const many = Buffer.concat(documents.slice(0, 400).map((one) => pack(`${one}\n`)));
    expect((await readText(many, { name })).records.map((record) => record.text)).toEqual(documents.slice(0, 400));
  });

  it('of nothing is nothing', async () => {
    expect(await readText(pack(''), { name })).toMatchObject({ records: [], broken: [], error: undefined });
  });

  it.each([0.5, 1 - 4 / packed.length, 1 - 1 / packed.length])(
    'cut off at %d of its length gives whole records and an error',
    async (share) => {
      const reading = await readText(packed.subarray(0, Math.floor(packed.length * share)), { name });
      expect(reading.error).toBeInstanceOf(SourceError);
      expect(reading.error).toMatchObject({
        message: `${name}: the ${kind} data ends early, the file was cut off.`,
        exitStatus: 5,
      });
      expect(reading.records.length).toBeGreaterThan(documents.length * share * 0.6);
      expect(reading.records.map((record) => record.text)).toEqual(documents.slice(0, reading.records.length));
      expect(reading.broken).toEqual([]);
    },
  );

  it('of an array, cut off, gives no piece of an element', async () => {
    const array = pack(`[${documents.join(',\n')}]`);
    const reading = await readText(array.subarray(0, array.length >> 1), { name });
    expect(reading.error).toMatchObject({ message: matching(/ends early/) });
    expect(reading.records.map((record) => record.text)).toEqual(documents.slice(0, reading.records.length));
    expect(reading.broken).toEqual([]);
  });

  it('that is damaged gives an error', async () => {
    const damaged = Buffer.from(packed);
    damaged.fill(0x55, packed.length - 3000, packed.length - 2000);
    const reading = await readText(damaged, { name });
    expect(reading.error).toMatchObject({ message: `${name}: the ${kind} data is damaged.`, exitStatus: 5 });
    expect(reading.records.map((record) => record.text)).toEqual(documents.slice(0, reading.records.length));
  });

  it('may be filled up with zeros, but not with anything else', async () => {
    const small = pack('{"id":"1"}\n');
    // Zeros within what is read at once, beyond it, and up to its end.
    for (const size of [1000, READ_SIZE - small.length, READ_SIZE, READ_SIZE + 200_000, 3 * READ_SIZE]) {
      const zeros = Buffer.alloc(size);
      expect(await readText(Buffer.concat([small, zeros]), { name })).toMatchObject({
        error: undefined,
        records: [{ text: '{"id":"1"}' }],
      });
      for (const rest of [small, Buffer.from('x')]) {
        const reading = await readText(Buffer.concat([small, zeros, rest]), { name });
        expect(reading.error).toMatchObject({
          message: matching(new RegExp(`behind the ${kind} data stand other bytes`)),
        });
      }
    }
    expect((await readText(Buffer.concat([small, Buffer.from('rest')]), { name })).error).toBeInstanceOf(SourceError);
  });

  it('is unpacked to the same bytes, wherever pieces and members end', async () => {
    const part = fc
      .tuple(fc.string({ maxLength: 50 }), fc.nat(6000))
      .map(([one, times]) => JSON.stringify(one.repeat(times)));
    await holdsAsync(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 6 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        async (lines, cuts) => {
          const content = Buffer.from(lines.join('\n'));
          const ends = [
            0,
            ...cuts.map((cut) => Math.floor(cut * content.length)).toSorted((a, b) => a - b),
            content.length,
          ];
          const members = ends.slice(1).map((end, i) => pack(content.subarray(ends[i], end)));
          const reading = await readText(Buffer.concat(members), { name });
          expect(reading).toMatchObject({ broken: [], error: undefined, bytes: content.length });
          expect(reading.records.map((record) => record.text)).toEqual(lines);
        },
      ),
      15,
    );
  });
});

describe('zstd', () => {
  const frame = (content: string): Buffer => zstdCompressSync(content);
  const skipped = Buffer.from('\x5f\x2a\x4d\x18\x05\x00\x00\x00notes', 'latin1');

  it('may have frames that are to be passed over', async () => {
    const content = Buffer.concat([skipped, frame('{"a":1}\n'), skipped, skipped, frame('{"b":2}'), skipped]);
    const { records, error } = await readText(content);
    expect([records.map(({ text: one }) => one), error]).toEqual([['{"a":1}', '{"b":2}'], undefined]);
    expect((await readText(content.subarray(0, -2))).error).toMatchObject({ message: matching(/ends early/) });
  });

  it('may hold blocks of every kind', async () => {
    const noise = Array.from({ length: 40_000 }, (_, i) => ((i * 2654435761) >>> 7).toString(36)).join('');
    for (const content of [`"${'x'.repeat(900_000)}"`, `"${noise}"`, `"${noise}${' '.repeat(500_000)}${noise}"`]) {
      for (const level of [1, 19]) {
        const packed = zstdCompressSync(content, { params: { [constants.ZSTD_c_compressionLevel]: level } });
        expect((await readText(packed)).records.map(({ text: one }) => one)).toEqual([content]);
        expect((await readText(packed.subarray(0, -1))).error).toMatchObject({ message: matching(/ends early/) });
      }
    }
  });

  it('cut off between two frames is whole, and within the mark of the next one is not', async () => {
    const [one, two] = [frame('{"a":1}\n'), frame('{"b":2}\n')];
    expect((await readText(one)).error).toBeUndefined();
    for (let length = 1; length < two.length; length++) {
      const { records, error } = await readText(Buffer.concat([one, two.subarray(0, length)]));
      expect(error).toMatchObject({ message: matching(/ends early/) });
      expect(records.length).toBeLessThan(3);
    }
  });
});

describe('brotli', () => {
  it('is told by its name, unless it is text', async () => {
    for (const content of ['', '{}', '{"a":1}\n', `[${'{"id":"a"},'.repeat(9000)}1]`]) {
      for (const window of [10, 16, 17, 18, 22, 24]) {
        const packed = brotliCompressSync(content, {
          params: { ...FAST.params, [constants.BROTLI_PARAM_LGWIN]: window },
        });
        for (const name of ['a.br', 'a.BR', 'a.json.brotli']) {
          const reading = await readText(packed, { name });
          expect(reading.error).toBeUndefined();
          expect(reading.bytes).toBe(content.length);
        }
      }
    }
    expect((await readText('\u{feff}[1,2]', { name: 'a.br' })).records).toHaveLength(2);
    expect((await readText('\n// c\n[1,2]', { name: 'a.br' })).records).toHaveLength(2);
  });
});

describe('compressed data without an end', () => {
  const zeros = Buffer.alloc(100 * 1024 * 1024);
  const packers = [
    ['zstd', 'a', (content: Buffer): Buffer => zstdCompressSync(content)],
    ['brotli', 'a.br', (content: Buffer): Buffer => brotliCompressSync(content, FAST)],
    ['gzip', 'a', (content: Buffer): Buffer => gzipSync(content, { level: 1 })],
  ] as const;

  it.each(packers)('is not unpacked for ever: %s', async (_kind, name, pack) => {
    const content = Buffer.concat([pack(Buffer.from('{"id":"1"}\n')), pack(zeros), pack(Buffer.from('\n{"id":"2"}'))]);
    const reading = await readText(content, { name, maxDocument: 1024 * 1024 });
    expect(reading.records.map((record) => record.text)).toEqual(['{"id":"1"}']);
    expect(reading.broken).toMatchObject([{ line: 2, offset: 11, message: matching(/^this line is larger/) }]);
    expect(reading.error).toBeInstanceOf(SourceError);
    expect(reading.error).toMatchObject({
      message: matching(
        /: behind offset \d+ no document ends for [\d,]+ bytes, which are packed in [\d,]+: this is made/,
      ),
      advice: matching(/unpack it first/),
    });
  });

  it('may be blank, in an array or on the way to one', async () => {
    const blanks = ' '.repeat(68 * 1024 * 1024);
    for (const [content, select] of [
      [`[{"id":"1"},${blanks}{"id":"2"}]`],
      [`{"id":"1"}${blanks}`],
      [`{"x":"${blanks}","a":[1]}`, '/a'],
    ] as const) {
      const packed = zstdCompressSync(content);
      const setting = { maxDocument: 1024 * 1024, ...(select && { select }) };
      expect((await readText(packed, setting)).error).toMatchObject({ message: matching(/no document ends for/) });
    }
  });

  it('is told from documents that repeat themselves', async () => {
    const lines = `{"id":"the same again and again"}\n`.repeat(3_500_000);
    expect(lines.length).toBeGreaterThan(100 * 1024 * 1024);
    const packed = brotliCompressSync(lines, FAST);
    expect(lines.length / packed.length).toBeGreaterThan(10_000);
    await inFolder(async (folder) => {
      await writeFile(join(folder, 'a.br'), packed);
      const [shard] = await openFileSources([sourcePlan('a.br', 1024)], folder);
      let count = 0;
      for await (const batch of shard!.batches()) count += batch.count;
      expect(count).toBe(3_500_000);
    });
  });
});
