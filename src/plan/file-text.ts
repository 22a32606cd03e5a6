/** What is the text of a file that belongs to a plan? */
import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** Why a file has no text to be used: a sentence without an end. */
export class FileTextError extends Error {
  override readonly name = 'FileTextError';
}

/** Larger than any schema or script written by people. */
const LARGEST = 16 * 1024 ** 2;
const CHUNK = 64 * 1024;

/** @param isForbidden everything that may be read has been handed over. @throws FileTextError */
export function textOfFile(path: string, isForbidden: boolean): string {
  // Another thread has read all that the plan needs, so that this thread needs something else: it may not go on.
  if (isForbidden) throw new FileTextError('it is not among the files that were read with the plan');
  try {
    const { size } = statSync(path);
    if (size > LARGEST) throw new FileTextError(`it has ${size} bytes, and at most ${LARGEST} are read`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readBeginning(path));
  } catch (error) {
    if (error instanceof FileTextError) throw error;
    if (error instanceof TypeError) throw new FileTextError('it is not UTF-8');
    throw new FileTextError(reasonOf(error));
  }
}

/** What comes out of a pipe or a device has no size beforehand, and maybe no end. */
function readBeginning(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let length = 0; ;) {
      const chunk = Buffer.alloc(CHUNK);
      const read = readSync(file, chunk);
      if (read === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, read));
      length += read;
      if (length > LARGEST) throw new FileTextError(`it has more than ${LARGEST} bytes`);
    }
  } finally {
    closeSync(file);
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES' || code === 'EPERM') return 'permission is denied';
  return error instanceof Error ? error.message : String(error);
}
