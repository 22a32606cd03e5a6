// Did a start go on from what was committed before, or begin anew? Told by what it did, and by the report's own word.
import type { Report } from '../../src/report/report.ts';
import type { Committed } from './committed.ts';
import type { Difference } from './compare.ts';
import type { Ended } from './start.ts';

/**
 * Who goes on writes less than who begins anew, and the run began when it first did.
 * @param all bytes of documents that a whole run writes
 */
export function hasResumed({ diary, stdout }: Ended, { startedAt }: Committed, all: number): boolean {
  const report = JSON.parse(stdout) as Report;
  return diary !== undefined && diary.documentBytes < all && Date.parse(report.startedAt) === startedAt;
}

export function beganAnew({ records }: Committed): Difference {
  return { kind: 'began anew', file: 'state/state.db', detail: `${records} records were committed already` };
}

/** The state of a run that came to its end says so, whatever failed. */
export function unfinished(committed: Committed | undefined): Difference[] {
  if (committed === undefined) return [];
  return [{ kind: 'ending', file: 'state/state.db', detail: 'a complete run would be gone on with' }];
}

/** A run that is complete is not gone on with. */
export function wentOn({ diary }: Ended, all: number): Difference[] {
  if (diary?.documentBytes === all) return [];
  const detail = `a complete run was gone on with: ${diary?.documentBytes} bytes written instead of ${all}`;
  return [{ kind: 'ending', file: 'state/state.db', detail }];
}
