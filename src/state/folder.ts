/** Where does a run keep what it leaves? In one folder that only its owner can read and that git ignores. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `.remodel/<plan name>` beside the plan. */
export function defaultStateFolder(planFile: string, planName: string): string {
  return join(dirname(planFile), '.remodel', planName);
}

export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writePrivate(join(folder, '.gitignore'), '*\n');
}

/** Writes a file that its owner alone can read. */
export function writePrivate(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
}
