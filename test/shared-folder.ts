// Where are the public data sets and suites that are too large for the repository?
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** A folder of them, named by `REMODEL_SHARED` or beside the project; `undefined` when it is absent. */
export function sharedFolder(name: string): string | undefined {
  const folder = resolve(root, process.env['REMODEL_SHARED'] ?? '../shared', name);
  return existsSync(folder) ? folder : undefined;
}
