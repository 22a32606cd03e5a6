/** Which files of an earlier run stay its own when the next one begins? Those that it finished; they are replaced one by one. */
import { isAbsolute } from 'node:path';
import { PARTIAL } from '../container/unfinished-file.ts';
import type { SavedRun } from '../state/saved-run.ts';

export const REJECTS = 'rejects.ndjson';
/** How a run ends that came to its end. */
export const COMPLETE = 'complete';

/** Behind the path of a file that has been announced: the length of the one that stands there until it is renamed. */
const REPLACED = '.replaced';

/** Lengths by path. Files that a run works with, in its state folder, have names that begin there. */
export function finishedFiles(saved: SavedRun | undefined): Record<string, number> {
  const files = Object.entries(saved?.files ?? {});
  const isFinished = (path: string): boolean =>
    isAbsolute(path) && !path.endsWith(PARTIAL) && !(saved?.ended === COMPLETE && path.endsWith(REPLACED));
  return Object.fromEntries(files.filter(([path]) => isFinished(path)));
}

/** What is to be saved before these files replace others: a run that is killed in between knows both for its own. */
export function announcedFiles(
  files: Readonly<Record<string, number>>,
  saved: SavedRun | undefined,
): Record<string, number> {
  const own = finishedFiles(saved);
  const announced: Record<string, number> = { ...files };
  for (const path of Object.keys(files)) {
    const replaced = own[path + REPLACED] ?? own[path];
    if (replaced !== undefined) announced[path + REPLACED] = replaced;
  }
  return announced;
}

/** These files and others that have just been given their names. */
export function withFinished(
  finished: Readonly<Record<string, number>>,
  files: Readonly<Record<string, number>>,
): Record<string, number> {
  const others = Object.entries(finished).filter(([path]) => !path.endsWith(REPLACED));
  return { ...Object.fromEntries(others), ...files };
}

/** Whether a file of this length is one that earlier runs have finished. */
export function isOwnFile(saved: SavedRun | undefined, path: string, length: number): boolean {
  const own = finishedFiles(saved);
  return own[path] === length || own[path + REPLACED] === length;
}
