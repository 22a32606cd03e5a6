/** Has a run more rejects than it may have? Then it stops, and keeps what it has done. */
import { Fatal } from '../errors.ts';
import type { Findings } from '../report/findings.ts';
import type { Tally } from '../report/tally.ts';

export type MaxErrors =
  /** So many rejects may be. */
  | { readonly count: number }
  /** So many of a hundred documents that were read. */
  | { readonly percent: number };

/** A share says little about the first documents. */
export const PERCENT_FROM = 1_000;

export interface Errors {
  readonly tally: Tally;
  readonly findings: Findings;
  /** Where the rejects are; absent when they are not kept. */
  readonly rejectsFile: string | undefined;
}

/**
 * Looks at the books between two batches, or, once all has been read, at each further reject.
 * @throws Fatal when there are too many
 */
export function refuseTooMany(max: MaxErrors | undefined, errors: Errors, isAllRead: boolean = false): void {
  if (max === undefined) return;
  const { tally } = errors;
  const rejected = tally.rejected();
  const { documents } = tally.source;
  if ('count' in max) {
    if (rejected > max.count) throw tooMany(`more than ${max.count.toLocaleString('en-US')}`, rejected, errors);
  } else if ((documents >= PERCENT_FROM || isAllRead) && rejected * 100 > documents * max.percent) {
    throw tooMany(`more than ${max.percent} %`, rejected, errors);
  }
}

function tooMany(limit: string, rejected: number, { tally, findings, rejectsFile }: Errors): Fatal {
  const { documents } = tally.source;
  const message = `Stopped by --max-errors: ${rejected.toLocaleString('en-US')} ${rejected === 1 ? 'reject' : 'rejects'} after ${documents.toLocaleString('en-US')} documents read, ${limit} (${codesOf(findings)}).`;
  const place = rejectsFile === undefined ? '' : `Each is in ${rejectsFile} with its reason. `;
  return new Fatal('maxErrors', message, {
    advice: `${place}Go on with a higher --max-errors, or correct the plan or the data and begin anew with --fresh.`,
  });
}

/** `NOT_AN_ARRAY 7, LINE_INVALID 4`: the reasons, the most frequent first. */
function codesOf(findings: Findings): string {
  const counts = new Map<string, number>();
  for (const { notice, count } of findings.snapshot())
    if (notice.rejects === true) counts.set(notice.code, (counts.get(notice.code) ?? 0) + count);
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return sorted.map(([code, count]) => `${code} ${count.toLocaleString('en-US')}`).join(', ');
}
