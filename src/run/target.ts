/** Where do the documents of a run go? Opens the sink of a target. */
import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PARTIAL } from '../container/unfinished-file.ts';
import type { Observe } from '../document/notice.ts';
import type { Settled } from '../document/settled.ts';
import { Fatal } from '../errors.ts';
import type { CosmosTarget, Plan } from '../plan/plan.ts';
import { EmbeddedSink } from '../sink/embedded.ts';
import { CONTAINERS } from '../sink/embedded-state.ts';
import { CosmosSink } from '../sink/cosmos/cosmos-sink.ts';
import { FolderSink } from '../sink/folder.ts';
import { MeasuringSink } from '../sink/measuring.ts';
import type { Sink } from '../sink/sink.ts';
import type { SavedRun } from '../state/saved-run.ts';
import { isOwnFile } from './kept-files.ts';

export type RunTarget =
  /** The embedded container, which refuses what the service would; `out` gets the accepted documents as files. */
  | { readonly kind: 'embedded'; readonly out?: string }
  /** A folder of NDJSON files; no policies are enforced. */
  | { readonly kind: 'folder'; readonly folder: string }
  /** A database of Azure Cosmos DB, which enforces the policies of its containers. */
  | { readonly kind: 'cosmos'; readonly cosmos: CosmosTarget };

export interface SinkSetting {
  readonly stateFolder: string;
  /** Nothing is written, only measured. */
  readonly measureOnly: boolean;
  readonly observe: Observe;
  /** Whether the source of a shard says `duplicateKeys: last`. */
  readonly takesLastKeys: (shard: number) => boolean;
  /** What was committed when the run stopped, if it goes on. */
  readonly resumed: Settled | undefined;
  /** Aborted: a sink that takes long to open stops doing so. */
  readonly signal: AbortSignal | undefined;
}

/**
 * What is not known to be of an earlier run is never overwritten: it may be the data that the plan reads.
 * Neither is what a run with another state has written so far, unless that is asked for with `fresh`.
 * @param saved what an earlier run of the plan left; as long as its files have their lengths, they are its own.
 */
export function refuseStrangers(plan: Plan, target: RunTarget, saved: SavedRun | undefined, fresh: boolean): void {
  const folder = outputFolder(target);
  if (folder === undefined) return;
  const option = target.kind === 'folder' ? '--to' : '--out';
  const mayWriteAnew = fresh || saved?.target.folder === folder;
  for (const { label } of plan.containers) {
    const file = join(folder, `${label}.ndjson`);
    if (!mayWriteAnew && isBegun(file + PARTIAL)) {
      throw new Fatal('usage', `${file + PARTIAL} exists already: another run is writing it, or was stopped there.`, {
        advice: `Name another folder with ${option}, or remove it if no run is to go on with it.`,
      });
    }
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined || isOwnFile(saved, file, found.size)) continue;
    throw new Fatal('usage', `${file} exists already, and it is not what this plan's last run left.`, {
      advice: `Move it away, or name another folder with ${option}.`,
    });
  }
}

/** A run that was killed before its first commit leaves empty files, which nobody misses. */
function isBegun(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size > 0;
}

export async function openSink(plan: Plan, target: RunTarget, setting: SinkSetting): Promise<Sink> {
  const { stateFolder, measureOnly, observe, takesLastKeys, resumed, signal } = setting;
  const { containers } = plan;
  if (target.kind === 'embedded') {
    const folder = join(stateFolder, CONTAINERS);
    const { out } = target;
    return EmbeddedSink.open({
      folder,
      containers,
      observe,
      takesLastKeys,
      resumed,
      signal,
      ...(out === undefined ? {} : { out }),
    });
  }
  const labels = containers.map(({ label }) => label);
  if (measureOnly) return new MeasuringSink(labels);
  if (target.kind === 'cosmos') {
    const { cosmos } = target;
    return CosmosSink.open({
      target: cosmos,
      containers,
      folder: join(stateFolder, CONTAINERS),
      observe,
      takesLastKeys,
      resumed,
      signal,
    });
  }
  return FolderSink.open(target.folder, labels, resumed);
}

/** Where documents are written as files, if anywhere. */
export function outputFolder(target: RunTarget): string | undefined {
  if (target.kind === 'folder') return target.folder;
  return target.kind === 'embedded' ? target.out : undefined;
}
