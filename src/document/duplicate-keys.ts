/**
 * Does an object name a property twice? RFC 8259 leaves the meaning of that open and Cosmos DB would keep one value,
 * so it must be noticed. Works on the words of a tape while its text is being tokenized.
 */
import { Buffer } from 'node:buffer';
import { ESCAPED } from './tape.ts';

/** Whether the key at `at` repeats an earlier one of the object at `object` (both offsets into `words`). No key has escapes. */
export function repeatsKey(words: Int32Array, bytes: Uint8Array, object: number, at: number): boolean {
  const hash = words[at + 2]!;
  for (let other = object + 4; other < at; other = words[other + 6]! * 4) {
    if (words[other + 2] === hash && sameBytes(bytes, words[other]!, words[other + 1]!, words[at]!, words[at + 1]!))
      return true;
  }
  return false;
}

/** Whether any key of the object at `object`, whose entries end at `end`, comes twice; escapes are resolved. */
export function repeatsAnyKey(words: Int32Array, bytes: Uint8Array, object: number, end: number): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = new Set<string>();
  let count = 0;
  for (let key = object + 4; key < end; key = words[key + 6]! * 4) {
    const written = text.toString('utf8', words[key], words[key + 1]);
    names.add((words[key + 3]! & ESCAPED) === 0 ? written.slice(1, -1) : (JSON.parse(written) as string));
    count++;
  }
  return names.size < count;
}

function sameBytes(bytes: Uint8Array, start: number, end: number, otherStart: number, otherEnd: number): boolean {
  if (end - start !== otherEnd - otherStart) return false;
  for (let i = 0; i < end - start; i++) if (bytes[start + i] !== bytes[otherStart + i]) return false;
  return true;
}
