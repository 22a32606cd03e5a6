/** Which content cannot be read in this version? Better one clear sentence than a million broken lines. */
import type { Buffer } from 'node:buffer';
import { SourceError } from '../source.ts';

/** Where the text starts: behind a UTF-8 byte order mark. Throws for what is known to be no JSON in UTF-8. */
export function contentStart(bytes: Buffer, length: number, source: string): number {
  const content = bytes.subarray(0, length);
  if (startsWith(content, 0, [0xef, 0xbb, 0xbf])) return 3;
  const encoding = wideEncoding(content);
  if (encoding !== undefined) {
    throw new SourceError(
      `${source}: this is ${encoding} text, JSON is read as UTF-8 only. Convert it first: iconv -f ${encoding} -t UTF-8`,
    );
  }
  const foreign = FOREIGN.find(({ at = 0, magic }) => startsWith(content, at, magic));
  if (foreign !== undefined) throw new SourceError(`${source}: ${foreign.problem}`);
  if (source.endsWith('.br') && content[0] !== 0x7b && content[0] !== 0x5b) {
    throw new SourceError(`${source}: ${notAvailable('brotli', 'brotli -d')}`);
  }
  return 0;
}

/** UTF-16 and UTF-32, by their byte order mark or by the zeros in a first ASCII character. */
function wideEncoding(content: Buffer): string | undefined {
  if (startsWith(content, 0, [0xff, 0xfe, 0, 0])) return 'UTF-32LE';
  if (startsWith(content, 0, [0, 0, 0xfe, 0xff])) return 'UTF-32BE';
  if (startsWith(content, 0, [0xff, 0xfe])) return 'UTF-16LE';
  if (startsWith(content, 0, [0xfe, 0xff])) return 'UTF-16BE';
  const isMark = (byte: number | undefined): boolean => byte === 0x7b || byte === 0x5b;
  if (isMark(content[0]) && content[1] === 0) return content[2] === 0 && content[3] === 0 ? 'UTF-32LE' : 'UTF-16LE';
  if (content[0] === 0 && isMark(content[1])) return 'UTF-16BE';
  return undefined;
}

const FOREIGN: readonly { readonly at?: number; readonly magic: readonly number[]; readonly problem: string }[] = [
  { magic: [0x28, 0xb5, 0x2f, 0xfd], problem: notAvailable('zstd', 'zstd -d') },
  { magic: [0x1f, 0x8b], problem: 'this is gzip data inside gzip data. Unpack it once more first (`gunzip`).' },
  { magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], problem: 'this is xz data. Unpack it first (`xz -d`).' },
  { magic: [0x42, 0x5a, 0x68], problem: 'this is bzip2 data. Unpack it first (`bunzip2`).' },
  {
    magic: [0x50, 0x4b, 0x03, 0x04],
    problem: 'this is a zip archive. Unpack it first (`unzip`) and name the files in it.',
  },
  {
    at: 257,
    magic: [0x75, 0x73, 0x74, 0x61, 0x72],
    problem: 'this is a tar archive. Unpack it first (`tar -xf`) and name the files in it.',
  },
  { magic: [0x50, 0x41, 0x52, 0x31], problem: 'this is a Parquet file. Export it as NDJSON first.' },
];

function notAvailable(format: string, command: string): string {
  return `${format} is not available in this version. Unpack it first (\`${command}\`), or pack it with gzip.`;
}

function startsWith(content: Buffer, at: number, magic: readonly number[]): boolean {
  return content.length >= at + magic.length && magic.every((byte, i) => content[at + i] === byte);
}
