/** Where do the documents of a run go? Opens the sink of a target. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Observe } from '../document/notice.ts';
import { Fatal } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import { EmbeddedSink } from '../sink/embedded.ts';
import { FolderSink } from '../sink/folder.ts';
import type { ContainerSummary, Sink } from '../sink/sink.ts';

export type RunTarget =
  /** The embedded container, which refuses what the service would; `out` gets the accepted documents as files. */
  | { readonly kind: 'embedded'; readonly out?: string }
  /** A folder of NDJSON files; no policies are enforced. */
  | { readonly kind: 'folder'; readonly folder: string };

export interface SinkSetting {
  readonly stateFolder: string;
  readonly observe: Observe;
  /** Files that an earlier run of the same plan wrote and that this one may write anew. */
  readonly ownFiles: readonly string[];
  /** Whether the source of a shard says `duplicateKeys: last`. */
  readonly takesLastKeys: (shard: number) => boolean;
}

export async function openSink(plan: Plan, target: RunTarget, setting: SinkSetting): Promise<Sink> {
  const { stateFolder, observe, ownFiles, takesLastKeys } = setting;
  const { containers } = plan;
  if (target.kind === 'embedded') {
    const folder = join(stateFolder, 'containers');
    const { out } = target;
    return EmbeddedSink.open({
      folder,
      containers,
      observe,
      takesLastKeys,
      ...(out === undefined ? {} : { out }),
    });
  }
  for (const file of outputFiles(plan, target.folder)) {
    if (!existsSync(file) || ownFiles.includes(file)) continue;
    throw new Fatal('usage', `${file} exists already, and it was not written by this plan's last run.`, {
      advice: 'Move it away, or name another folder with --to.',
    });
  }
  const labels = containers.map(({ label }) => label);
  return FolderSink.open(target.folder, labels);
}

/** The files that a run of this plan leaves in its target's folder. */
function outputFiles(plan: Plan, folder: string): readonly string[] {
  return plan.containers.map(({ label }) => join(folder, `${label}.ndjson`));
}

/** The lengths of the files that a run has left in its target's folder, by path; each document stands on a line. */
export function outputLengths(
  target: RunTarget,
  containers: readonly ContainerSummary[],
): Readonly<Record<string, number>> {
  const folder = target.kind === 'folder' ? target.folder : target.out;
  if (folder === undefined) return {};
  return Object.fromEntries(
    containers.map(({ label, documents, bytes }) => [join(folder, `${label}.ndjson`), bytes + documents]),
  );
}
