import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ExternalSort } from '../../src/container/external-sort.ts';

type Entry = readonly [high: number, low: number, third: number, fourth: number];

const folder = mkdtempSync(join(tmpdir(), 'sort-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const RUNS = join(folder, 'runs');

function sorted(entries: readonly Entry[], runSize: number): Entry[] {
  const sort = new ExternalSort(RUNS, runSize);
  for (const entry of entries) sort.add(...entry);
  const merged = sort.finish();
  const result: Entry[] = [];
  while (merged.next()) result.push([merged.high, merged.low, merged.third, merged.fourth]);
  merged.close();
  return result;
}

/** Words that meet in all of their bytes, also as numbers beyond 2^31. */
const WORD = fc.oneof(fc.constantFrom(0, 1, 255, 256, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff), fc.nat(0xffff_ffff));

describe('the external sort', () => {
  it('sorts by both words of the key and keeps the order of equal keys, in memory and over runs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(WORD, WORD), { maxLength: 400 }),
        fc.constantFrom(1024, 2048),
        fc.nat(20),
        (keys, runSize, repeats) => {
          const entries = Array.from({ length: keys.length * (repeats + 1) }, (_, i): Entry => [
            ...keys[(i * 7) % keys.length]!,
            i,
            i * 3,
          ]);
          const expected = entries.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
          expect(sorted(entries, runSize)).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('leaves no file behind', () => {
    const entries = Array.from({ length: 5000 }, (_, i): Entry => [i % 7, i % 3, i, 0]);
    expect(sorted(entries, 1024)).toHaveLength(5000);
    expect(existsSync(RUNS)).toBe(false);
  });

  it('leaves none either when it is never finished', () => {
    const sort = new ExternalSort(RUNS, 1024);
    for (let i = 0; i < 3000; i++) sort.add(i, 0, 0, 0);
    expect(existsSync(RUNS)).toBe(false);
    sort.close();
    expect(existsSync(RUNS)).toBe(false);
  });

  it('sorts nothing', () => {
    expect(sorted([], 1024)).toEqual([]);
  });
});
