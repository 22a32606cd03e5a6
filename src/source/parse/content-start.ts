/** Where does the text of a file start, and is it text that can be JSON? Better one clear sentence than a million broken lines. */
import type { Buffer } from 'node:buffer';
import { SourceError } from '../source.ts';
import type { Compression } from './compression.ts';
import { foreignBinary, type Foreign } from './foreign-binary.ts';
import { foreignText } from './foreign-text.ts';

export interface Content {
  readonly source: string;
  /** How the file was compressed, in which this is the content. */
  readonly compression: Compression | undefined;
  /** Whether the plan says what the file holds, so that only what can be no JSON at all is refused. */
  readonly isSaid: boolean;
}

/** Behind a UTF-8 byte order mark, if there is one. @throws SourceError for what is known to be no JSON in UTF-8 */
export function contentStart(bytes: Buffer, length: number, { source, compression, isSaid }: Content): number {
  const content = bytes.subarray(0, length);
  const start = content.length > 2 && content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf ? 3 : 0;
  const binary = start > 0 ? undefined : (foreignBinary(content) ?? wideText(content));
  // Spreadsheets put the mark in front of their tables.
  const foreign = binary ?? (isSaid ? undefined : foreignText(content.subarray(start)));
  if (foreign === undefined) return start;
  const inside = compression === undefined ? '' : ` inside ${compression} data`;
  throw new SourceError(`${source}: this is ${foreign.what}${inside}.`, { advice: foreign.advice });
}

/** UTF-16 and UTF-32, by their byte order mark or by the zeros beside the first ASCII characters. */
function wideText(content: Buffer): Foreign | undefined {
  const encoding = wideEncoding(content);
  if (encoding === undefined) return undefined;
  const what = `${encoding} text, while JSON is read as UTF-8`;
  return { what, advice: `Convert it: iconv -f ${encoding} -t UTF-8` };
}

function wideEncoding(content: Buffer): string | undefined {
  const starts = (...magic: readonly number[]): boolean => magic.every((byte, i) => content[i] === byte);
  if (starts(0xff, 0xfe, 0, 0)) return 'UTF-32LE';
  if (starts(0, 0, 0xfe, 0xff)) return 'UTF-32BE';
  if (starts(0xff, 0xfe)) return 'UTF-16LE';
  if (starts(0xfe, 0xff)) return 'UTF-16BE';
  const shape = Array.from(content.subarray(0, 4), shapeOf).join('');
  return SHAPES[shape] ?? SHAPES[shape.slice(0, 2)];
}

/** `a` for ASCII that text begins with, `0` for a zero. */
function shapeOf(byte: number): string {
  if (byte === 0) return '0';
  return (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13 ? 'a' : '?';
}

const SHAPES: Readonly<Record<string, string>> = {
  a000: 'UTF-32LE',
  '000a': 'UTF-32BE',
  a0: 'UTF-16LE',
  '0a': 'UTF-16BE',
};
