/** How is a path shown to people in a folder? From there where it lies in it, else whole. */
import path, { type PlatformPath } from 'node:path';

/** @param rules those of another system, for tests */
export function shownFrom(folder: string, file: string, rules: Pick<PlatformPath, 'relative' | 'sep'> = path): string {
  const inside = rules.relative(folder, file);
  // From one drive to another there is no way but the whole path, which `relative` answers with.
  return inside === '' ? '.' : inside === '..' || inside.startsWith(`..${rules.sep}`) ? file : inside;
}
