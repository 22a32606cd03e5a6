/** How does text become a JSON string without being decoded first? Byte by byte, as JSON.stringify would write it. */
import type { Buffer } from 'node:buffer';
import type { OutputBuffer } from './output-buffer.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const BLANK = 32;
/** What a byte becomes at most: `\u001f`. */
const LONGEST = 6;
/** Up to so many bytes, room for the worst is cheaper than counting. */
const SHORT = 1 << 14;

/** Appends UTF-8 text as a JSON string, quotes included. */
export function appendJsonString(output: OutputBuffer, text: Buffer): void {
  output.reserve(2 + (text.length <= SHORT ? text.length * LONGEST : lengthOf(text)));
  const { bytes } = output;
  let at = output.length;
  bytes[at++] = QUOTE;
  for (let i = 0; i < text.length; i++) {
    const byte = text[i]!;
    if (byte < BLANK) {
      at += bytes.write(CONTROL[byte]!, at, 'latin1');
      continue;
    }
    if (byte === QUOTE || byte === BACKSLASH) bytes[at++] = BACKSLASH;
    bytes[at++] = byte;
  }
  bytes[at++] = QUOTE;
  output.length = at;
}

/** How long it is once it is escaped, without quotes. */
function lengthOf(text: Buffer): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const byte = text[i]!;
    if (byte < BLANK) length += CONTROL[byte]!.length - 1;
    else if (byte === QUOTE || byte === BACKSLASH) length++;
  }
  return length;
}

/** How control characters are written. */
const CONTROL: readonly string[] = Array.from({ length: BLANK }, (_, byte) =>
  JSON.stringify(String.fromCharCode(byte)).slice(1, -1),
);
