/** What stands at a path? Reads follow the last of a repeated key, as reads of JSON do. */
import { isKey, type Key } from './key.ts';
import {
  elementAt,
  findElement,
  findMember,
  firstElement,
  firstMember,
  keyAt,
  nextElement,
  nextMember,
  valueAt,
} from './members.ts';
import type { Path, Segment } from './path.ts';
import { ARRAY, END, MISSING, OBJECT, type Tape, type Value } from './tape.ts';

/** The value at a path without `*`, or `MISSING`. */
export function readAt(tape: Tape, root: Value, path: Path): Value {
  let value = root;
  for (let i = 0; i < path.segments.length && value !== MISSING; i++) value = childOf(tape, value, path.segments[i]!);
  return value;
}

/** Calls `visit` with each value that a path means, in the document's order; a missing one is not visited. */
export function readEach(tape: Tape, root: Value, path: Path, visit: (value: Value) => void): void {
  follow(tape, root, path.segments, 0, visit);
}

/** Like `readEach`, but where an object repeats the last key of the path, each of its values is visited. */
export function readOccurrences(tape: Tape, root: Value, path: Path, visit: (value: Value) => void): void {
  const last = path.segments.at(-1);
  if (last === undefined || last.each) {
    follow(tape, root, path.segments, 0, visit);
    return;
  }
  follow(tape, root, path.segments.slice(0, -1), 0, (level) => {
    if (tape.kind(level) !== OBJECT) follow(tape, level, [last], 0, visit);
    else visitMembers(tape, level, last.key, visit);
  });
}

/** The value under one segment that is not `*`, or `MISSING`. */
function childOf(tape: Tape, value: Value, segment: Segment): Value {
  const kind = tape.kind(value);
  if (kind === OBJECT) {
    const cursor = findMember(tape, value, segment.key);
    return cursor === END ? MISSING : valueAt(tape, cursor);
  }
  if (kind === ARRAY && segment.index >= 0) {
    const cursor = findElement(tape, value, segment.index);
    return cursor === END ? MISSING : elementAt(tape, cursor);
  }
  return MISSING;
}

function visitMembers(tape: Tape, object: Value, key: Key, visit: (value: Value) => void): void {
  for (let cursor = firstMember(tape, object); cursor !== END; cursor = nextMember(tape, object, cursor))
    if (isKey(tape, keyAt(tape, cursor), key)) visit(valueAt(tape, cursor));
}

function follow(
  tape: Tape,
  value: Value,
  segments: readonly Segment[],
  from: number,
  visit: (value: Value) => void,
): void {
  let at = value;
  for (let i = from; i < segments.length; i++) {
    const segment = segments[i]!;
    if (segment.each) {
      if (tape.kind(at) !== ARRAY) return;
      for (let cursor = firstElement(tape, at); cursor !== END; cursor = nextElement(tape, at, cursor))
        follow(tape, elementAt(tape, cursor), segments, i + 1, visit);
      return;
    }
    at = childOf(tape, at, segment);
    if (at === MISSING) return;
  }
  visit(at);
}
