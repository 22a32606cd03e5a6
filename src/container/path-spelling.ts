/**
 * Does the data spell a policy's path otherwise? Names are case-sensitive, so `/address/zipcode` sees nothing in
 * `{"address":{"ZipCode":…}}`. Looked at are case, blanks at the ends, invisible characters (a BOM, zero-width ones) and
 * composed or decomposed letters, in each segment.
 */
import { textOf } from '../document/decode.ts';
import { findMember, firstMember, keyAt, nextMember, valueAt } from '../document/members.ts';
import { childPath, type Path } from '../document/path.ts';
import { ARRAY, END, OBJECT, type Tape, type Value } from '../document/tape.ts';

/** The path as the document spells it, where nothing stands at the path itself. */
export function otherSpelling(tape: Tape, root: Value, path: Path): string | undefined {
  return follow(tape, root, path, 0, '/');
}

function follow(tape: Tape, value: Value, path: Path, depth: number, way: string): string | undefined {
  const segment = path.segments[depth];
  if (segment === undefined) return way;
  if (tape.kind(value) !== OBJECT) return undefined;
  const exact = findMember(tape, value, segment.key);
  if (exact !== END) {
    const found = follow(tape, valueAt(tape, exact), path, depth + 1, childPath(way, segment.key.name));
    if (found !== undefined) return found;
  }
  const wanted = folded(segment.key.name);
  for (let cursor = firstMember(tape, value); cursor !== END; cursor = nextMember(tape, value, cursor)) {
    if (cursor === exact) continue;
    const name = textOf(tape, keyAt(tape, cursor));
    if (folded(name) !== wanted) continue;
    const found = follow(tape, valueAt(tape, cursor), path, depth + 1, childPath(way, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function folded(name: string): string {
  return name.normalize('NFC').replace(INVISIBLE, '').trim().toLowerCase();
}

/** Whether an array lies on the way of a path, which no policy path enters. */
export function meetsArray(tape: Tape, root: Value, path: Path): boolean {
  let value = root;
  for (const { key } of path.segments) {
    if (tape.kind(value) !== OBJECT) return tape.kind(value) === ARRAY;
    const cursor = findMember(tape, value, key);
    if (cursor === END) return false;
    value = valueAt(tape, cursor);
  }
  return false;
}

/** A path for people, with what cannot be seen as its escape. */
export function visiblePath(path: string): string {
  return path.replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
