/**
 * How does a level change? An object or array that is edited becomes a list of members whose values are still ranges
 * of the text; everything around it stays text. Edited levels belong to one document: what is copied elsewhere is
 * cloned first (`cloneEdits`).
 */
import { isKey, type Key, keyEntry } from './key.ts';
import {
  elementAt,
  findMember,
  firstElement,
  firstMember,
  fromMember,
  keyAt,
  nextElement,
  nextMember,
  toMember,
  valueAt,
} from './members.ts';
import { ARRAY, type Cursor, EDITED, END, KIND_MASK, OBJECT, type Tape, type Value } from './tape.ts';

/** The value itself when it is edited already, else an edited copy of its level, to be put in its place. */
export function editable(tape: Tape, value: Value): Value {
  return tape.is(value, EDITED) ? value : copyLevel(tape, value);
}

/** A value that may be put in a second place: edited levels are copied, text is shared. */
export function cloneEdits(tape: Tape, value: Value): Value {
  if (!tape.is(value, EDITED)) return value;
  const copy = copyLevel(tape, value);
  for (let member = tape.words[copy * 4]!; member !== END; member = tape.members[member * 4 + 2]!) {
    const cloned = cloneEdits(tape, tape.members[member * 4 + 1]!);
    tape.members[member * 4 + 1] = cloned;
  }
  return copy;
}

/** Puts a value under a key: in the place of the old one (the last of a repeated key; the others go), else at the end. */
export function setMember(tape: Tape, object: Value, key: Key, value: Value): void {
  const cursor = findMember(tape, object, key);
  if (cursor === END) {
    insertMember(tape, object, END, keyEntry(tape, key), value);
    return;
  }
  replaceAt(tape, cursor, value);
  if (tape.hasDuplicateKeys) removeOthers(tape, object, key, cursor);
}

/** Puts another value in the place of the member or element at a cursor of an edited level. */
export function replaceAt(tape: Tape, cursor: Cursor, value: Value): void {
  tape.members[toMember(cursor) * 4 + 1] = value;
}

/** Gives the member at a cursor of an edited object another key, given as an entry of the tape. */
export function renameAt(tape: Tape, cursor: Cursor, entry: Value): void {
  tape.members[toMember(cursor) * 4] = entry;
}

/** Puts a member behind the one at `after`, or at the end (`END`); returns its cursor. The key is an entry of the tape. */
export function insertMember(tape: Tape, level: Value, after: Cursor, key: Value, value: Value): Cursor {
  const member = tape.appendMember(key, value);
  const { words, members } = tape;
  const previous = after === END ? words[level * 4 + 1]! : toMember(after);
  const next = previous === END ? END : members[previous * 4 + 2]!;
  members[member * 4 + 2] = next;
  members[member * 4 + 3] = previous;
  if (previous === END) words[level * 4] = member;
  else members[previous * 4 + 2] = member;
  if (next === END) words[level * 4 + 1] = member;
  else members[next * 4 + 3] = member;
  words[level * 4 + 2]!++;
  return fromMember(member);
}

/** Puts an element at the end of an edited array. */
export function pushElement(tape: Tape, array: Value, value: Value): void {
  insertMember(tape, array, END, END, value);
}

/** Takes the member or element at a cursor out of an edited level; the cursor can still be asked for its next. */
export function removeAt(tape: Tape, level: Value, cursor: Cursor): void {
  const { words, members } = tape;
  const member = toMember(cursor);
  const next = members[member * 4 + 2]!;
  const previous = members[member * 4 + 3]!;
  if (previous === END) words[level * 4] = next;
  else members[previous * 4 + 2] = next;
  if (next === END) words[level * 4 + 1] = previous;
  else members[next * 4 + 3] = previous;
  words[level * 4 + 2]!--;
}

/** Takes all members of that name out of an edited object; returns how many there were. */
export function removeMembers(tape: Tape, object: Value, key: Key): number {
  return removeOthers(tape, object, key, END);
}

function removeOthers(tape: Tape, object: Value, key: Key, kept: Cursor): number {
  let count = 0;
  for (let cursor = firstMember(tape, object); cursor !== END; cursor = nextMember(tape, object, cursor)) {
    if (cursor === kept || !isKey(tape, keyAt(tape, cursor), key)) continue;
    removeAt(tape, object, cursor);
    count++;
  }
  return count;
}

function copyLevel(tape: Tape, value: Value): Value {
  const kind = tape.words[value * 4 + 3]! & KIND_MASK;
  if (kind !== OBJECT && kind !== ARRAY) throw new Error('Only objects and arrays have levels to edit.');
  const start = tape.memberCount;
  let count = 0;
  if (kind === OBJECT) {
    for (let cursor = firstMember(tape, value); cursor !== END; cursor = nextMember(tape, value, cursor)) {
      append(keyAt(tape, cursor), valueAt(tape, cursor));
    }
  } else {
    for (let cursor = firstElement(tape, value); cursor !== END; cursor = nextElement(tape, value, cursor))
      append(END, elementAt(tape, cursor));
  }
  const last = start + count - 1;
  if (count > 0) tape.members[last * 4 + 2] = END;
  return tape.append(count === 0 ? END : start, count === 0 ? END : last, count, kind | EDITED);

  function append(key: Value, of: Value): void {
    const member = tape.appendMember(key, of);
    tape.members[member * 4 + 2] = member + 1;
    tape.members[member * 4 + 3] = count === 0 ? END : member - 1;
    count++;
  }
}
