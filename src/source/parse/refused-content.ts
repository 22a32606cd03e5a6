/** Which content cannot be read in this version? Better one clear sentence than a million broken lines. */
import type { Buffer } from 'node:buffer';
import { SourceError } from '../source.ts';

/** Where the text starts: behind a UTF-8 byte order mark. Throws for what is known to be no JSON in UTF-8. */
export function contentStart(bytes: Buffer, length: number, source: string): number {
  const content = bytes.subarray(0, length);
  if (startsWith(content, 0, [0xef, 0xbb, 0xbf])) return 3;
  const encoding = wideEncoding(content);
  if (encoding !== undefined) {
    throw new SourceError(`${source}: this is ${encoding} text, JSON is read as UTF-8 only.`, {
      advice: `Convert it: iconv -f ${encoding} -t UTF-8`,
    });
  }
  const isBrotli = source.endsWith('.br') && content[0] !== 0x7b && content[0] !== 0x5b;
  const foreign = isBrotli ? BROTLI : FOREIGN.find(({ at = 0, magic }) => startsWith(content, at, magic));
  if (foreign !== undefined) throw new SourceError(`${source}: ${foreign.problem}.`, { advice: foreign.advice });
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

interface Foreign {
  readonly magic: readonly number[];
  /** Where the magic bytes stand, if not at the start. */
  readonly at?: number;
  readonly problem: string;
  readonly advice: string;
}

/** Brotli has no magic bytes; there it is the name that tells. */
const BROTLI: Foreign = later([], 'brotli', 'brotli -d');

const FOREIGN: readonly Foreign[] = [
  later([0x28, 0xb5, 0x2f, 0xfd], 'zstd', 'zstd -d'),
  packed([0x1f, 0x8b], 'gzip data inside gzip data', 'gunzip'),
  packed([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], 'xz data', 'xz -d'),
  packed([0x42, 0x5a, 0x68], 'bzip2 data', 'bunzip2'),
  packed([0x50, 0x4b, 0x03, 0x04], 'a zip archive', 'unzip'),
  { ...packed([0x75, 0x73, 0x74, 0x61, 0x72], 'a tar archive', 'tar -xf'), at: 257 },
  { magic: [0x50, 0x41, 0x52, 0x31], problem: 'this is a Parquet file', advice: 'Export it as NDJSON first.' },
];

function later(magic: readonly number[], format: string, command: string): Foreign {
  return {
    magic,
    problem: `${format} is not available in this version`,
    advice: `Unpack it first (${command}), or pack it with gzip.`,
  };
}

function packed(magic: readonly number[], what: string, command: string): Foreign {
  return { magic, problem: `this is ${what}`, advice: `Unpack it first (${command}).` };
}

function startsWith(content: Buffer, at: number, magic: readonly number[]): boolean {
  return content.length >= at + magic.length && magic.every((byte, i) => content[at + i] === byte);
}
