// Is a file read as it was when it was identified, and is it said what has become of it since?
import { appendFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openFileSources } from '../../src/source/open-file-sources.ts';
import { SourceError } from '../../src/source/source.ts';
import { inFolder, matching, type Reading, readShard, sourcePlan } from './read-text.ts';

const LINE = `{"text":"${'a'.repeat(1000)}"}\n`;
const CONTENT = LINE.repeat(1000);

/** Reads a file that something is done to, once it is identified or while it is read. */
function readChanged(
  change: (path: string) => Promise<void>,
  { content = CONTENT, isLate = false }: { content?: string | Buffer; isLate?: boolean } = {},
): Promise<Reading & { change: string | undefined }> {
  return inFolder(async (folder) => {
    const path = join(folder, 'a.ndjson');
    await writeFile(path, content);
    const [shard] = await openFileSources([sourcePlan('a.ndjson')], folder);
    await shard!.identity();
    if (!isLate) await change(path);
    let isFirst = true;
    const batches = shard!.batches.bind(shard);
    const changing = {
      ...shard!,
      async *batches(reading = {}) {
        for await (const batch of batches(reading)) {
          if (isLate && isFirst) await change(path);
          isFirst = false;
          yield batch;
        }
      },
    };
    return { ...(await readShard(changing)), change: shard!.change?.() };
  });
}

describe('a file that', () => {
  it('is left alone is nothing to speak of', async () => {
    const reading = await readChanged(() => Promise.resolve());
    expect(reading).toMatchObject({ bytes: CONTENT.length, error: undefined, change: undefined });
  });

  it.each([false, true])('grows is read up to the size that it had (while it is read: %s)', async (isLate) => {
    const reading = await readChanged((path) => appendFile(path, LINE.repeat(500)), { isLate });
    expect(reading.records).toHaveLength(1000);
    expect(reading).toMatchObject({
      bytes: CONTENT.length,
      error: undefined,
      change: matching(/^a\.ndjson had 1,012,000 bytes when .* 1,518,000 bytes now: it was read up to the size/),
    });
  });

  it('is compressed and grows by a member is read up to the size that it had', async () => {
    const member = gzipSync('{"id":"1"}\n');
    const reading = await readChanged((path) => appendFile(path, member), { content: member });
    expect(reading.records).toHaveLength(1);
    expect(reading.change).toMatch(/it was read up to the size that it had then/);
  });

  it('is cut ends the reading', async () => {
    const reading = await readChanged((path) => truncate(path, 700_000), { isLate: true });
    expect(reading.error).toBeInstanceOf(SourceError);
    expect(reading.error).toMatchObject({
      message: matching(/had 1,012,000 bytes when .* has 700,000 bytes now: it was cut while it was read/),
      advice: matching(/--fresh/),
      exitStatus: 5,
    });
  });

  it('is written anew in its place ends the reading', async () => {
    const reading = await readChanged((path) => writeFile(path, CONTENT.replaceAll('a', 'b')));
    expect(reading.error).toMatchObject({
      message: matching(/^a\.ndjson has another content than when it was identified/),
    });
  });

  it('is replaced while it is read is read as it was', async () => {
    const replace = async (path: string): Promise<void> => {
      await writeFile(`${path}.new`, '{"id":"other"}\n');
      await rename(`${path}.new`, path);
    };
    for (const change of [replace, rm]) {
      const reading = await readChanged(change, { isLate: true });
      expect(reading).toMatchObject({ bytes: CONTENT.length, error: undefined });
      expect(reading.change).toMatch(/was replaced or removed while it was read; what was read is the file/);
    }
  });

  it('is replaced before it is read ends the reading', async () => {
    const reading = await readChanged(async (path) => {
      await writeFile(`${path}.new`, CONTENT.replaceAll('a', 'b'));
      await rename(`${path}.new`, path);
    });
    expect(reading.error).toMatchObject({ message: matching(/has another content/) });
  });

  it('gets another time may have changed in between', async () => {
    const reading = await readChanged((path) => utimes(path, 1, 1), { isLate: true });
    expect(reading.error).toBeUndefined();
    expect(reading.change).toMatch(/was written to while it was read\. Its size and both its ends are the same/);
  });
});
