/** Was a source changed while it was read? Then the report says so, once. */
import type { Notice, Observe } from '../document/notice.ts';
import { type FindingCount, Findings } from '../report/findings.ts';
import type { Shard } from '../source/source.ts';
import type { RunBooks } from './open-hands.ts';

const CODE = 'SOURCE_CHANGED';

/** A run that goes on behind the end of the source comes by here once more. */
export function noteChange(shard: Shard, { findings, observe }: Pick<RunBooks, 'findings' | 'observe'>): void {
  observeChange(shard, (notice) => {
    if (!isKnown(notice, findings.snapshot())) observe(notice);
  });
}

export function observeChange(shard: Shard, observe: Observe): void {
  const { entity, source } = shard;
  const message = shard.change?.();
  if (message !== undefined) observe({ code: CODE, entity, path: source, message });
}

/** Takes changes, and tells of a source once, however often it is read. */
export function observeOnce(observe: Observe): Observe {
  const known = new Set<string | undefined>();
  return (notice) => {
    if (known.has(notice.path)) return;
    known.add(notice.path);
    observe(notice);
  };
}

/**
 * What a run that goes on has to say of what its steps know: all of it has been in its books since it began, but not
 * what has been written to while that was read again.
 */
export function changesOnly(learned: Findings, books: readonly FindingCount[]): Findings {
  const changes = learned.snapshot().filter(({ notice }) => notice.code === CODE && !isKnown(notice, books));
  const findings = new Findings();
  findings.merge(changes);
  return findings;
}

function isKnown({ path }: Notice, books: readonly FindingCount[]): boolean {
  return books.some(({ notice }) => notice.code === CODE && notice.path === path);
}
