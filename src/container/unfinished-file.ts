/** How does a file begin that is renamed when it is complete? Anew: what a link of its name leads to is another file and stays. */
import { open, rm, stat, type FileHandle } from 'node:fs/promises';

/** The ending of a file that is not complete yet. */
export const PARTIAL = '.partial';

/** Opens the file that will be `path`; a device under the unfinished name is written to, as there is nothing to lose. */
export async function openUnfinished(path: string): Promise<FileHandle> {
  const partial = path + PARTIAL;
  const found = await stat(partial).catch(() => undefined);
  if (found === undefined || found.isFile()) await rm(partial, { force: true });
  return open(partial, 'w');
}
