/** Which files of an earlier run stay its own when the next one begins? Those that it finished; they are replaced one by one. */
import { isAbsolute } from 'node:path';
import { PARTIAL } from '../container/unfinished-file.ts';
import type { SavedRun } from '../state/saved-run.ts';

export const REJECTS = 'rejects.ndjson';
/** How a run ends that came to its end. */
export const COMPLETE = 'complete';

/** Lengths by path. Files that a run works with, in its state folder, have names that begin there. */
export function finishedFiles(saved: SavedRun | undefined): Record<string, number> {
  const files = Object.entries(saved?.files ?? {});
  return Object.fromEntries(files.filter(([path]) => isAbsolute(path) && !path.endsWith(PARTIAL)));
}
