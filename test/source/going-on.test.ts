// A reader that begins at a position gives what was left, whatever the file is and wherever the one before stopped.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePath } from '../../src/document/path.ts';
import type { SourcePlan } from '../../src/plan/plan.ts';
import { openFileSources } from '../../src/source/open-file-sources.ts';
import { holdsAsync } from '../property.ts';
import { inFolder, type Reading, readShard, sourcePlan } from './read-text.ts';

const MAX_DOCUMENT = 300_000;

/** Lines of all sorts: blank, broken, with blanks around them, longer than a read, longer than is allowed. */
const line = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 40_000 }).map((size) => `{"text":"${'a'.repeat(size)}"}`) },
  { weight: 1, arbitrary: fc.constantFrom('', '  ', '\t{"n":1.0}  ', '{"broken":', '"é\u2028"', '[1]') },
  { weight: 1, arbitrary: fc.integer({ min: 250_000, max: 290_000 }).map((size) => `{"text":"${'b'.repeat(size)}"}`) },
  { weight: 1, arbitrary: fc.integer({ min: 300_001, max: 900_000 }).map((size) => `{"text":"${'c'.repeat(size)}"}`) },
);
const lines = fc.array(line, { minLength: 1, maxLength: 60 });
const file = fc.record({
  lines,
  end: fc.constantFrom('\n', '\r\n'),
  shape: fc.constantFrom('lines', 'array', 'object', 'concatenated', 'select', 'star', 'jsonc'),
  isPacked: fc.boolean(),
  hasMark: fc.boolean(),
  hasLastEnd: fc.boolean(),
});

function contentOf({ lines: written, end, shape, isPacked, hasMark, hasLastEnd }: FileShape): Buffer {
  const values = written.filter((text) => text.trim() !== '');
  const json = values.filter((text) => !text.endsWith(':'));
  const texts = {
    lines: written.join(end) + (hasLastEnd ? end : ''),
    array: `[${end}${values.join(`,${end}`)}${end}]`,
    object: `{${end}"all": [${values.join(`,${end}`)}]${end}}`,
    concatenated: `{${end}}${values.join(end)}`,
    select: `{${end}"all": [${values.join(`,${end}`)}]${end}}`,
    star: `{${end}"all": [${json.map((text) => `[${text}]`).join(`,${end}`)}]${end}}`,
    jsonc: `// ${end}[${json.map((text) => `${text}, /* */`).join(end)}${end}]`,
  };
  const text = texts[shape];
  const bytes = Buffer.from((hasMark ? '\uFEFF' : '') + text);
  return isPacked ? gzipSync(bytes, { level: 1 }) : bytes;
}

const SELECTS: Readonly<Record<string, Partial<SourcePlan>>> = {
  select: { select: parsePath('/all') },
  star: { select: parsePath('/all/*') },
};

type FileShape = typeof file extends fc.Arbitrary<infer Shape> ? Shape : never;

/** Without what depends on where batches begin. */
function comparable({ records, broken }: Pick<Reading, 'records' | 'broken'>): unknown {
  return [records.map(({ text, index, line: at, offset }) => ({ text, index, at, offset })), broken];
}

it(
  'goes on behind any batch with the very records that were left, and as many bytes',
  () =>
    inFolder(async (folder) => {
      await holdsAsync(
        fc.asyncProperty(file, async (shape) => {
          await writeFile(join(folder, 'in'), contentOf(shape));
          const plan = sourcePlan('in', MAX_DOCUMENT);
          const [shard] = await openFileSources([{ ...plan, ...SELECTS[shape.shape] }], folder);
          const whole = await readShard(shard!);
          for (const from of whole.positions) {
            const rest = await readShard(shard!, from);
            const before = {
              records: whole.records.filter(({ index }) => index < from.index),
              broken: whole.broken.filter(({ index }) => index < from.index),
            };
            const together = {
              records: [...before.records, ...rest.records],
              broken: [...before.broken, ...rest.broken],
            };
            expect(comparable(together)).toEqual(comparable(whole));
            expect(rest.error).toBe(whole.error);
            expect(rest.bytes).toBe(whole.bytes - from.offset);
          }
        }),
        25,
      );
    }),
  60_000,
);

it('enters a file of lines in the middle instead of reading all of it again', () =>
  inFolder(async (folder) => {
    const record = `{"text":"${'a'.repeat(1000)}"}\n`;
    await writeFile(join(folder, 'in'), record.repeat(2000));
    const [shard] = await openFileSources([sourcePlan('in')], folder);
    const { positions } = await readShard(shard!);
    const from = positions.at(-2)!;
    expect(from.line).toBe(from.index + 1);
    const rest = await readShard(shard!, from);
    expect(rest.batches).toBe(1);
    expect(rest.records).toHaveLength(2000 - from.index);
    expect(rest.records[0]).toMatchObject({ index: from.index, line: from.line, offset: from.offset });
  }));

it('enters values one after the other in the middle, in the line where they stand', () =>
  inFolder(async (folder) => {
    const record = `{\n"text":"${'a'.repeat(1000)}"} `;
    await writeFile(join(folder, 'in'), record.repeat(2000));
    const [shard] = await openFileSources([sourcePlan('in')], folder);
    const { positions } = await readShard(shard!);
    const from = positions.at(-2)!;
    const rest = await readShard(shard!, from);
    expect(rest.batches).toBe(1);
    expect(rest.records).toHaveLength(2000 - from.index);
    expect(rest.records[0]).toMatchObject({ index: from.index, line: from.index + 1, offset: from.offset });
  }));

it('does not take the rest of a line that was too long for a line', () =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'in'), `{"a":1}\n{"text":"${'{"b":2}'.repeat(200_000)}"}\n{"c":3}\n`);
    const [shard] = await openFileSources([sourcePlan('in', MAX_DOCUMENT)], folder);
    const { positions } = await readShard(shard!);
    const inside = positions.find(({ line: at }) => at === undefined)!;
    expect(inside).toBeDefined();
    const { records } = await readShard(shard!, inside);
    expect(records.map(({ text, line: at }) => [text, at])).toEqual([['{"c":3}', 3]]);
  }));
