/** How does a value get another name or place? In its own object it keeps its place in the order; elsewhere it comes last. */
import { isSamePath } from './aligned.ts';
import type { Document } from './document.ts';
import { cloneEdits, removeMembers, renameAt } from './edit.ts';
import { isKey, keyEntry } from './key.ts';
import { findMember, firstMember, keyAt, nextMember, valueAt } from './members.ts';
import type { Path, Segment } from './path.ts';
import { type Losses, put, targetExists } from './put.ts';
import { readAt } from './read.ts';
import type { Rejection } from './rejection.ts';
import { sameValue } from './same-value.ts';
import { END, MISSING, OBJECT, type Value } from './tape.ts';
import { writeEach } from './write.ts';

/** Writes the value at `from` to `to`, too. Neither path holds a star; a missing value means nothing. */
export function copyTo(
  document: Document,
  from: Path,
  to: Path,
  overwrite: boolean,
  losses: Losses,
): Rejection | undefined {
  const value = document.get(from);
  if (value === MISSING) return undefined;
  return put(document, to, cloneEdits(document.tape, value), overwrite, losses);
}

/** Moves the value at `from` to `to`. Neither path holds a star; a missing value means nothing. */
export function moveTo(
  document: Document,
  from: Path,
  to: Path,
  overwrite: boolean,
  losses: Losses,
): Rejection | undefined {
  const value = document.get(from);
  if (value === MISSING) return undefined;
  if (isInOneObject(document, from, to)) return renameMember(document, from, to, overwrite, losses);
  const count = document.remove(from);
  const rejection = put(document, to, value, overwrite, losses);
  // Of a repeated key the last value moves.
  if (rejection === undefined && count > 1) losses.drop(from.text, count - 1);
  return rejection;
}

function isInOneObject(document: Document, from: Path, to: Path): boolean {
  const parent = parentOf(from);
  if (!isSamePath(parent, parentOf(to))) return false;
  const level = readAt(document.tape, document.root, parent);
  return level !== MISSING && document.tape.kind(level) === OBJECT;
}

function parentOf(path: Path): Path {
  return { ...path, segments: path.segments.slice(0, -1) };
}

/** Each value of a repeated key gets the new name. */
function renameMember(
  document: Document,
  from: Path,
  to: Path,
  overwrite: boolean,
  losses: Losses,
): Rejection | undefined {
  const { tape } = document;
  const { key } = from.segments.at(-1)!;
  const target = to.segments.at(-1)!;
  let others = 0;
  const written = writeEach(tape, document.root, from, false, (level) => {
    others = otherValues(document, level, target, valueAt(tape, findMember(tape, level, key)));
    if (others > 0 && !overwrite) return targetExists(to);
    removeMembers(tape, level, target.key);
    const entry = keyEntry(tape, target.key);
    for (let cursor = firstMember(tape, level); cursor !== END; cursor = nextMember(tape, level, cursor))
      if (isKey(tape, keyAt(tape, cursor), key)) renameAt(tape, cursor, entry);
    return undefined;
  });
  document.root = written.root;
  if (written.rejection === undefined && others > 0) losses.drop(to.text, others);
  return written.rejection;
}

/** How many values under the new name are there already and differ. */
function otherValues({ tape }: Document, level: Value, target: Segment, value: Value): number {
  let count = 0;
  for (let cursor = firstMember(tape, level); cursor !== END; cursor = nextMember(tape, level, cursor))
    if (isKey(tape, keyAt(tape, cursor), target.key) && !sameValue(tape, valueAt(tape, cursor), value)) count++;
  return count;
}
