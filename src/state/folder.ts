/** Where does a run keep what it leaves? In one folder that only its owner can read and that git ignores. */
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fatal } from '../errors.ts';
import { makeFolders } from '../folders.ts';

/** `.remodel/<plan name>` beside the plan. */
export function defaultStateFolder(planFile: string, planName: string): string {
  return join(dirname(planFile), '.remodel', planName);
}

/** The file by which a folder is known to be one of ours. */
export const STATE_FILE = 'state.db';
const IGNORED = '.gitignore';
const EVERYTHING = '*\n';

/** @throws Fatal when the folder holds files of somebody else, because a run clears and overwrites what it finds there */
export function makeFolder(folder: string): void {
  const foreign = foreignFileIn(folder);
  if (foreign !== undefined) {
    throw new Fatal('usage', `${folder} holds ${foreign} and is no state folder.`, {
      advice: 'Name an empty or a new folder with --state.',
    });
  }
  makeFolders(folder, 0o700);
  if (!isIgnored(folder)) writePrivate(join(folder, IGNORED), EVERYTHING);
}

/** What somebody else has written there stays; a run that was killed may have left half of it. */
function isIgnored(folder: string): boolean {
  const found = statSync(join(folder, IGNORED), { throwIfNoEntry: false });
  return found !== undefined && found.size >= EVERYTHING.length;
}

/** One of its files, unless an earlier run has made the folder, or begun to. */
function foreignFileIn(folder: string): string | undefined {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return undefined;
  const files = readdirSync(folder);
  return files.includes(STATE_FILE) ? undefined : files.find((file) => file !== IGNORED);
}

/** Writes a file that its owner alone can read. */
export function writePrivate(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
}
