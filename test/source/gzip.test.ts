// Is gzip unpacked to its last byte, and nothing taken of what is damaged?
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openFileSources } from '../../src/source/open-file-sources.ts';
import { READ_SIZE } from '../../src/source/batches.ts';
import { SourceError } from '../../src/source/source.ts';
import { inFolder, matching, readShard, readText, sourcePlan } from './read-text.ts';

/** Documents that do not compress well: several reads of packed bytes. */
const documents = Array.from(
  { length: 60_000 },
  (_, i) => `{"id":"${i}","t":"${((i * 2654435761) >>> 0).toString(36)}${((i * 40503 * 65599) >>> 0).toString(36)}"}`,
);
const packed = gzipSync(`${documents.join('\n')}\n`);

describe('gzip', () => {
  it('is read whole, and counted as packed bytes', async () => {
    await inFolder(async (folder) => {
      await writeFile(join(folder, 'a.gz'), packed);
      const [shard] = await openFileSources([sourcePlan('a.gz')], folder);
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
      expect([count, bytes, last]).toEqual([documents.length, documents.join('\n').length + 1, packed.length]);
      expect(shard!.size).toBe(packed.length);
    });
  });

  it('may have several members, wherever they meet', async () => {
    const half = documents.length / 2;
    const members = [documents.slice(0, half).join('\n'), '', `\n${documents.slice(half).join('\n')}`];
    const reading = await readText(Buffer.concat(members.map((text) => gzipSync(text))));
    expect(reading.records.map(({ text }) => text)).toEqual(documents);
    const small = Buffer.concat(['{"a"', ':1}\n{', '"b":2}'].map((text) => gzipSync(text)));
    expect((await readText(small)).records.map(({ text }) => text)).toEqual(['{"a":1}', '{"b":2}']);
  });

  it('of nothing is nothing', async () => {
    expect(await readText(gzipSync(''))).toMatchObject({ records: [], broken: [], error: undefined });
  });

  it.each([0.5, 0.9, 1 - 4 / packed.length])(
    'cut off at %d of its length gives whole records and an error',
    async (share) => {
      const reading = await readText(packed.subarray(0, Math.floor(packed.length * share)));
      expect(reading.error).toBeInstanceOf(SourceError);
      expect(reading.error).toMatchObject({
        message: 'in.ndjson: the gzip data ends early, the file was cut off.',
        exitStatus: 5,
      });
      expect(reading.records.length).toBeGreaterThan(documents.length * share * 0.95);
      expect(reading.records.map(({ text }) => text)).toEqual(documents.slice(0, reading.records.length));
      expect(reading.broken).toEqual([]);
    },
  );

  it('of an array, cut off, gives no piece of an element', async () => {
    const array = gzipSync(`[${documents.join(',\n')}]`);
    const reading = await readText(array.subarray(0, array.length >> 1));
    expect(reading.error).toMatchObject({ message: matching(/ends early/) });
    expect(reading.records.map(({ text }) => text)).toEqual(documents.slice(0, reading.records.length));
    expect(reading.broken).toEqual([]);
  });

  it('that is damaged gives an error', async () => {
    const damaged = Buffer.from(packed);
    damaged.fill(0x55, packed.length - 3000, packed.length - 2000);
    const reading = await readText(damaged);
    expect(reading.error).toMatchObject({ message: 'in.ndjson: the gzip data is damaged.', exitStatus: 5 });
    expect(reading.records.map(({ text }) => text)).toEqual(documents.slice(0, reading.records.length));
  });

  it('may be filled up with zeros, but not with anything else', async () => {
    const small = gzipSync('{"id":"1"}\n');
    // Zeros within what is read at once, beyond it, and up to its end.
    for (const size of [1000, READ_SIZE - small.length, READ_SIZE, READ_SIZE + 200_000, 3 * READ_SIZE]) {
      const zeros = Buffer.alloc(size);
      expect(await readText(Buffer.concat([small, zeros]))).toMatchObject({
        error: undefined,
        records: [{ text: '{"id":"1"}' }],
      });
      for (const rest of [small, Buffer.from('x')]) {
        const reading = await readText(Buffer.concat([small, zeros, rest]));
        expect(reading.error).toMatchObject({ message: matching(/behind the gzip data stand other bytes/) });
      }
    }
    expect((await readText(Buffer.concat([small, Buffer.from('rest')]))).error).toBeInstanceOf(SourceError);
  });

  it('that still grows is read as far as it goes', async () => {
    await inFolder(async (folder) => {
      await writeFile(join(folder, 'a.gz'), gzipSync('{"id":"1"}\n'));
      const shards = await openFileSources([sourcePlan('a.gz')], folder);
      await appendFile(join(folder, 'a.gz'), gzipSync('{"id":"2"}\n'));
      expect((await readShard(shards[0]!)).records).toHaveLength(2);
    });
  });
});
