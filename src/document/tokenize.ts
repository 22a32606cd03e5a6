/**
 * Is this JSON, and where are its values? Validates text as RFC 8259 says and appends its index to a tape. UTF-8 is
 * the caller's to check (the runtime does that faster for a whole batch). White space between tokens ends the fast
 * pass: such text is copied without it first, so that every document on a tape is minified (`parse.ts`).
 */
import { repeatsAnyKey, repeatsKey } from './duplicate-keys.ts';
import { skipPlain, viewOf } from './plain-text.ts';
import { digitMissing, INVALID, invalid, invalidString, unexpected } from './refusal.ts';
import { ARRAY, ESCAPED, ESCAPED_KEY, FALSE, NULL, NUMBER, OBJECT, STRING, SUSPECT, type Tape, TRUE } from './tape.ts';

/** Objects with more keys than this are checked for repeated keys once, when they close. */
const LARGE_OBJECT = 32;

/** For each open container: the one around it, which keys that one has so far, as a set of 32 bits, and how many. */
let containers = new Int32Array(64);
let keyMasks = new Int32Array(64);
let keyCounts = new Int32Array(64);

/** Brackets within each other: each has its entry, and a line of nothing else would fill memory. */
const MOST_DEPTH = 2 ** 20;

/**
 * Appends the value in `bytes[start..end)` to the tape; `flags` go into each entry.
 * @returns the value, `SPACED` or `INVALID` (see `refusal`).
 */
export function tokenize(tape: Tape, bytes: Uint8Array, start: number, end: number, flags: number): number {
  const root = tape.length;
  const view = viewOf(bytes);
  let words = tape.words;
  let room = words.length - 16;
  let at = root * 4;
  let position = start;
  let depth = 0;
  let deepest = 0;
  let suspects = 0;
  let keyExpected = false;
  // The innermost open container: its place on the tape, what it is, and which keys it has so far.
  let container = -1;
  let isObject = false;
  let keyMask = 0;
  let keyCount = 0;

  for (;;) {
    if (at > room) {
      words = tape.growWords((at >> 2) + 4);
      room = words.length - 16;
    }
    if (keyExpected) {
      if (position >= end || bytes[position] !== 34)
        return unexpected(bytes, position, end, 'a property name in double quotes');
      const from = position++;
      let kind = flags | STRING;
      for (;;) {
        let stop = bytes[position]!;
        while (stop !== 34 && stop !== 92 && stop >= 32) stop = bytes[++position]!;
        if (stop === 34) break;
        if (stop !== 92 || position >= end) return invalidString(bytes, position, end);
        position = afterEscape(bytes, position, end);
        if (position < 0) return INVALID;
        kind |= ESCAPED;
      }
      const length = position - from - 1;
      // The hash of key.ts, inlined: this runs once for every key of every document.
      const hash =
        length === 0
          ? 0
          : (length * 0x2f0b +
              bytes[from + 1]! * 0x51f +
              bytes[position - 1]! * 0x2d9 +
              bytes[from + 1 + (length >> 1)]! * 0x18b) &
            0x7fffffff;
      position++;
      words[at] = from;
      words[at + 1] = position;
      words[at + 2] = (kind & ESCAPED) === 0 ? hash : ESCAPED_KEY;
      if (bytes[from + 1] === 95 || (kind & ESCAPED) !== 0) tape.hasUnderscoreKeys = true;
      words[at + 3] = kind;
      keyCount += (kind & ESCAPED) === 0 ? 1 : 1 + LARGE_OBJECT;
      const bit = 1 << ((hash ^ (hash >>> 5) ^ (hash >>> 10)) & 31);
      if ((keyMask & bit) === 0) keyMask |= bit;
      else if (keyCount <= LARGE_OBJECT && !tape.hasDuplicateKeys && repeatsKey(words, bytes, container, at))
        tape.hasDuplicateKeys = true;
      at += 4;
      if (position >= end || bytes[position] !== 58) return unexpected(bytes, position, end, '":"');
      position++;
    }
    // A value is expected here.
    const byte = position < end ? bytes[position]! : 0;
    const from = position;
    let kind = flags;
    if (byte === 34) {
      position++;
      for (;;) {
        position = skipPlain(view, position, end - 4);
        let stop = bytes[position]!;
        while (stop !== 34 && stop !== 92 && stop >= 32) stop = bytes[++position]!;
        if (stop === 34) break;
        if (stop !== 92 || position >= end) return invalidString(bytes, position, end);
        position = afterEscape(bytes, position, end);
        if (position < 0) return INVALID;
        kind |= ESCAPED;
      }
      position++;
      if (position > end) return invalid(end, 'the text ends inside a string');
      kind |= STRING;
    } else if (byte === 123 || byte === 91) {
      // An object or array opens; its end is filled in when it closes.
      position++;
      const next = position < end ? bytes[position]! : 0;
      if (next !== byte + 2) {
        // An object or array opens; its end is filled in when it closes.
        if (depth === containers.length) {
          if (depth >= MOST_DEPTH) return invalid(from, 'more than a million brackets are open within each other');
          growStacks();
        }
        containers[depth] = container;
        keyMasks[depth] = keyMask;
        keyCounts[depth] = keyCount;
        depth++;
        if (depth > deepest) deepest = depth;
        container = at;
        isObject = byte === 123;
        keyExpected = isObject;
        keyMask = 0;
        keyCount = 0;
        words[at] = from;
        words[at + 3] = flags | (isObject ? OBJECT : ARRAY);
        at += 4;
        continue;
      }
      // An empty one is complete.
      position++;
      if (depth >= deepest) deepest = depth + 1;
      kind |= byte === 123 ? OBJECT : ARRAY;
    } else if (byte === 45 || (byte >= 48 && byte <= 57)) {
      let next = byte;
      if (byte === 45) next = bytes[++position]!;
      if (next === 48) next = bytes[++position]!;
      else if (next >= 49 && next <= 57) {
        do next = bytes[++position]!;
        while (next >= 48 && next <= 57);
      } else return digitMissing(bytes, position, end);
      if (next === 46) {
        next = bytes[++position]!;
        if (!(next >= 48 && next <= 57)) return digitMissing(bytes, position, end);
        do next = bytes[++position]!;
        while (next >= 48 && next <= 57);
      }
      if (next === 101 || next === 69) {
        next = bytes[++position]!;
        if (next === 43 || next === 45) next = bytes[++position]!;
        if (!(next >= 48 && next <= 57)) return digitMissing(bytes, position, end);
        do next = bytes[++position]!;
        while (next >= 48 && next <= 57);
        kind |= SUSPECT;
      }
      if (position > end) return invalid(end, 'the text ends inside a number');
      if (position - from > 15) kind |= SUSPECT;
      suspects |= kind;
      kind |= NUMBER;
    } else if (
      byte === 116 &&
      bytes[position + 1] === 114 &&
      bytes[position + 2] === 117 &&
      bytes[position + 3] === 101
    ) {
      position += 4;
      kind |= TRUE;
    } else if (
      byte === 110 &&
      bytes[position + 1] === 117 &&
      bytes[position + 2] === 108 &&
      bytes[position + 3] === 108
    ) {
      position += 4;
      kind |= NULL;
    } else if (
      byte === 102 &&
      bytes[position + 1] === 97 &&
      bytes[position + 2] === 108 &&
      bytes[position + 3] === 115 &&
      bytes[position + 4] === 101
    ) {
      position += 5;
      kind |= FALSE;
    } else return unexpected(bytes, position, end, 'a value');
    words[at] = from;
    words[at + 1] = position;
    words[at + 2] = (at >> 2) + 1;
    words[at + 3] = kind;
    at += 4;

    // The value is complete: its container goes on or closes.
    for (;;) {
      if (depth === 0) {
        if (position !== end)
          return position > end
            ? invalid(end, 'the text ends inside a value')
            : unexpected(bytes, position, end, 'the end of the document');
        tape.length = at >> 2;
        if (deepest > tape.depth) tape.depth = deepest;
        if ((suspects & SUSPECT) !== 0) tape.hasSuspects = true;
        return root;
      }
      const delimiter = position < end ? bytes[position]! : 0;
      if (delimiter === 44) {
        position++;
        keyExpected = isObject;
        break;
      }
      if (delimiter !== (isObject ? 125 : 93))
        return unexpected(bytes, position, end, isObject ? '"," or "}"' : '"," or "]"');
      position++;
      words[container + 1] = position;
      words[container + 2] = at >> 2;
      if (isObject && keyCount > LARGE_OBJECT && repeatsAnyKey(words, bytes, container, at))
        tape.hasDuplicateKeys = true;
      depth--;
      container = containers[depth]!;
      keyMask = keyMasks[depth]!;
      keyCount = keyCounts[depth]!;
      isObject = depth > 0 && (words[container + 3]! & 7) === OBJECT;
    }
  }
}

/** Grows what is kept for each open container. */
function growStacks(): void {
  const larger = (old: Int32Array): Int32Array<ArrayBuffer> => {
    const array = new Int32Array(old.length * 2);
    array.set(old);
    return array;
  };
  containers = larger(containers);
  keyMasks = larger(keyMasks);
  keyCounts = larger(keyCounts);
}

/** The position behind the escape that starts at `position`, or -1 when it is none (see `refusal`). */
function afterEscape(bytes: Uint8Array, position: number, end: number): number {
  const escape = position + 1 < end ? bytes[position + 1]! : 0;
  if (escape === 117) {
    for (let digit = position + 2; digit < position + 6; digit++) {
      const byte = digit < end ? bytes[digit]! : 0;
      if (!((byte >= 48 && byte <= 57) || ((byte | 32) >= 97 && (byte | 32) <= 102))) {
        invalid(Math.min(digit, end), '"\\u" needs four hexadecimal digits');
        return -1;
      }
    }
    return position + 6;
  }
  if (
    escape === 34 ||
    escape === 92 ||
    escape === 47 ||
    escape === 98 ||
    escape === 102 ||
    escape === 110 ||
    escape === 114 ||
    escape === 116
  )
    return position + 2;
  invalid(Math.min(position + 1, end), 'a backslash must be followed by one of "\\/bfnrtu');
  return -1;
}
