/**
 * Who falls with a member of the family that lost a key (`onReject: family`)? All that are of the same family, in
 * whichever container; their keys stay occupied.
 */
import { FAMILY, SAME } from '../container/losers.ts';
import { SegmentRecord } from '../container/segment-record.ts';
import type { Decided } from './embedded-decided.ts';

export function withFamilies(decided: readonly Decided[]): readonly Decided[] {
  const fallen = fallenFamilies(decided);
  if (fallen.size === 0) return decided;
  return decided.map((one) => (one.load.keys.hasFamilies ? withFallen(one, fallen) : one));
}

/** The families, each with the table of the first key that was lost. */
function fallenFamilies(decided: readonly Decided[]): Map<string, number> {
  const fallen = new Map<string, number>();
  const record = new SegmentRecord();
  for (const { load, losers } of decided) {
    if (!load.keys.hasFamilies) continue;
    for (let loser = 0; loser < losers.count; loser++) {
      if (losers.table(loser) === SAME) continue;
      load.segment.readRecord(losers.document(loser), record);
      const family = familyOf(record);
      if (record.family !== 0 && !fallen.has(family)) fallen.set(family, losers.table(loser));
    }
  }
  return fallen;
}

function withFallen({ load, losers }: Decided, fallen: ReadonlyMap<string, number>): Decided {
  const record = new SegmentRecord();
  const others: { document: number; table: number; holder: number }[] = [];
  load.segment.eachRecord(0, record, (document) => {
    const table = record.family === 0 ? undefined : fallen.get(familyOf(record));
    if (table !== undefined && !losers.has(document)) others.push({ document, table: FAMILY, holder: table });
    return true;
  });
  return { load, losers: losers.with(others) };
}

function familyOf({ shard, index, family }: SegmentRecord): string {
  return `${shard}:${index}:${family}`;
}
