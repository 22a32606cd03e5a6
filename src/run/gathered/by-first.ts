/**
 * Which documents have a key in common? Their keys are sorted, outside of memory, so that those of one key stand side by
 * side, and once more by where each key came first.
 */
import { join } from 'node:path';
import { ExternalSort } from '../../container/external-sort.ts';
import type { SortedEntries } from '../../container/sorted-entries.ts';
import type { GatheredDocuments } from './documents.ts';

/** Documents between two breaths. */
const AT_ONCE = 1 << 10;

export interface Sorting {
  /** Where it is sorted. */
  readonly folder: string;
  /** Documents that share their key with no other one are left out. */
  readonly several: boolean;
  /** Awaited now and then. */
  readonly breathe: () => Promise<void>;
}

/**
 * The numbers of the documents, those of one key side by side: `low` is the first number of their key, `third` their own.
 * All of them must be in the files.
 */
export async function sortByFirst(documents: GatheredDocuments, sorting: Sorting): Promise<SortedEntries> {
  const byKey = await sortByKey(documents, sorting);
  const byFirst = new ExternalSort(join(sorting.folder, 'by-first'));
  try {
    // Of one hash of 64 bits there may be several keys; those that came with it so far, and where they came first.
    const [keys, firsts]: [number[], number[]] = [[], []];
    /** Whether the first one of each key is in the result. */
    const told: boolean[] = [];
    let [high, low] = [-1, -1];
    for (let i = 1; byKey.next(); i++) {
      if (byKey.high !== high || byKey.low !== low) {
        [high, low] = [byKey.high, byKey.low];
        keys.length = firsts.length = told.length = 0;
      }
      const which = keys.indexOf(byKey.fourth);
      if (which < 0) {
        keys.push(byKey.fourth);
        firsts.push(byKey.third);
        told.push(!sorting.several);
        if (!sorting.several) byFirst.add(0, byKey.third, byKey.third, 0);
      } else {
        const first = firsts[which]!;
        if (!told[which]!) byFirst.add(0, first, first, 0);
        told[which] = true;
        byFirst.add(0, first, byKey.third, 0);
      }
      if (i % AT_ONCE === 0) await sorting.breathe();
    }
    return byFirst.finish();
  } catch (error) {
    byFirst.close();
    throw error;
  } finally {
    byKey.close();
  }
}

async function sortByKey(documents: GatheredDocuments, { folder, breathe }: Sorting): Promise<SortedEntries> {
  const sort = new ExternalSort(join(folder, 'by-key'));
  try {
    const { count } = documents;
    for (let from = 0; from < count; from += AT_ONCE) {
      const to = Math.min(count, from + AT_ONCE);
      documents.eachKey(from, to, (key, number) => sort.add(key[0]!, key[1]!, number, key[2]!));
      await breathe();
    }
    return sort.finish();
  } catch (error) {
    sort.close();
    throw error;
  }
}
