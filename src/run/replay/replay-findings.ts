/** What is to be known of a run after a replay? What is not about rejects stays and grows; what is, follows the rejects file anew. */
import { type FindingCount, Findings } from '../../report/findings.ts';
import type { RejectLine } from './reject-groups.ts';
import type { Outcome } from './replay-sink.ts';

/** @param saved the findings of the run @param now those of the replay, with every reject that is left */
export function findingsAfter(
  saved: readonly FindingCount[],
  now: Findings,
  adopted: ReadonlyMap<string, number>,
): Findings {
  const findings = new Findings();
  for (const found of saved) {
    const { code, container, entity, rejects } = found.notice;
    if (rejects === true) continue;
    const known = code === 'PARENT_REJECTED' ? (adopted.get(`${container} ${entity}`) ?? 0) : 0;
    if (found.count > known) findings.merge([{ ...found, count: found.count - known }]);
  }
  findings.merge(now.snapshot());
  return findings;
}

/** Counts children whose parents are written after all, by container and entity. */
export function countAdopted(counts: Map<string, number>, { adopted }: Outcome): void {
  for (const { container, entity } of adopted) {
    const name = `${container} ${entity}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
}

/** A reject that stays as it is counts as a finding once more. */
export function observeLine(findings: Findings, { at, code, message, path, entity, container, key }: RejectLine): void {
  const shownPath = path ?? key?.uniqueKey.join(', ');
  findings.observe({
    code,
    entity,
    message,
    rejects: true,
    ...(container === undefined ? {} : { container }),
    ...(shownPath === undefined ? {} : { path: shownPath }),
    example: { place: { source: at.source, line: at.line, offset: at.offset } },
  });
}
