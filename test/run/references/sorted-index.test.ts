// Does an index give the places of all entries with a hash, in order, however they are sorted and cut?
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ExternalSort } from '../../../src/container/external-sort.ts';
import { halvesOf, SortedIndex, writeIndex } from '../../../src/run/references/sorted-index.ts';
import { holdsAsync } from '../../property.ts';

const KINDS = 8;

it('finds what was added, by kind and for all kinds, and counts what repeats', async () => {
  const entry = fc.record({ high: fc.nat(40), low: fc.nat(3), kind: fc.nat(3), place: fc.nat(2 ** 40) });
  const property = fc.asyncProperty(
    fc.array(entry, { maxLength: 800 }),
    fc.integer({ min: 1, max: 300 }),
    fc.boolean(),
    async (entries, runSize, isSpread) => {
      const folder = mkdtempSync(join(tmpdir(), 'index-'));
      try {
        // Few hashes far apart, or many near to each other.
        const highOf = (high: number): number => (isSpread ? (high * 104_729_917) % 2 ** 32 : high);
        const sort = new ExternalSort(join(folder, 'runs'), runSize);
        for (const { high, low, kind, place } of entries)
          sort.add(highOf(high), low * KINDS + kind, ...halvesOf(place));
        const path = join(folder, 'index');
        const repeated = await writeIndex(path, sort, entries.length);
        const index = new SortedIndex(path, 4096);
        let count = 0;
        for (let high = 0; high <= 40; high++) {
          for (let low = 0; low <= 3; low++) {
            const wanted = entries.filter((one) => one.high === high && one.low === low);
            const byKind = [0, 1, 2, 3].map((kind) => unlikeBefore(wanted.filter((one) => one.kind === kind)));
            for (const [kind, places] of byKind.entries()) {
              count += Math.max(0, places.length - 1);
              const found = [...index.placesOf(highOf(high), low * KINDS + kind, -1)];
              expect(found).toEqual(places);
            }
            const found = [...index.placesOf(highOf(high), low * KINDS + 7, ~7)];
            expect(found).toEqual(byKind.flat());
          }
        }
        index.close();
        expect(repeated.count).toBe(count);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
  await holdsAsync(property, 25);
});

/** A document that holds a value several times, one after the other, is found once. */
function unlikeBefore(entries: readonly { readonly place: number }[]): number[] {
  return entries.map(({ place }) => place).filter((place, i, all) => i === 0 || all[i - 1] !== place);
}
