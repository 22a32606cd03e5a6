/** How does a file go on where a run was stopped? What was written behind the last commit is cut off. */
import { Buffer } from 'node:buffer';
import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
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

/**
 * The same for a file of lines, whose end must be one. Where a machine lost power, a file system may know the length of
 * a file without having its bytes, and gives zeros in their place; JSON has none. What was written longer ago has been
 * brought to the disk meanwhile.
 */
export function reopenLines(path: string, length: number): number {
  const file = reopenFile(path, length);
  if (length === 0 || endsAsLines(file, length)) return file;
  closeSync(file);
  throw damaged(`${path} does not hold what the run had written into it when it stopped.`);
}

/** Bytes that may not be on the disk yet, and those that are looked at together. */
const LOOKED_AT = 64 << 20;
const PIECE = 1 << 20;
const LINE_END = 10;

function endsAsLines(file: number, length: number): boolean {
  const piece = Buffer.allocUnsafe(Math.min(PIECE, length));
  let last = 0;
  for (let at = Math.max(0, length - LOOKED_AT); at < length;) {
    const read = readSync(file, piece, 0, Math.min(piece.length, length - at), at);
    if (read === 0 || piece.subarray(0, read).includes(0)) return false;
    last = piece[read - 1]!;
    at += read;
  }
  return last === LINE_END;
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
