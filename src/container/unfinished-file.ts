/** How does a file begin that is renamed when it is complete? Anew: what a link of its name leads to is another file and stays. */
import { openSync, renameSync, rmSync, statSync } from 'node:fs';

/** The ending of a file that is not complete yet. */
export const PARTIAL = '.partial';

/** Opens the file that will be `path`; a device under the unfinished name is written to, as there is nothing to lose. */
export function openUnfinished(path: string): number {
  const partial = path + PARTIAL;
  const found = statSync(partial, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) rmSync(partial, { force: true });
  return openSync(partial, 'w');
}

/** The file is complete. Where it has its name already, a run that was stopped in between had renamed it. */
export function publish(path: string): void {
  const isPublished = statSync(path + PARTIAL, { throwIfNoEntry: false }) === undefined;
  if (!isPublished) renameSync(path + PARTIAL, path);
}

/** Takes the name back from a file of `length` bytes that a run was stopped behind. */
export function unpublish(path: string, length: number): void {
  if (statSync(path + PARTIAL, { throwIfNoEntry: false }) !== undefined) return;
  if (statSync(path, { throwIfNoEntry: false })?.size === length) renameSync(path, path + PARTIAL);
}
