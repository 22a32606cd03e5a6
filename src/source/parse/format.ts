/** Is this NDJSON, one array, one object, or values one after the other? Decided by the content, never by the name. */
import type { Buffer } from 'node:buffer';
import { parseValue } from '../../document/parse.ts';
import { Tape } from '../../document/tape.ts';
import type { SourceFormat } from '../../plan/plan.ts';
import { ValueScan } from './value-scan.ts';

/**
 * The format of a file of which `bytes[start..length)` is the beginning; `bytes[length]` is free for a sentinel. One
 * object over many lines is the first of values one after the other: whether more come, its reader will see.
 */
export function formatOf(bytes: Buffer, start: number, length: number): Exclude<SourceFormat, 'object'> {
  const first = nonBlank(bytes, start, length);
  const byte = bytes[first];
  // No JSON begins with a slash.
  if (byte === 47 && (bytes[first + 1] === 47 || bytes[first + 1] === 42)) return 'jsonc';
  if (first === length || (byte !== 123 && byte !== 91)) return 'ndjson';
  const end = endOfValue(bytes, first, length);
  const newline = bytes.subarray(0, length).indexOf(10, first);
  const lineEnd = newline < 0 ? length : newline;
  const next = end < 0 ? length : nonBlank(bytes, end, length);
  if (end >= 0 && end <= lineEnd) {
    // Whether a whole array is the file or a record, the next line tells.
    if (byte === 91) return next > lineEnd && next < length && beginsValue(bytes, next) ? 'ndjson' : 'array';
    return next < lineEnd && opens(bytes, next) ? 'concatenated' : 'ndjson';
  }
  if (byte === 91) return 'array';
  return goesOn(bytes, first, lineEnd, length) ? 'concatenated' : 'ndjson';
}

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
  if (!mayBegin(bytes, first, next + 1)) return false;
  // Behind a record that was cut off before a value, the next one could be that value; what follows then tells.
  const newline = bytes.subarray(0, length).indexOf(10, next);
  const end = bytes[next] === 123 && newline >= 0 ? endOfValue(bytes, next, length) : -1;
  if (end < 0 || end > newline) return true;
  const third = nonBlank(bytes, newline, length);
  return third === length || mayBegin(bytes, first, third + 1);
}

/** Whether some JSON begins so. */
function mayBegin(bytes: Buffer, first: number, end: number): boolean {
  const tape = new Tape();
  tape.begin(bytes);
  const value = parseValue(tape, bytes, first, end);
  return typeof value === 'number' || value.at === end;
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
