/**
 * Which rejects of a run are to be replayed? Those that stand in the file that was given: the run's own, or a copy of
 * it, perhaps of a part, with corrections.
 */
import { realpathSync, statSync } from 'node:fs';
import { Fatal } from '../../errors.ts';
import { type RejectGroup, rejectGroups, sourceEntityOf } from './reject-groups.ts';

export interface GivenGroup {
  /** As the run has it. */
  readonly own: RejectGroup;
  /** As it was given; absent when it is to stay as it is. */
  readonly given: RejectGroup | undefined;
}

/** Both files in their order, which is one. @throws Fatal for a record that is none of the run's rejects */
export async function* givenGroups(given: string, own: string): AsyncGenerator<GivenGroup, void, undefined> {
  if (isSameFile(given, own)) {
    for await (const group of rejectGroups(own, false)) yield { own: group, given: group };
    return;
  }
  const wanted = rejectGroups(given, false);
  try {
    let next = await wanted.next();
    for await (const group of rejectGroups(own, true)) {
      const isGiven = next.done !== true && isSameRecord(next.value, group);
      yield { own: group, given: isGiven ? next.value! : undefined };
      if (isGiven) next = await wanted.next();
    }
    if (next.done !== true) throw notAmong(next.value, given, own);
  } finally {
    await wanted.return();
  }
}

/** What tells whether a file has been changed meanwhile. */
export function fingerprintOf(...files: readonly string[]): string {
  return files
    .map((file) => statSync(file, { bigint: true }))
    .map(({ dev, ino, size, mtimeNs }) => `${dev}:${ino}:${size}:${mtimeNs}`)
    .join(' ');
}

function isSameFile(one: string, other: string): boolean {
  return realpathSync(one) === realpathSync(other);
}

function isSameRecord(one: RejectGroup, other: RejectGroup): boolean {
  return (
    one.place.source === other.place.source &&
    one.place.offset === other.place.offset &&
    sourceEntityOf(one.rejects[0]!) === sourceEntityOf(other.rejects[0]!)
  );
}

function notAmong({ place, line }: RejectGroup, given: string, own: string): Fatal {
  return new Fatal(
    'usage',
    `${given}:${line}: the record ${place.source}:${place.line} is not among the rejects of the run, or they stand in another order.`,
    { advice: `Take out what has gone through already, and keep the order of ${own}; nothing has been changed.` },
  );
}
