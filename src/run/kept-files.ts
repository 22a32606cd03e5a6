/** Which files of an earlier run stay its own when the next one begins? Those that it finished; they are replaced one by one. */
import { PARTIAL } from '../container/unfinished-file.ts';
import type { SavedRun } from '../state/saved-run.ts';

export const REJECTS = 'rejects.ndjson';
/** How a run ends that came to its end. */
export const COMPLETE = 'complete';

/** Lengths by path. */
export function finishedFiles(saved: SavedRun | undefined): Record<string, number> {
  const files = Object.entries(saved?.files ?? {});
  return Object.fromEntries(files.filter(([path]) => path !== REJECTS && !path.endsWith(PARTIAL)));
}
