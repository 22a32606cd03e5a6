/** Is this file compressed, and how? gzip and zstd say so themselves; brotli has no mark, so there it is the name. */
import type { Buffer } from 'node:buffer';

export const COMPRESSIONS = ['gzip', 'zstd', 'brotli'] as const;
export type Compression = (typeof COMPRESSIONS)[number];

/** @param bytes its beginning */
export function compressionOf(bytes: Buffer, length: number, source: string): Compression | undefined {
  const content = bytes.subarray(0, length);
  // Deflate is the only method that gzip has.
  if (length > 2 && content[0] === 0x1f && content[1] === 0x8b && content[2] === 8) return 'gzip';
  if (isFrame(content)) return 'zstd';
  return /\.(br|brotli)$/i.test(source) && length > 0 && !isText(content) ? 'brotli' : undefined;
}

/** Whether the bytes begin with a frame of zstd, or with one that decoders pass over. */
function isFrame(content: Buffer): boolean {
  if (content.length < 4) return false;
  const magic = content.readUInt32LE(0);
  return magic === FRAME || (magic & 0xfffffff0) >>> 0 === SKIPPED_FRAME;
}

export const FRAME = 0xfd2fb528;
export const SKIPPED_FRAME = 0x184d2a50;

/** Bytes that are looked at for what no text has. */
const LOOKED_AT = 512;

/** Whether it can be JSON under the name of something compressed, as files have that were unpacked and kept their name. */
function isText(content: Buffer): boolean {
  // No document has one byte, while nothing at all has in brotli.
  if (content.length < 2) return false;
  const isMarked = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
  const beginning = content.subarray(isMarked ? 3 : 0, LOOKED_AT);
  const first = beginning.find((byte) => byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9);
  if (first === undefined || !/[[{"\-0-9tfn/]/.test(String.fromCharCode(first))) return false;
  return beginning.every((byte) => byte >= 32 || byte === 10 || byte === 13 || byte === 9);
}
