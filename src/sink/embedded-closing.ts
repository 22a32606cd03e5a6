/** What is left to do for a container once it is known who lost? What was counted is told, the documents and the manifest are written. */
import { join } from 'node:path';
import { writeAccepted } from '../container/accepted.ts';
import { REFUSED, SAME } from '../container/losers.ts';
import { writeManifest } from '../container/manifest.ts';
import { countPartitions, noticePartitions } from '../container/partitions.ts';
import type { Observe } from '../document/notice.ts';
import { Fatal } from '../errors.ts';
import type { ContainerPlan } from '../plan/plan.ts';
import type { Decided } from './embedded-decided.ts';
import type { ContainerSummary, FinishOptions } from './sink.ts';

export interface ClosingOptions {
  /** Where the accepted documents are written, if anywhere; they keep their unfinished names. */
  readonly out: string | undefined;
  readonly observe: Observe;
  readonly whileHeld: FinishOptions['whileHeld'];
}

export async function closeContainer(
  decided: Decided,
  { out, observe, whileHeld }: ClosingOptions,
): Promise<ContainerSummary> {
  const { load, losers } = decided;
  const { container, segment } = load;
  const { label } = container;
  const counts = countPartitions(load.keys.partitions.finish(), (document) => !losers.has(document));
  const { largest, documents, bytes, maxItemBytes, logicalPartitions } = counts;
  const key = largest === undefined ? [] : load.stored.describe(largest.member).partitionKey;
  load.keys.notice(label, observe);
  noticePartitions(counts, key, label, observe);
  if (out !== undefined) await writeAccepted(segment, losers, documentsFile(out, label), whileHeld);
  whileHeld(() => writeManifest(load.folder, container, { documents: segment.count, bytes: segment.size }, losers));
  segment.close();
  let uniqueConflicts = 0;
  for (let i = 0; i < losers.count; i++) if (lostKey(decided, i) === 'UNIQUE_KEY_CONFLICT') uniqueConflicts++;
  return {
    label,
    documents,
    bytes,
    maxItemBytes,
    logicalPartitions,
    ...(largest === undefined ? {} : { largestPartition: { key, documents: largest.documents, bytes: largest.bytes } }),
    uniqueConflicts,
  };
}

export function documentsFile(out: string, label: string): string {
  return join(out, `${label}.ndjson`);
}

/** The plan may say that a conflict is no matter for the rejects file but stops everything (`onConflict: abort`). */
export function abortsOnConflict(decided: readonly Decided[], plans: readonly ContainerPlan[]): Fatal | undefined {
  for (const one of decided) {
    const { load, losers } = one;
    const plan = plans.find(({ label }) => label === load.container.label);
    if (plan?.onConflict !== 'abort') continue;
    let conflicts = 0;
    for (let i = 0; i < losers.count; i++) if (lostKey(one, i) !== undefined) conflicts++;
    if (conflicts === 0) continue;
    return new Fatal(
      'maxErrors',
      `Container ${plan.label} has onConflict: abort, and ${conflicts} ${conflicts === 1 ? 'document' : 'documents'} lost a key to another one.`,
      { advice: 'They are in the rejects file, each with the document that has the key.' },
    );
  }
  return undefined;
}

/** Which kind of key a loser lost, if that is why it is one. */
function lostKey(
  { losers, refusals = [] }: Decided,
  loser: number,
): 'ID_DUPLICATE' | 'UNIQUE_KEY_CONFLICT' | undefined {
  const table = losers.table(loser);
  if (table < SAME) return table === 0 ? 'ID_DUPLICATE' : 'UNIQUE_KEY_CONFLICT';
  const refusal = table === REFUSED ? refusals[losers.holder(loser)] : undefined;
  return refusal?.kind === 'conflict' ? refusal.code : undefined;
}
