/** What is the text of a file that belongs to a plan? */
import { readFileSync, statSync } from 'node:fs';

/** Why a file has no text to be used: a sentence without an end. */
export class FileTextError extends Error {
  override readonly name = 'FileTextError';
}

/** Larger than any schema or script written by people. */
const LARGEST = 16 * 1024 ** 2;

/** @param isForbidden everything that may be read has been handed over. @throws FileTextError */
export function textOfFile(path: string, isForbidden: boolean): string {
  // Another thread has read all that the plan needs, so that this thread needs something else: it may not go on.
  if (isForbidden) throw new FileTextError('it is not among the files that were read with the plan');
  try {
    const { size } = statSync(path);
    if (size > LARGEST) throw new FileTextError(`it has ${size} bytes, and at most ${LARGEST} are read`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof FileTextError) throw error;
    if (error instanceof TypeError) throw new FileTextError('it is not UTF-8');
    throw new FileTextError(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES' || code === 'EPERM') return 'permission is denied';
  return error instanceof Error ? error.message : String(error);
}
