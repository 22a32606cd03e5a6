/** What does the folder of a loaded container hold? A small file beside the data says it, for whoever opens it later. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Losers } from './losers.ts';
import type { ContainerPolicy } from './policy.ts';
import { RECORDS_FILE, SEGMENT_FILE } from './segment.ts';

const FORMAT = 1;
const MANIFEST_FILE = 'container.json';
/** Numbers of the documents of the segment that are not in the container, ascending, 32 bits each. */
const REFUSED_FILE = 'refused.bin';

export interface LoadedContainer extends ContainerPolicy {
  readonly label: string;
  readonly name: string;
  readonly policies: Readonly<Record<string, unknown>>;
}

/** The file of a key table: 0 for ids, then one for each constraint. */
export function keyTableFile(table: number): string {
  return table === 0 ? 'keys-id.bin' : `keys-unique-${table}.bin`;
}

export interface LoadCounts {
  /** Documents in the segment, refused ones included. */
  readonly documents: number;
  readonly bytes: number;
}

export function writeManifest(folder: string, container: LoadedContainer, counts: LoadCounts, losers: Losers): void {
  const refused = Uint32Array.from({ length: losers.count }, (_, i) => losers.document(i));
  writeFileSync(join(folder, REFUSED_FILE), refused);
  const { label, name, partitionKey, uniqueKeys, defaultTtl, policies } = container;
  const manifest = {
    format: FORMAT,
    label,
    name,
    partitionKey: {
      paths: partitionKey.map(({ text }) => text),
      kind: partitionKey.length > 1 ? 'MultiHash' : 'Hash',
      version: 2,
    },
    ...(uniqueKeys.length === 0
      ? {}
      : { uniqueKeyPolicy: { uniqueKeys: uniqueKeys.map((paths) => ({ paths: paths.map(({ text }) => text) })) } }),
    ...(defaultTtl === undefined ? {} : { defaultTtl }),
    policies,
    ...counts,
    refused: losers.count,
    files: {
      segment: SEGMENT_FILE,
      records: RECORDS_FILE,
      refused: REFUSED_FILE,
      keys: Array.from({ length: 1 + uniqueKeys.length }, (_, table) => keyTableFile(table)),
    },
  };
  writeFileSync(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
