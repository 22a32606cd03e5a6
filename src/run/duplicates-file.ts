/**
 * Where do people find the documents that others stand for? In one file beside the rejects, whichever steps have taken
 * them out. It is made anew with what steps know, so that it is whole from the first document on, also of a run that goes on.
 */
import { Buffer } from 'node:buffer';
import { closeSync, copyFileSync, linkSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DUPLICATES } from './contests/duplicates.ts';

export interface Duplicates {
  /** Absent where there are none. */
  readonly file: string | undefined;
  readonly lines: number;
}

/** Puts the lines of all files, one after the other, into one, if there are any. @param into is not read otherwise */
export async function joinDuplicates(files: readonly string[], into: string): Promise<Duplicates> {
  const filled = files.filter((file) => statSync(file).size > 0);
  if (filled.length === 0) return { file: undefined, lines: 0 };
  let lines = 0;
  // One alone is joined already.
  const joined = filled.length === 1 ? undefined : openSync(into, 'w', 0o600);
  try {
    for (const file of filled) {
      for await (const piece of piecesOf(file)) {
        lines += linesIn(piece);
        if (joined !== undefined) for (let at = 0; at < piece.length;) at += writeSync(joined, piece, at);
      }
    }
  } finally {
    if (joined !== undefined) closeSync(joined);
  }
  return { file: joined === undefined ? filled[0] : into, lines };
}

/** Takes the place of the file that an earlier run has left; without lines there is none. */
export function placeDuplicates({ file }: Duplicates, stateFolder: string): void {
  const path = join(stateFolder, DUPLICATES);
  rmSync(path, { force: true });
  if (file === undefined) return;
  try {
    // Nothing writes into it any more.
    linkSync(file, path);
  } catch {
    // Not every file system has two names for one file.
    copyFileSync(file, path);
  }
}

/** Bytes that are read at once. */
const PIECE = 1 << 20;

/** What stands in a file; each piece holds until the next one. Between them others get their turn. */
async function* piecesOf(path: string): AsyncGenerator<Buffer, void, undefined> {
  const file = openSync(path, 'r');
  const buffer = Buffer.allocUnsafe(PIECE);
  try {
    for (;;) {
      const read = readSync(file, buffer, 0, PIECE, null);
      if (read === 0) return;
      yield buffer.subarray(0, read);
      await setImmediate();
    }
  } finally {
    closeSync(file);
  }
}

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) lines++;
  return lines;
}

const LINE_END = 10;
