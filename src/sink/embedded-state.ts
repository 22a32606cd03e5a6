/**
 * What does the embedded sink need to go on where a commit stood? The lengths of each container's segment, and what its
 * records refer to by number; everything else is made anew from the segments. The files lie in the state folder, and so
 * their names begin there: it can be moved.
 */
import type { BulkLoad } from '../container/bulk-load.ts';
import { RECORDS_FILE, SEGMENT_FILE, type SegmentLengths } from '../container/segment.ts';
import type { Sources } from './embedded-decided.ts';
import type { Settled } from '../document/settled.ts';
import type { Marked } from './sink.ts';

/** The folder of the state folder that holds the containers. */
export const CONTAINERS = 'containers';

interface Facts {
  readonly entities: readonly string[];
  readonly sources: readonly (readonly [shard: number, source: string])[];
}

/** Everything is in the files when this returns. */
export function settleLoads(loads: Iterable<BulkLoad>, sources: Sources): Settled {
  return settledAt(
    [...loads].map(({ container, segment }) => [container.label, segment.settle()]),
    sources,
  );
}

/** Everything is on its way to the files when this returns. */
export function markLoads(loads: Iterable<BulkLoad>, sources: Sources): Marked {
  const marked = [...loads].map(({ container, segment }) => ({ container, segment, lengths: segment.mark() }));
  return {
    settled: settledAt(
      marked.map(({ container, lengths }) => [container.label, lengths]),
      sources,
    ),
    isWritten: () => marked.every(({ segment, lengths }) => segment.holds(lengths)),
  };
}

function settledAt(lengths: readonly (readonly [string, SegmentLengths])[], { entities, places }: Sources): Settled {
  const files: Record<string, number> = {};
  for (const [label, { texts, records }] of lengths) {
    files[fileName(label, SEGMENT_FILE)] = texts;
    files[fileName(label, RECORDS_FILE)] = records;
  }
  const facts: Facts = { entities: [...entities], sources: [...places] };
  return { files, facts };
}

/** The lengths of one container's files. */
export function lengthsIn({ files }: Settled, label: string): SegmentLengths {
  const texts = files[fileName(label, SEGMENT_FILE)];
  const records = files[fileName(label, RECORDS_FILE)];
  if (texts === undefined || records === undefined) throw new Error(`The state knows no container ${label}.`);
  return { texts, records };
}

export function sourcesIn({ facts }: Settled): Sources {
  const { entities, sources } = facts as Facts;
  return { entities: [...entities], places: new Map(sources) };
}

function fileName(label: string, file: string): string {
  return `${CONTAINERS}/${label}/${file}`;
}
