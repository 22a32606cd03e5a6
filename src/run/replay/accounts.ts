/**
 * How do the books of a run change when a record is replayed? Its rejects are gone, what it comes to now is there. What
 * the record came to beside its rejects in the run is in the books already, document by document, but nobody knows any
 * more which of these were its own. So the places that its rejects leave are filled first: by what was written or
 * rejected now, then by what was there already or left the run on purpose. What is more than that has been made, what is
 * less is not made any more; whatever the case, the books stay balanced.
 */
import type { EntityTally, Tally, TallySnapshot } from '../../report/tally.ts';

/**
 * @param gone rejects of the record that the rejects file had, by entity
 * @param readAs the entity that the record was read as, where that is known: it may be another one now
 */
export function settleRecord(
  books: Tally,
  gone: ReadonlyMap<string, number>,
  now: TallySnapshot,
  readAs: string | undefined,
): void {
  for (const entity of new Set([...gone.keys(), ...Object.keys(now.entities)])) {
    const counts = now.entities[entity] ?? NOTHING;
    const read = readAs === undefined ? 0 : counts.read - (entity === readAs ? 1 : 0);
    settleEntity(books.entity(entity), gone.get(entity) ?? 0, read, counts);
  }
}

/** @param read records that are read as this entity now, and were not in the run */
function settleEntity(tally: EntityTally, gone: number, read: number, now: Counts): void {
  tally.read += read;
  tally.rejected += now.rejected - gone;
  tally.written += now.written;
  tally.bytes += now.bytes;
  tally.maxBytes = Math.max(tally.maxBytes, now.maxBytes);
  let left = gone + read - now.written - now.rejected;
  for (const counter of PLACES) {
    const filled = Math.max(0, Math.min(left, now[counter]));
    tally[counter] += filled;
    left -= filled;
  }
  tally.made -= left;
}

const PLACES = ['merged', 'filtered', 'consumed', 'expired'] as const;

type Counts = Pick<EntityTally, 'read' | 'written' | 'rejected' | 'bytes' | 'maxBytes' | (typeof PLACES)[number]>;

const NOTHING: Counts = {
  read: 0,
  written: 0,
  rejected: 0,
  bytes: 0,
  maxBytes: 0,
  merged: 0,
  filtered: 0,
  consumed: 0,
  expired: 0,
};
