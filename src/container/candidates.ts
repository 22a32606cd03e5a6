/**
 * Which documents may share a key with another one? Those whose hash in some table is not theirs alone. Each such set
 * of equal hashes is a group; what comes out are entries (document, table, group), sorted by document, then by table.
 */
import type { ExternalSort } from './external-sort.ts';
import type { KeyTable } from './key-table.ts';
import type { SortedEntries } from './sorted-entries.ts';

export interface Candidates {
  /** Entries `[document, table, group, 0]`. */
  readonly entries: SortedEntries;
  readonly groups: number;
}

/** After so many entries other work may run. */
const TURN = 1 << 20;

/**
 * @param tables the hashes of each table with their documents
 * @param kept where the sorted tables are kept; closed when this resolves
 * @param candidates an empty sort to be used
 */
export async function findCandidates(
  tables: readonly ExternalSort[],
  kept: readonly KeyTable[],
  candidates: ExternalSort,
): Promise<Candidates> {
  let groups = 0;
  let turn = 0;
  for (let table = 0; table < tables.length; table++) {
    const sorted = tables[table]!.finish();
    let high = -1;
    let low = -1;
    let document = 0;
    let isOpen = false;
    while (sorted.next()) {
      kept[table]!.add(sorted.high, sorted.low, sorted.third);
      if (sorted.high === high && sorted.low === low) {
        if (!isOpen) candidates.add(document, table, groups++, 0);
        isOpen = true;
        candidates.add(sorted.third, table, groups - 1, 0);
      } else isOpen = false;
      high = sorted.high;
      low = sorted.low;
      document = sorted.third;
      if (++turn % TURN === 0) await new Promise(setImmediate);
    }
    sorted.close();
    kept[table]!.close();
  }
  return { entries: candidates.finish(), groups };
}
