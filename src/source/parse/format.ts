/** Is this NDJSON, one array or one object? Decided by the content, never by the name. */
import type { Buffer } from 'node:buffer';
import { parseValue } from '../../document/parse.ts';
import { Tape } from '../../document/tape.ts';
import { SourceError } from '../source.ts';
import type { Cutter } from './cutter.ts';
import { ElementCutter } from './element-cutter.ts';
import { LineCutter } from './line-cutter.ts';
import { SEVERAL_VALUES, SEVERAL_VALUES_ADVICE } from './unexpected.ts';
import { ValueScan } from './value-scan.ts';

/** The cutter for a file of which `bytes[start..length)` is the beginning; `bytes[length]` is free for a sentinel. */
export function cutterFor(source: string, bytes: Buffer, start: number, length: number, maxDocument: number): Cutter {
  const format = formatOf(bytes, start, length);
  if (format === 'lines') return new LineCutter(maxDocument);
  if (format === 'array' || format === 'object')
    return new ElementCutter(format === 'array' ? 'element' : 'object', maxDocument);
  throw new SourceError(`${source}: ${format.problem}.`, { advice: format.advice });
}

function formatOf(bytes: Buffer, start: number, length: number): 'lines' | 'array' | 'object' | Unavailable {
  const first = nonBlank(bytes, start, length);
  const byte = bytes[first];
  if (byte === 47 && (bytes[first + 1] === 47 || bytes[first + 1] === 42)) {
    return {
      problem: 'it begins with a comment, and jsonc is not available in this version',
      advice: 'Remove the comments.',
    };
  }
  if (first === length || (byte !== 123 && byte !== 91)) return 'lines';
  const end = endOfValue(bytes, first, length);
  const newline = bytes.subarray(0, length).indexOf(10, first);
  const lineEnd = newline < 0 ? length : newline;
  const next = end < 0 ? length : nonBlank(bytes, end, length);
  if (end >= 0 && end <= lineEnd) {
    // Two values on the only line; among other lines it is a broken record.
    if (next < lineEnd && opens(bytes, next) && nonBlank(bytes, lineEnd, length) === length) return SEVERAL;
    // Whether a whole array is the file or a record, the next line tells.
    return byte === 91 && !(next < length && beginsValue(bytes, next)) ? 'array' : 'lines';
  }
  if (byte === 123 && !goesOn(bytes, first, lineEnd, length)) return 'lines';
  if (next < length && opens(bytes, next)) return SEVERAL;
  return byte === 123 ? 'object' : 'array';
}

interface Unavailable {
  readonly problem: string;
  readonly advice: string;
}

const SEVERAL: Unavailable = { problem: SEVERAL_VALUES, advice: SEVERAL_VALUES_ADVICE };

/** Where the value that starts at `first` ends, -1 if that is not to be seen. */
function endOfValue(bytes: Buffer, first: number, length: number): number {
  bytes[length] = 34;
  return new ValueScan().scan(bytes, first, length);
}

/**
 * Whether a first line that is no whole object goes on in the next one. If no JSON can begin with both, it is a broken
 * record among others.
 */
function goesOn(bytes: Buffer, first: number, lineEnd: number, length: number): boolean {
  const next = nonBlank(bytes, lineEnd, length);
  if (next === length) return false;
  const tape = new Tape();
  tape.begin(bytes);
  const value = parseValue(tape, bytes, first, next + 1);
  return typeof value === 'number' || value.at === next + 1;
}

function nonBlank(bytes: Buffer, from: number, length: number): number {
  let position = from;
  while (
    position < length &&
    (bytes[position] === 32 || bytes[position] === 10 || bytes[position] === 13 || bytes[position] === 9)
  )
    position++;
  return position;
}

function opens(bytes: Buffer, position: number): boolean {
  return bytes[position] === 123 || bytes[position] === 91;
}

function beginsValue(bytes: Buffer, position: number): boolean {
  return /[[{"\-0-9tfn]/.test(String.fromCharCode(bytes[position]!));
}
