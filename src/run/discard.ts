/** What does a run leave that is not wanted any more? What it had not finished; finished files stay, and whatever is not known to be its own. */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PARTIAL } from '../container/unfinished-file.ts';
import { CONTAINERS } from '../sink/embedded-state.ts';
import { DUPLICATES } from './contests/duplicates.ts';
import type { SavedRun } from '../state/saved-run.ts';

export function discard(saved: SavedRun | undefined, stateFolder: string): void {
  if (saved === undefined) return;
  for (const [path, length] of Object.entries(saved.files)) if (isUnfinished(path, length)) rmSync(path);
  for (const { place } of saved.planParts) {
    const label = /^containers\.(.+)$/.exec(place)?.[1];
    if (label !== undefined) rmSync(join(stateFolder, CONTAINERS, label), { recursive: true, force: true });
  }
  for (const name of ['report.json', DUPLICATES]) rmSync(join(stateFolder, name), { force: true });
}

/** What the run was writing can only have grown since its last commit; what is smaller is another file. */
function isUnfinished(path: string, length: number): boolean {
  if (!path.endsWith(PARTIAL)) return false;
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size >= length;
}
