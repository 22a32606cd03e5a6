import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addInteger } from '../../src/document/literal.ts';
import { parsePath } from '../../src/document/path.ts';
import { FolderSink } from '../../src/sink/folder.ts';
import type { FinishOptions } from '../../src/sink/sink.ts';
import { Tape } from '../../src/document/tape.ts';
import { parsed } from '../document/parsed.ts';

const tape = new Tape();
const NO_OPTIONS: FinishOptions = {
  answer: () => {},
  announce: (_files, publish) => publish(),
  whileHeld: (act) => act(),
};
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function take(sink: FolderSink, text: string, container: string = 'a'): unknown {
  const origin = { shard: 0, index: 0, ordinal: 0 };
  return sink.take({ document: parsed(text, tape), container, origin, parent: -1, family: 0, isThere: false });
}

describe('a folder', () => {
  it('is made, with a file a container, whose name is its own when all is there', async () => {
    const sink = await FolderSink.open(join(folder, 'new/deeper'), ['a', 'b']);
    expect(take(sink, '{ "id" : 1.0 }')).toBe(10);
    expect(readdirSync(join(folder, 'new/deeper')).toSorted()).toEqual(['a.ndjson.partial', 'b.ndjson.partial']);
    const { containers } = await sink.finish(NO_OPTIONS);
    expect(readdirSync(join(folder, 'new/deeper')).toSorted()).toEqual(['a.ndjson', 'b.ndjson']);
    expect(readFileSync(join(folder, 'new/deeper/a.ndjson'), 'utf8')).toBe('{"id":1.0}\n');
    expect(readFileSync(join(folder, 'new/deeper/b.ndjson'), 'utf8')).toBe('');
    expect(containers).toEqual([
      { label: 'a', documents: 1, bytes: 10, maxItemBytes: 10, uniqueConflicts: 0 },
      { label: 'b', documents: 0, bytes: 0, maxItemBytes: 0, uniqueConflicts: 0 },
    ]);
  });

  it('hands on what is taken before it is too much to keep', async () => {
    const sink = await FolderSink.open(folder, ['a']);
    const large = `{"id":"${'x'.repeat(1 << 20)}"}`;
    for (let i = 0; i < 8; i++) take(sink, large);
    // Some of it waits; nobody had to ask.
    expect(statSync(join(folder, 'a.ndjson.partial')).size).toBeGreaterThan(3 << 20);
    await sink.finish(NO_OPTIONS);
    expect(readFileSync(join(folder, 'a.ndjson'), 'utf8')).toBe(`${large}\n`.repeat(8));
  });

  it.each([
    ['taken away', (path: string) => rmSync(path), /b\.ndjson is gone, and this run has written 9 bytes into it/],
    ['replaced', (path: string) => writeFileSync(path, '{}\n'), /b\.ndjson\.partial has 3 bytes, and this run has/],
  ])('says so where another run has %s a file, and gives none its name', async (_what, act, says) => {
    const sink = await FolderSink.open(folder, ['a', 'b']);
    take(sink, '{"id":1}');
    take(sink, '{"id":2}', 'b');
    await sink.flush();
    act(join(folder, 'b.ndjson.partial'));
    const error: unknown = await sink.finish(NO_OPTIONS).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      exit: 'fatal',
      anew: 'once no other run writes there',
      message: expect.stringMatching(says) as string,
    });
    expect(readdirSync(folder)).toContain('a.ndjson.partial');
    expect(readdirSync(folder)).not.toContain('a.ndjson');
  });

  it('takes no file of another run for its own that has its name by now', async () => {
    const sink = await FolderSink.open(folder, ['a']);
    take(sink, '{"id":1}');
    const other = await FolderSink.open(folder, ['a']);
    await other.finish(NO_OPTIONS);
    const error: unknown = await sink.finish(NO_OPTIONS).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      message: expect.stringContaining('a.ndjson has 0 bytes, and this run has') as string,
    });
  });

  it('keeps the order over many buffers, and its documents apart from those of the next', async () => {
    const sink = await FolderSink.open(folder, ['a', 'b']);
    const expected: Record<string, string[]> = { a: [], b: [] };
    let longest = 0;
    for (let i = 0; i < 3000; i++) {
      const container = i % 3 === 0 ? 'b' : 'a';
      const text = `{"id":${i},"text":"${'é'.repeat(i % 1500)}"}`;
      expected[container]!.push(text);
      if (container === 'a') longest = Math.max(longest, Buffer.byteLength(text));
      expect(take(sink, text, container)).toBe(Buffer.byteLength(text));
      if (i % 100 === 0) await sink.drain();
    }
    const { containers } = await sink.finish(NO_OPTIONS);
    for (const [label, lines] of Object.entries(expected))
      expect(readFileSync(join(folder, `${label}.ndjson`), 'utf8') === `${lines.join('\n')}\n`).toBe(true);
    expect(containers[0]).toMatchObject({ documents: 2000, maxItemBytes: longest });
  });

  it('writes documents as they stand after their edits, and refuses none', async () => {
    const sink = await FolderSink.open(folder, ['a']);
    const document = parsed('{"a":1e3,"b":2,"a":3}', tape);
    document.set(parsePath('/b'), addInteger(tape, 7));
    expect(sink.check(document, 'a')).toBeUndefined();
    const origin = { shard: 0, index: 0, ordinal: 0 };
    expect(sink.take({ document, container: 'a', origin, parent: -1, family: 0, isThere: false })).toBe(21);
    await sink.finish(NO_OPTIONS);
    expect(readFileSync(join(folder, 'a.ndjson'), 'utf8')).toBe('{"a":1e3,"b":7,"a":3}\n');
  });

  it('keeps what there is under the temporary name when the run does not come to its end', async () => {
    writeFileSync(join(folder, 'a.ndjson'), 'an earlier one\n');
    const sink = await FolderSink.open(folder, ['a']);
    take(sink, '{"id":1}');
    await sink.abandon();
    expect(readFileSync(join(folder, 'a.ndjson.partial'), 'utf8')).toBe('{"id":1}\n');
    expect(readFileSync(join(folder, 'a.ndjson'), 'utf8')).toBe('an earlier one\n');
  });
});

describe.skipIf(!existsSync('/dev/full'))('a folder on a full disk (skipped where there is no /dev/full)', () => {
  async function fullSink(): Promise<FolderSink> {
    mkdirSync(join(folder, 'out'));
    symlinkSync('/dev/full', join(folder, 'out/a.ndjson.partial'));
    return FolderSink.open(join(folder, 'out'), ['a', 'b']);
  }

  it('says so at the end, and publishes nothing', async () => {
    const sink = await fullSink();
    take(sink, '{"id":1}', 'b');
    take(sink, '{"id":1}');
    await expect(sink.finish(NO_OPTIONS)).rejects.toMatchObject({ code: 'ENOSPC' });
    await sink.abandon();
    expect(readdirSync(join(folder, 'out')).toSorted()).toEqual(['a.ndjson.partial', 'b.ndjson.partial']);
    expect(readFileSync(join(folder, 'out/b.ndjson.partial'), 'utf8')).toBe('{"id":1}\n');
  });

  it('says so while the run goes on, as soon as it is known', async () => {
    const sink = await fullSink();
    const text = `{"text":"${'x'.repeat(1 << 20)}"}`;
    const writing = async (): Promise<void> => {
      for (let i = 0; i < 4; i++) {
        take(sink, text);
        await sink.drain();
      }
    };
    await expect(writing()).rejects.toMatchObject({ code: 'ENOSPC' });
    await sink.abandon();
  });
});
