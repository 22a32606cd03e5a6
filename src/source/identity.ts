/** Is a file still the one that was read? Its size, its time and its two ends tell, without reading all of it. */
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { SourceIdentity } from './source.ts';

/** Bytes of each end. */
const END = 64 * 1024;

/** @param path where the file is; a stream has no place, a pipe or device no size */
export async function identityOf(
  source: string,
  path: string | undefined,
  size: number | undefined,
): Promise<SourceIdentity> {
  if (path === undefined || size === undefined) return { source };
  const file = await open(path, 'r');
  try {
    const status = await file.stat();
    const [head, tail] = identityEnds(status.size);
    return {
      source,
      size: status.size,
      modifiedAt: status.mtimeMs,
      head: await hashOf(file, ...head),
      tail: await hashOf(file, ...tail),
    };
  } finally {
    await file.close();
  }
}

/** Where the first and the last bytes of a file of this size begin that tell it from another, and how many they are. */
export function identityEnds(
  size: number,
): readonly [head: readonly [number, number], tail: readonly [number, number]] {
  const length = Math.min(END, size);
  return [
    [0, length],
    [size - length, length],
  ];
}

export async function hashOf(file: FileHandle, from: number, length: number): Promise<string> {
  const bytes = Buffer.alloc(length);
  let got = 0;
  for (let read = -1; got < length && read !== 0; got += read)
    ({ bytesRead: read } = await file.read(bytes, got, length - got, from + got));
  return createHash('sha256').update(bytes.subarray(0, got)).digest('hex');
}
