// Does memory stay flat, however long the input is?
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { parsePath } from '../../src/document/path.ts';
import type { SourcePlan } from '../../src/plan/plan.ts';
import { openFileSources } from '../../src/source/open-file-sources.ts';
import { sourcePlan } from './read-text.ts';

const MEGABYTE = 1024 * 1024;

/** Reads `before`, a piece many times, `after`; gives the records, what was broken and the most bytes held in buffers. */
async function readLong(
  before: string,
  piece: string,
  times: number,
  after: string,
  how: Partial<SourcePlan> = {},
): Promise<{ records: number; broken: string[]; held: number }> {
  const chunk = Buffer.from(piece.repeat(Math.ceil(MEGABYTE / piece.length)));
  function* chunks(): Generator<Buffer> {
    yield Buffer.from(before);
    for (let i = 0; i < times; i++) yield chunk;
    yield Buffer.from(after);
  }
  const [shard] = await openFileSources([{ ...sourcePlan('-', 4 * MEGABYTE), ...how }], '.', Readable.from(chunks()));
  const start = process.memoryUsage().arrayBuffers;
  let records = 0;
  let held = 0;
  const broken: string[] = [];
  for await (const batch of shard!.batches()) {
    records += batch.count;
    broken.push(...batch.broken.map(({ message }) => message));
    held = Math.max(held, process.memoryUsage().arrayBuffers - start);
  }
  return { records, broken, held };
}

describe('memory is flat', () => {
  const element = '{"id":"some \\"id\\"","list":[1,2,{"a":null}]}';

  it('over a hundred megabytes of lines', async () => {
    const { records, broken, held } = await readLong('', `${element}\n`, 100, '');
    expect(records).toBe(100 * Math.ceil(MEGABYTE / (element.length + 1)));
    expect(broken).toEqual([]);
    expect(held).toBeLessThan(24 * MEGABYTE);
  });

  it('over an array of a million elements', async () => {
    const { records, broken, held } = await readLong('[', `${element},`, 50, `${element}]`);
    expect(records).toBe(50 * Math.ceil(MEGABYTE / (element.length + 1)) + 1);
    expect(records).toBeGreaterThan(1_000_000);
    expect(broken).toEqual([]);
    expect(held).toBeLessThan(24 * MEGABYTE);
  });

  it.each([
    ['a selected array', '{"x":1,"all":[', ']}', { select: parsePath('/all') }],
    ['many selected arrays', '{"all":[[', ']]}', { select: parsePath('/all/*') }],
    ['an array with comments', '// all\n[', ']', {}],
  ] as const)('over %s', async (_what, before, after, how) => {
    const { records, broken, held } = await readLong(before, `${element},`, 30, element + after, how);
    expect(records).toBe(30 * Math.ceil(MEGABYTE / (element.length + 1)) + 1);
    expect(broken).toEqual([]);
    expect(held).toBeLessThan(24 * MEGABYTE);
  });

  it.each([
    ['a line', '{"t":"', '"}\n{"id":"2"}\n', 1],
    ['an element', '[{"t":"', '"},{"id":"2"}]', 1],
    ['blank lines', '{"id":"1"}\n\n', '\n{"id":"2"}', 2],
  ])('over %s of a hundred megabytes', async (what, before, after, count) => {
    const { records, broken, held } = await readLong(
      before,
      what === 'blank lines' ? `${' '.repeat(99)}\n` : 'x',
      100,
      after,
    );
    expect(records).toBe(count);
    expect(broken).toHaveLength(2 - count);
    expect(held).toBeLessThan(48 * MEGABYTE);
  });
});
