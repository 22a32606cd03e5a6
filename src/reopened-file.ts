/** How does a file go on where a run was stopped? What was written behind the last commit is cut off. */
import { closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { Fatal } from './errors.ts';

/**
 * Opens a file for writing behind its first `length` bytes; answers with its descriptor.
 * @throws Fatal when it is gone or has fewer: what a commit describes was there
 */
export function reopenFile(path: string, length: number): number {
  const file = open(path);
  const { size } = fstatSync(file);
  if (size >= length) {
    ftruncateSync(file, length);
    return file;
  }
  closeSync(file);
  throw damaged(`${path} has ${size} bytes, and the run had written ${length} of them when it stopped.`);
}

function open(path: string): number {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw damaged(`${path} is gone, and the run had written into it when it stopped.`);
  }
}

/** A file does not hold what a commit says of it. */
export function damaged(message: string): Fatal {
  return new Fatal('fatal', message, {
    advice: 'Something else has changed it, or the machine lost power: begin anew with --fresh.',
  });
}
