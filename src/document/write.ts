/**
 * How does a step change what stands at a path? Every level on the way becomes an edited one, and the step is called
 * with the level that holds the last segment. A missing object on the way is made when the write asks for it; a null
 * or a scalar on the way rejects, and so does an index past the end. `*` over something that is no array means nothing.
 */
import { editable, insertMember, replaceAt } from './edit.ts';
import { isKey, keyEntry } from './key.ts';
import { addObject } from './literal.ts';
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
import { reject, type Rejection } from './rejection.ts';
import { kindName } from './decode.ts';
import { ARRAY, END, OBJECT, type Tape, type Value } from './tape.ts';

/** What a write does on a level: `level` is an edited object or array, `segment` the last of the path. */
export type Write = (level: Value, segment: Segment) => Rejection | undefined;

export interface Written {
  /** The document's root afterwards. */
  root: Value;
  rejection: Rejection | undefined;
}

/**
 * Calls `write` for each level that holds the last segment of `path`; without `create` also below each occurrence of a
 * repeated key.
 * @param create make missing objects on the way, behind the last star; without it a way that is not there means
 * nothing, and never rejects.
 */
export function writeEach(tape: Tape, root: Value, path: Path, create: boolean, write: Write): Written {
  const written: Written = { root, rejection: undefined };
  written.root = descend(tape, root, path, 0, create, write, written);
  return written;
}

function descend(
  tape: Tape,
  value: Value,
  path: Path,
  depth: number,
  create: boolean,
  write: Write,
  written: Written,
): Value {
  const segment = path.segments[depth]!;
  const kind = tape.kind(value);
  const last = depth === path.segments.length - 1;
  if (segment.each) {
    if (kind !== ARRAY) return value;
    const array = editable(tape, value);
    if (last) written.rejection = write(array, segment);
    else {
      for (
        let cursor = firstElement(tape, array);
        cursor !== END && written.rejection === undefined;
        cursor = nextElement(tape, array, cursor)
      ) {
        const child = descend(tape, elementAt(tape, cursor), path, depth + 1, create, write, written);
        replaceAt(tape, cursor, child);
      }
    }
    return array;
  }
  // Before a star the way is only read: over what is missing or no array, it means no place at all.
  const mayCreate = create && !(path.many && leadsToStar(path, depth));
  if (kind !== OBJECT && !(kind === ARRAY && segment.index >= 0)) {
    if (mayCreate) written.rejection = notAnObject(tape, value, path, depth);
    return value;
  }
  if (
    !mayCreate &&
    (kind === OBJECT ? findMember(tape, value, segment.key) : findElement(tape, value, segment.index)) === END
  )
    return value;
  const level = editable(tape, value);
  if (last) {
    written.rejection = write(level, segment);
    return level;
  }
  if (!create && kind === OBJECT && tape.hasDuplicateKeys) {
    descendEach(tape, level, path, depth, write, written);
    return level;
  }
  let cursor = kind === OBJECT ? findMember(tape, level, segment.key) : findElement(tape, level, segment.index);
  if (cursor === END) {
    if (kind === ARRAY) {
      written.rejection = pastTheEnd(path, segment);
      return level;
    }
    cursor = insertMember(tape, level, END, keyEntry(tape, segment.key), addObject(tape));
  }
  const child = descend(tape, valueAt(tape, cursor), path, depth + 1, create, write, written);
  replaceAt(tape, cursor, child);
  return level;
}

/** What changes or goes does so under each occurrence of a repeated key: what is to be masked must not stay in the first one. */
function descendEach(tape: Tape, level: Value, path: Path, depth: number, write: Write, written: Written): void {
  const { key } = path.segments[depth]!;
  for (
    let cursor = firstMember(tape, level);
    cursor !== END && written.rejection === undefined;
    cursor = nextMember(tape, level, cursor)
  ) {
    if (!isKey(tape, keyAt(tape, cursor), key)) continue;
    replaceAt(tape, cursor, descend(tape, valueAt(tape, cursor), path, depth + 1, false, write, written));
  }
}

function leadsToStar(path: Path, depth: number): boolean {
  return path.segments.findLastIndex((segment) => segment.each) > depth;
}

/** The rejection of a write through an array's index that does not exist. */
export function pastTheEnd(path: Path, segment: Segment): Rejection {
  return reject(
    'PARENT_NOT_OBJECT',
    `${path.text}: the array has no element ${segment.index}, and a step writes only elements that exist.`,
    path.text,
  );
}

function notAnObject(tape: Tape, value: Value, path: Path, depth: number): Rejection {
  const way =
    depth === 0
      ? '/'
      : path.segments
          .slice(0, depth)
          .map((segment) => `/${segment.key.name}`)
          .join('');
  return reject(
    'PARENT_NOT_OBJECT',
    `${path.text} cannot be written, because ${way} is ${kindName(tape, value) === 'null' ? 'null' : `of type ${kindName(tape, value)}`} and not an object. Remove or convert ${way} in an earlier step.`,
    path.text,
  );
}
