/**
 * Is this text a document? Puts the JSON object of one record on the tape. Text without white space between its tokens
 * is indexed where it lies; other text is copied into the scratch bytes without it and indexed there, so that every
 * document on a tape is minified.
 */
import { Buffer, isUtf8 } from 'node:buffer';
import { kindName } from './decode.ts';
import { INVALID, refusal, refuse, SPACED } from './refusal.ts';
import { OBJECT, SCRATCH, type Tape, type Value } from './tape.ts';
import { tokenize } from './tokenize.ts';

/** Why a record is no document. */
export interface Unreadable {
  /** Offset within `bytes` of what does not fit. */
  readonly at: number;
  /** What was found and what was expected. */
  readonly problem: string;
}

/**
 * The document in `bytes[start..end)`; the tape must have begun with these bytes as its text, `bytes[end]` must be readable.
 * @param checked whether the bytes are known to be UTF-8.
 */
export function parseDocument(
  tape: Tape,
  bytes: Buffer,
  start: number,
  end: number,
  checked: boolean,
): Value | Unreadable {
  if (!checked && !isUtf8(bytes.subarray(start, end))) return invalidUtf8(bytes, start, end);
  const value = parseValue(tape, bytes, start, end);
  if (typeof value !== 'number') return value;
  if (tape.kind(value) === OBJECT) return value;
  return { at: start, problem: `a document must be a JSON object, found ${kindName(tape, value)}` };
}

/** Any JSON value in `bytes[start..end)`, known to be UTF-8. */
export function parseValue(tape: Tape, bytes: Buffer, start: number, end: number): Value | Unreadable {
  let value = tokenize(tape, bytes, start, end, 0);
  if (value >= 0) return value;
  if (value === INVALID) return { at: refusal.at, problem: refusal.problem };
  const scratch = tape.reserveScratch(end - start);
  const from = tape.scratchLength;
  const to = compact(bytes, start, end, scratch, from);
  scratch[to] = 10;
  tape.scratchLength = to;
  value = tokenize(tape, scratch, from, to, SCRATCH);
  if (value >= 0) return value;
  // A blank that is left stands between two tokens that may not: it is the second one that does not fit.
  if (value === SPACED) refuse(scratch, refusal.at + 1, to, refusal.problem);
  let at = placeBefore(bytes, start, end, refusal.at - from);
  if (scratch[refusal.at] === 32) while (IS_SPACE[bytes[at - 1]!] === 1) at--;
  return { at, problem: refusal.problem };
}

/**
 * Copies text without the white space between its tokens; returns the end of the copy. Where dropping it would join two
 * tokens into one (`1 2`), a blank stays, for the tokenizer to refuse.
 */
function compact(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  let write = at;
  let position = start;
  while (position < end) {
    const byte = from[position]!;
    if (byte === 34) {
      const close = endOfString(from, position, end);
      while (position < close) to[write++] = from[position++]!;
    } else if (IS_SPACE[byte] === 0) {
      to[write++] = byte;
      position++;
    } else {
      while (position < end && IS_SPACE[from[position]!] === 1) position++;
      if (write > at && position < end && IS_MARK[to[write - 1]!] === 0 && IS_MARK[from[position]!] === 0)
        to[write++] = 32;
    }
  }
  return write;
}

function endOfString(bytes: Uint8Array, open: number, end: number): number {
  let at = open + 1;
  while (at < end && bytes[at] !== 34) at += bytes[at] === 92 ? 2 : 1;
  return Math.min(at + 1, end);
}

/** Where in the spaced text the byte stands that became byte `kept` of its copy. */
function placeBefore(bytes: Buffer, start: number, end: number, kept: number): number {
  const copy = Buffer.alloc(end - start + 1);
  let low = start;
  let high = end;
  // The copy of a longer prefix is never shorter.
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compact(bytes, start, middle + 1, copy, 0) > kept) high = middle;
    else low = middle + 1;
  }
  return low;
}

function invalidUtf8(bytes: Buffer, start: number, end: number): Unreadable {
  let low = start;
  let high = end;
  // The longest beginning that is UTF-8; another may be cut off inside a character, of which three bytes can be there.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (validLength(bytes, start, middle) < 0) high = middle - 1;
    else low = middle;
  }
  const at = validLength(bytes, start, low);
  return { at, problem: `not valid UTF-8 (byte 0x${hexOf(bytes[at]!)}); is the file in another encoding?` };
}

/** Where UTF-8 ends that ends at `end` or up to three bytes before; -1 if there is none. */
function validLength(bytes: Buffer, start: number, end: number): number {
  for (let at = end; at >= Math.max(start, end - 3); at--) if (isUtf8(bytes.subarray(start, at))) return at;
  return -1;
}

function hexOf(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}

const IS_SPACE = new Uint8Array(256);
for (const byte of [32, 9, 10, 13]) IS_SPACE[byte] = 1;
/** Bytes beside which white space may go without joining tokens. */
const IS_MARK = new Uint8Array(256);
for (const mark of '{}[],:') IS_MARK[mark.charCodeAt(0)] = 1;
