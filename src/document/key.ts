/**
 * Which property is meant? A key is the name of a property, prepared once so that it can be found on a tape by
 * comparing bytes. The hash on the tape covers length, first, middle and last byte: enough to rule out nearly all
 * other keys, cheap enough for every key of every document.
 */
import { Buffer } from 'node:buffer';
import { ESCAPED, ESCAPED_KEY, type Tape, type Value } from './tape.ts';
import { textOf } from './decode.ts';
import { addText } from './literal.ts';

export interface Key {
  readonly name: string;
  /** The name's UTF-8, as it stands between the quotes of a key without escapes. */
  readonly bytes: Buffer;
  readonly hash: number;
  /** The document for which `entry` holds, see `keyEntry`. */
  serial: number;
  entry: Value;
}

export function keyOf(name: string): Key {
  const bytes = Buffer.from(name, 'utf8');
  return { name, bytes, hash: hashOf(bytes, 0, bytes.length), serial: -1, entry: -1 };
}

/** The key as an entry of the tape, to be written into an object; appended once a document. */
export function keyEntry(tape: Tape, key: Key): Value {
  if (key.serial !== tape.serial) {
    key.entry = addText(tape, key.name);
    tape.words[key.entry * 4 + 2] = tape.is(key.entry, ESCAPED) ? ESCAPED_KEY : key.hash;
    key.serial = tape.serial;
    if (key.name.startsWith('_')) tape.hasUnderscoreKeys = true;
  }
  return key.entry;
}

/** The hash of the key whose bytes, without its quotes, are `bytes[start..end)`; 0 and up. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length === 0) return 0;
  return (
    (length * 0x2f0b + bytes[start]! * 0x51f + bytes[end - 1]! * 0x2d9 + bytes[start + (length >> 1)]! * 0x18b) &
    0x7fffffff
  );
}

/** Whether the key at `entry` of the tape is this one. */
export function isKey(tape: Tape, entry: Value, key: Key): boolean {
  const words = tape.words;
  const at = entry * 4;
  const hash = words[at + 2]!;
  if (hash !== key.hash) return hash === ESCAPED_KEY && textOf(tape, entry) === key.name;
  const name = key.bytes;
  const from = words[at]! + 1;
  if (words[at + 1]! - 1 - from !== name.length) return false;
  const bytes = tape.bytesOf(entry);
  for (let i = 0; i < name.length; i++) if (bytes[from + i] !== name[i]) return false;
  return true;
}
