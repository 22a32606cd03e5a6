/** How are documents looked up that `dedupe` has taken out? The files that it has put them into are indexed as a reference. */
import { mkdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Path } from '../../document/path.ts';
import { fileShard } from '../../source/file-shard.ts';
import type { Shard } from '../../source/source.ts';
import { indexReference } from '../references/index-reference.ts';
import { withFinalWinners } from './final-winners.ts';

export async function indexDuplicates(
  folder: string,
  foreign: Path,
  files: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const plan = { entity: 'duplicates', file: '', format: 'ndjson', maxDocument: Infinity } as const;
  const shardOf = (path: string): Shard =>
    fileShard(0, plan, { name: basename(path), path, size: statSync(path).size, isPipe: false });
  const shards = (await withFinalWinners(files, { folder, signal, plan, shardOf })).map(shardOf);
  await indexReference({ plan, shards, folder, paths: [foreign], observe: () => {}, signal });
}
