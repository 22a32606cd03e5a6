/**
 * Which documents may share a key with another one? Those whose hash in some table is not theirs alone. Each such set
 * of equal hashes is a group; what comes out are entries (document, table, group), sorted by document, then by table.
 */
import type { ExternalSort } from './external-sort.ts';
import { KeyTable } from './key-table.ts';
import type { SortedEntries } from './sorted-entries.ts';

export interface Candidates {
  /** Entries `[document, table, group, 0]`. */
  readonly entries: SortedEntries;
  readonly groups: number;
}

/**
 * @param tables the hashes of each table with their documents.
 * @param files where the sorted tables are kept.
 * @param candidates an empty sort to be used.
 */
export function findCandidates(
  tables: readonly ExternalSort[],
  files: readonly string[],
  candidates: ExternalSort,
): Candidates {
  let groups = 0;
  for (let table = 0; table < tables.length; table++) {
    const kept = new KeyTable(files[table]!);
    const sorted = tables[table]!.finish();
    let high = -1;
    let low = -1;
    let document = 0;
    let isOpen = false;
    while (sorted.next()) {
      kept.add(sorted.high, sorted.low, sorted.third);
      if (sorted.high === high && sorted.low === low) {
        if (!isOpen) candidates.add(document, table, groups++, 0);
        isOpen = true;
        candidates.add(sorted.third, table, groups - 1, 0);
      } else isOpen = false;
      high = sorted.high;
      low = sorted.low;
      document = sorted.third;
    }
    sorted.close();
    kept.close();
  }
  return { entries: candidates.finish(), groups };
}
