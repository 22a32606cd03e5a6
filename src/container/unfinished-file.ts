/** How does a file begin that is renamed when it is complete? Anew: what a link of its name leads to is another file and stays. */
import { openSync, rmSync, statSync } from 'node:fs';
import { Fatal } from '../errors.ts';
import { renameOver } from '../renamed-file.ts';

/** The ending of a file that is not complete yet. */
export const PARTIAL = '.partial';

/** Opens the file that will be `path`; a device under the unfinished name is written to, as there is nothing to lose. */
export function openUnfinished(path: string): number {
  const partial = path + PARTIAL;
  const found = statSync(partial, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) rmSync(partial, { force: true });
  return openSync(partial, 'w');
}

/**
 * The files are complete, lengths by path. Where one has its name already, a run that was stopped in between had
 * renamed it.
 * @throws Fatal, and gives none of them its name, where one is not what was written: another run may write there too
 */
export function publish(files: Readonly<Record<string, number>>): void {
  const unpublished = Object.keys(files).filter((path) => isThere(path + PARTIAL));
  for (const [path, length] of Object.entries(files))
    refuseAnother(unpublished.includes(path) ? path + PARTIAL : path, length);
  for (const path of unpublished) renameOver(path + PARTIAL, path);
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function refuseAnother(path: string, length: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && (!found.isFile() || found.size === length)) return;
  const what = found === undefined ? 'is gone' : `has ${found.size.toLocaleString('en-US')} bytes`;
  throw new Fatal(
    'fatal',
    `${path} ${what}, and this run has written ${length.toLocaleString('en-US')} bytes into it.`,
    {
      anew: 'once no other run writes there',
      advice:
        'Does another run write into this folder? Let each have its own (--to, --out), and begin anew with --fresh.',
    },
  );
}

/** Takes the name back from a file of `length` bytes that a run was stopped behind. */
export function unpublish(path: string, length: number): void {
  if (statSync(path + PARTIAL, { throwIfNoEntry: false }) !== undefined) return;
  if (statSync(path, { throwIfNoEntry: false })?.size === length) renameOver(path, path + PARTIAL);
}
