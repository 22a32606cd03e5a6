/**
 * How does a level change? An object or array that is edited becomes a list of members whose values are still ranges
 * of the text; everything around it stays text. Edited levels belong to one document: what is copied elsewhere is
 * cloned first (`cloneEdits`).
 */
import { isKey, type Key, keyEntry } from './key.ts';
import { findMember, firstMember, fromMember, keyAt, nextMember, toMember } from './members.ts';
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
  replaceMember(tape, object, key, cursor, value);
}

/** Puts another value in the place of the member that `findMember` found under a key; a repeated key's other members go. */
export function replaceMember(tape: Tape, object: Value, key: Key, cursor: Cursor, value: Value): void {
  replaceAt(tape, cursor, value);
  if (tape.hasDuplicateKeys) removeOthers(tape, object, key, cursor);
}

/** Puts another value in the place of the member or element at a cursor of an edited level. */
export function replaceAt(tape: Tape, cursor: Cursor, value: Value): void {
  tape.writeMember(toMember(cursor) * 4 + 1, value);
}

/** Gives the member at a cursor of an edited object another key, given as an entry of the tape. */
export function renameAt(tape: Tape, cursor: Cursor, entry: Value): void {
  tape.writeMember(toMember(cursor) * 4, entry);
}

/** Puts a member behind the one at `after`, or at the end (`END`); returns its cursor. The key is an entry of the tape. */
export function insertMember(tape: Tape, level: Value, after: Cursor, key: Value, value: Value): Cursor {
  const member = tape.appendMember(key, value);
  const { words, members } = tape;
  const previous = after === END ? words[level * 4 + 1]! : toMember(after);
  const next = previous === END ? END : members[previous * 4 + 2]!;
  members[member * 4 + 2] = next;
  members[member * 4 + 3] = previous;
  if (previous === END) tape.writeWord(level * 4, member);
  else tape.writeMember(previous * 4 + 2, member);
  if (next === END) tape.writeWord(level * 4 + 1, member);
  else tape.writeMember(next * 4 + 3, member);
  tape.writeWord(level * 4 + 2, words[level * 4 + 2]! + 1);
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
  if (previous === END) tape.writeWord(level * 4, next);
  else tape.writeMember(previous * 4 + 2, next);
  if (next === END) tape.writeWord(level * 4 + 1, previous);
  else tape.writeMember(next * 4 + 3, previous);
  tape.writeWord(level * 4 + 2, words[level * 4 + 2]! - 1);
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
  if (tape.is(value, EDITED)) return copyMembers(tape, value, kind);
  // The walks of nextMember and nextElement, written out: this runs once for every child of every document.
  const { words } = tape;
  const start = tape.memberCount;
  const end = words[value * 4 + 2]!;
  const isObject = kind === OBJECT;
  let members = tape.members;
  let at = start * 4;
  for (let entry = value + 1; entry < end;) {
    if (at + 4 > members.length) members = tape.growMembers(at + 4);
    const held = isObject ? entry + 1 : entry;
    members[at] = isObject ? entry : END;
    members[at + 1] = held;
    members[at + 2] = (at >> 2) + 1;
    members[at + 3] = (at >> 2) - 1;
    at += 4;
    entry = words[held * 4 + 2]!;
  }
  const count = (at >> 2) - start;
  if (count === 0) return tape.append(END, END, 0, kind | EDITED);
  members[start * 4 + 3] = END;
  members[at - 2] = END;
  tape.memberCount = at >> 2;
  return tape.append(start, tape.memberCount - 1, count, kind | EDITED);
}

function copyMembers(tape: Tape, value: Value, kind: number): Value {
  const copy = tape.append(END, END, 0, kind | EDITED);
  for (let member = tape.words[value * 4]!; member !== END; member = tape.members[member * 4 + 2]!) {
    insertMember(tape, copy, END, tape.members[member * 4]!, tape.members[member * 4 + 1]!);
  }
  return copy;
}
