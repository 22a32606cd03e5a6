/** What is on one level of a document? Walks objects and arrays, whether they are still text or have been edited. */
import { isKey, type Key } from './key.ts';
import { type Cursor, EDITED, END, ESCAPED_KEY, type Tape, type Value } from './tape.ts';

/** The first member of an object, or `END`. */
export function firstMember(tape: Tape, object: Value): Cursor {
  const words = tape.words;
  if ((words[object * 4 + 3]! & EDITED) !== 0) return fromMember(words[object * 4]!);
  return words[object * 4 + 2]! > object + 1 ? object + 1 : END;
}

export function nextMember(tape: Tape, object: Value, cursor: Cursor): Cursor {
  if (cursor < 0) return fromMember(tape.members[toMember(cursor) * 4 + 2]!);
  const next = tape.words[cursor * 4 + 6]!;
  return next < tape.words[object * 4 + 2]! ? next : END;
}

/** The entry of the key that a cursor stands on. */
export function keyAt(tape: Tape, cursor: Cursor): Value {
  return cursor < 0 ? tape.members[toMember(cursor) * 4]! : cursor;
}

/** The value that a cursor over an object stands on. */
export function valueAt(tape: Tape, cursor: Cursor): Value {
  return cursor < 0 ? tape.members[toMember(cursor) * 4 + 1]! : cursor + 1;
}

/** The first element of an array, or `END`. */
export function firstElement(tape: Tape, array: Value): Cursor {
  return firstMember(tape, array);
}

export function nextElement(tape: Tape, array: Value, cursor: Cursor): Cursor {
  if (cursor < 0) return fromMember(tape.members[toMember(cursor) * 4 + 2]!);
  const next = tape.words[cursor * 4 + 2]!;
  return next < tape.words[array * 4 + 2]! ? next : END;
}

/** The value that a cursor over an array stands on. */
export function elementAt(tape: Tape, cursor: Cursor): Value {
  return cursor < 0 ? tape.members[toMember(cursor) * 4 + 1]! : cursor;
}

/** The last member of that name, as reads take the last of a repeated key; or `END`. */
export function findMember(tape: Tape, object: Value, key: Key): Cursor {
  const { words, hasDuplicateKeys } = tape;
  const { hash } = key;
  let found = END;
  // The walks of nextMember, written out: steps ask for a member more often than for anything else.
  if ((words[object * 4 + 3]! & EDITED) === 0) {
    const end = words[object * 4 + 2]!;
    for (let entry = object + 1; entry < end; entry = words[entry * 4 + 6]!) {
      const seen = words[entry * 4 + 2]!;
      if ((seen !== hash && seen !== ESCAPED_KEY) || !isKey(tape, entry, key)) continue;
      if (!hasDuplicateKeys) return entry;
      found = entry;
    }
    return found;
  }
  const { members } = tape;
  for (let member = words[object * 4]!; member !== END; member = members[member * 4 + 2]!) {
    const entry = members[member * 4]!;
    const seen = words[entry * 4 + 2]!;
    if ((seen !== hash && seen !== ESCAPED_KEY) || !isKey(tape, entry, key)) continue;
    if (!hasDuplicateKeys) return fromMember(member);
    found = fromMember(member);
  }
  return found;
}

/** The element at an index, or `END`. */
export function findElement(tape: Tape, array: Value, index: number): Cursor {
  let cursor = firstElement(tape, array);
  for (let i = 0; i < index && cursor !== END; i++) cursor = nextElement(tape, array, cursor);
  return cursor;
}

export function fromMember(member: number): Cursor {
  return member < 0 ? END : -2 - member;
}

export function toMember(cursor: Cursor): number {
  return -2 - cursor;
}
