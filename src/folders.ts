/** How is a folder made, with those above it? One by one: the runtime's own way never ends where a parent exists but takes no folders, as /proc. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes the folder unless it is there; `mode` holds for those that are made. Throws what the operating system says. */
export function makeFolders(folder: string, mode?: number): void {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const one of missing) makeFolder(one, mode);
}

/** Another process may make it at the same time. */
function makeFolder(folder: string, mode: number | undefined): void {
  try {
    mkdirSync(folder, mode === undefined ? {} : { mode });
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}
