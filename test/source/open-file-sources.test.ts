// Are the files of a plan found, and is it said well when they cannot be read?
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openFileSources } from '../../src/source/open-file-sources.ts';
import { SourceError } from '../../src/source/source.ts';
import { inFolder, matching, type Reading, readShard, sourcePlan } from './read-text.ts';

const texts = (reading: Reading): string[] => reading.records.map(({ text }) => text);

describe('files of a plan', () => {
  it('are read in the order of their names where a pattern finds several', async () => {
    await inFolder(async (folder) => {
      await mkdir(join(folder, 'data/deep.ndjson'), { recursive: true });
      for (const name of ['b', 'a', 'a-b', 'B', 'ä', '10', '9'])
        await writeFile(join(folder, 'data', `${name}.ndjson`), `"${name}"`);
      await writeFile(join(folder, 'data/other.json'), '"other"');
      const shards = await openFileSources(
        [sourcePlan('data/*.ndjson'), sourcePlan('data/other.json', 10, 'other')],
        folder,
      );
      const names = ['10', '9', 'B', 'a-b', 'a', 'b', 'ä'];
      expect(shards.map(({ source }) => source)).toEqual([
        ...names.map((name) => `data/${name}.ndjson`),
        'data/other.json',
      ]);
      expect(shards.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      expect(shards.map(({ entity }) => entity)).toEqual([...names.map(() => 'document'), 'other']);
      expect(shards.map(({ size }) => size)).toEqual([4, 3, 3, 5, 3, 3, 4, 7]);
      expect(await Promise.all(shards.map(async (shard) => texts(await readShard(shard))))).toEqual(
        [...names, 'other'].map((name) => [`"${name}"`]),
      );
    });
  });

  it('may have the letters of a pattern in their names', async () => {
    await inFolder(async (folder) => {
      await writeFile(join(folder, 'a[1].ndjson'), '1');
      await writeFile(join(folder, 'a1.ndjson'), '2');
      const [shard, ...others] = await openFileSources([sourcePlan('a[1].ndjson')], folder);
      expect(shard!.source).toBe('a[1].ndjson');
      expect(others).toEqual([]);
    });
  });

  it('must be there, and be files', async () => {
    await inFolder(async (folder) => {
      await mkdir(join(folder, 'sub'));
      await writeFile(join(folder, 'file'), '');
      for (const [file, message] of [
        ['missing.ndjson', /^missing\.ndjson: there is no such file\./],
        ['*.ndjson', /^\*\.ndjson: no file matches this pattern in /],
        ['su*', /^su\*: no file matches this pattern/],
        ['sub', /^sub: this is a folder\./],
        ['file/x', /^file\/x: a part of the path is a file/],
      ] as const) {
        const opening = openFileSources([sourcePlan(file)], folder);
        await expect(opening).rejects.toThrow(message);
        await expect(opening).rejects.toBeInstanceOf(SourceError);
        await expect(opening).rejects.toMatchObject({ exitStatus: 5, advice: matching(/\.$/) });
      }
    });
  });

  it('must be readable', async (context) => {
    context.skip(process.getuid?.() === 0, 'this user may read everything');
    await inFolder(async (folder) => {
      await writeFile(join(folder, 'closed.ndjson'), '{}');
      await chmod(join(folder, 'closed.ndjson'), 0);
      const [shard] = await openFileSources([sourcePlan('closed.ndjson')], folder);
      expect((await readShard(shard!)).error).toMatchObject({
        message: 'closed.ndjson: permission to read it is missing.',
      });
    });
  });

  it('that vanish before they are read are missed by name', async () => {
    const shards = await inFolder(async (folder) => {
      await writeFile(join(folder, 'short.ndjson'), '{}');
      return openFileSources([sourcePlan('short.ndjson')], folder);
    });
    expect((await readShard(shards[0]!)).error).toMatchObject({ message: 'short.ndjson: there is no such file.' });
  });

  it('can be read again', async () => {
    await inFolder(async (folder) => {
      await writeFile(join(folder, 'a.json'), '[1,2]');
      const [shard] = await openFileSources([sourcePlan('a.json')], folder);
      expect(texts(await readShard(shard!))).toEqual(['1', '2']);
      expect(texts(await readShard(shard!))).toEqual(['1', '2']);
    });
  });

  it('are closed when the reader stops early', async (context) => {
    context.skip(!existsSync('/proc/self/fd'), 'this system does not show what is open');
    await inFolder(async (folder) => {
      await writeFile(join(folder, 'a.ndjson'), '{"id":"1"}\n'.repeat(400_000));
      const [shard] = await openFileSources([sourcePlan('a.ndjson')], folder);
      const opened = async (): Promise<number> => (await readdir('/proc/self/fd')).length;
      const before = await opened();
      let read = 0;
      for await (const batch of shard!.batches()) {
        read += batch.count;
        break;
      }
      expect(read).toBeGreaterThan(0);
      expect(await opened()).toBe(before);
    });
  });
});

describe('standard input', () => {
  it('is what the process is given', () => {
    const program = `
      import { openFileSources } from './src/source/open-file-sources.ts';
      const [shard] = await openFileSources([{ entity: 'a', file: '-', maxDocument: 1e6 }], '.');
      let count = 0;
      for await (const batch of shard.batches()) count += batch.count;
      console.log(shard.source, shard.size, count);`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      input: '{"id":"1"}\n'.repeat(300_000),
      encoding: 'utf8',
    });
    expect(run).toMatchObject({ stderr: '', stdout: '- undefined 300000\n', status: 0 });
  });

  it('may not be a folder', () => {
    const program = `
      import { openFileSources } from './src/source/open-file-sources.ts';
      await openFileSources([{ entity: 'a', file: '-', maxDocument: 1e6 }], '.').catch(({ message, exitStatus }) => console.log(message, exitStatus));`;
    const folder = openSync('.', 'r');
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      stdio: [folder, 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    closeSync(folder);
    expect(run).toMatchObject({ stderr: '', stdout: '-: standard input is a folder. 5\n', status: 0 });
  });

  it('arrives in pieces of any size', async () => {
    const pieces = Buffer.from('[{"t":"ä\\""},\n{"id":2}]')
      .toString('latin1')
      .split('')
      .map((byte) => Buffer.from(byte, 'latin1'));
    const [shard] = await openFileSources([sourcePlan('-')], '.', Readable.from(pieces));
    expect(texts(await readShard(shard!))).toEqual(['{"t":"ä\\""}', '{"id":2}']);
  });

  it('can be one source only', async () => {
    await expect(openFileSources([sourcePlan('-', 1, 'a'), sourcePlan('-', 1, 'b')], '.')).rejects.toThrow(
      /^-: both a and b read standard input/,
    );
  });
});
