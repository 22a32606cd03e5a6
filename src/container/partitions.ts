/** How is the data spread over logical partitions? Counted from the hashes of partition keys, in their order. */
import type { Observe } from '../document/notice.ts';
import type { SortedEntries } from './sorted-entries.ts';

export interface PartitionCounts {
  readonly documents: number;
  readonly bytes: number;
  readonly maxItemBytes: number;
  /** Two partition keys with one hash of 64 bits would count as one: less than one chance in 100,000 among ten million. */
  readonly logicalPartitions: number;
  readonly largest: LargestPartition | undefined;
}

/** The one with the most bytes. */
export interface LargestPartition {
  readonly documents: number;
  readonly bytes: number;
  /** One of its documents. */
  readonly member: number;
}

/**
 * @param sorted entries `[hash high, hash low, document, bytes]`.
 * @param isKept whether a document is written in the end.
 */
export function countPartitions(sorted: SortedEntries, isKept: (document: number) => boolean): PartitionCounts {
  let documents = 0;
  let bytes = 0;
  let maxItemBytes = 0;
  let logicalPartitions = 0;
  let largest: LargestPartition | undefined;
  let high = -1;
  let low = -1;
  let current = { documents: 0, bytes: 0, member: 0 };
  while (sorted.next()) {
    if (!isKept(sorted.third)) continue;
    if (sorted.high !== high || sorted.low !== low) {
      close();
      current = { documents: 0, bytes: 0, member: sorted.third };
      high = sorted.high;
      low = sorted.low;
    }
    current.documents++;
    current.bytes += sorted.fourth;
    if (sorted.fourth > maxItemBytes) maxItemBytes = sorted.fourth;
  }
  close();
  sorted.close();
  return { documents, bytes, maxItemBytes, logicalPartitions, largest };

  function close(): void {
    if (current.documents === 0) return;
    logicalPartitions++;
    documents += current.documents;
    bytes += current.bytes;
    if (largest === undefined || current.bytes > largest.bytes) largest = current;
  }
}

/** Fewer documents say nothing about the spread. */
const ENOUGH = 1000;
/** The share of one partition from which on it is worth a word. */
const HOT = 0.2;
const GIGABYTE = 1_000_000_000;
/** Half of what a logical partition holds. */
const LARGE = 10 * GIGABYTE;

export function noticePartitions(
  counts: PartitionCounts,
  key: readonly unknown[],
  container: string,
  observe: Observe,
): void {
  const { documents, bytes, largest } = counts;
  if (largest === undefined) return;
  const value = JSON.stringify(key);
  const share = Math.max(largest.documents / documents, largest.bytes / bytes);
  if (documents >= ENOUGH && share >= HOT) {
    observe({
      code: 'PARTITION_HOT',
      container,
      message: `The logical partition ${value} holds ${largest.documents} of ${documents} documents (${Math.round(share * 100)} % of the data). It is served by one physical partition, at 10,000 RU/s at most.`,
      details: { share },
      example: { value },
    });
  }
  if (largest.bytes >= LARGE) {
    observe({
      code: 'PARTITION_TOO_LARGE',
      container,
      message: `The logical partition ${value} has ${(largest.bytes / GIGABYTE).toFixed(1)} GB already, and 20 GB is all that it can ever hold.`,
      details: { bytes: largest.bytes },
      example: { value },
    });
  }
}
