/** What does this report not prove? Said each time, because a green rehearsal is easily taken for more than it is. */
import type { Report } from '../report.ts';

export function unprovenOf(report: Report): string[] {
  if (report.command === 'run') return [RUN_TO_FILES];
  const hasUniqueKeys = Object.values(report.containers).some(({ uniqueKeys }) => uniqueKeys.length > 0);
  return [hasUniqueKeys ? SAMPLE_WITH_UNIQUE_KEYS : SAMPLE, TARGET, UNDOCUMENTED];
}

const RUN_TO_FILES =
  'Files have no policies: no partition key, unique key, id or size was checked. A rehearsal does that.';

const SAMPLE =
  'Only the documents of these sources were looked at. If they are a sample, the others may hold broken records, repeated ids, larger documents, other types, and larger partitions.';

const SAMPLE_WITH_UNIQUE_KEYS =
  'Only the documents of these sources were looked at. If they are a sample, the others may hold unique-key conflicts (also with documents seen here), repeated ids, broken records, larger documents, other types, and larger partitions.';

const TARGET =
  'What the target container holds already was not looked at, and neither were its policies, rights, throughput and quotas.';

const UNDOCUMENTED =
  'The rules are those that Microsoft documents; nothing was sent to Azure. Not documented are the exact byte at which an item is too large (its system properties may count too) and what becomes of integers beyond 9,007,199,254,740,991.';
