/** How does a file take the name of another one? At once; where Windows refuses it for a moment, a little later. */
import { renameSync } from 'node:fs';

/** Waits between two attempts, in milliseconds: about two seconds in all. */
const WAITS = [10, 20, 40, 80, 160, 320, 640, 640];
/** What Windows says of a file that a virus scanner, an indexer or a viewer has open. */
const PASSING: readonly unknown[] = ['EPERM', 'EACCES', 'EBUSY'];

/** @throws what the operating system says; on Windows once it has been asked for two seconds */
export function renameOver(
  from: string,
  to: string,
  platform: NodeJS.Platform = process.platform,
  rename: (from: string, to: string) => void = renameSync,
): void {
  for (const wait of platform === 'win32' ? WAITS : []) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (!PASSING.includes((error as NodeJS.ErrnoException).code)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
    }
  }
  rename(from, to);
}
