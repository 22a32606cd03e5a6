/**
 * What is a child called when the plan does not say? After its document and its own id, `p1:7`; across several arrays
 * every enclosing element is named, `u1:o2:5`; an element without an id goes by its position in the array.
 */
import { kindName } from './decode.ts';
import { type Key, keyOf } from './key.ts';
import { appendText, closeText, openText } from './literal.ts';
import { findMember, valueAt } from './members.ts';
import { reject, type Rejection } from './rejection.ts';
import { appendScalar } from './scalar-text.ts';
import { END, MISSING, NULL, NUMBER, OBJECT, STRING, type Tape, type Value } from './tape.ts';

/** An element of an array on the way to another array. */
export interface Enclosing {
  readonly element: Value;
  readonly position: number;
}

const ID: Key = keyOf('id');

/** @param own the id that the element itself has, or `MISSING`. */
export function childId(
  tape: Tape,
  parent: Value,
  enclosing: readonly Enclosing[],
  own: Value,
  position: number,
): Value | Rejection {
  const parentId = idOf(tape, parent);
  if (parentId === MISSING)
    return reject(
      'TEMPLATE_PATH_MISSING',
      'The document has no /id, which the default id of its children begins with ("{parent/id}:{/id}"). Give the step an id of its own, or set /id before it.',
      '/id',
    );
  const start = openText(tape);
  if (!isName(tape, parentId) || !appendScalar(tape, parentId)) return invalid(tape, parentId, 'The document');
  for (const outer of enclosing) {
    const id = tape.kind(outer.element) === OBJECT ? idOf(tape, outer.element) : MISSING;
    const rejection = appendName(tape, id, outer.position);
    if (rejection !== undefined) return rejection;
  }
  return appendName(tape, own, position) ?? closeText(tape, start);
}

/** Appends what one element is called: its id, or its position. */
function appendName(tape: Tape, id: Value, position: number): Rejection | undefined {
  appendText(tape, ':');
  if (id === MISSING || tape.kind(id) === NULL) {
    appendText(tape, String(position));
    return undefined;
  }
  return isName(tape, id) && appendScalar(tape, id) ? undefined : invalid(tape, id, `Element ${position}`);
}

/** The id of an object; null counts as none. */
function idOf(tape: Tape, object: Value): Value {
  const cursor = findMember(tape, object, ID);
  if (cursor === END) return MISSING;
  const id = valueAt(tape, cursor);
  return tape.kind(id) === NULL ? MISSING : id;
}

function isName(tape: Tape, id: Value): boolean {
  const kind = tape.kind(id);
  return kind === STRING || kind === NUMBER;
}

function invalid(tape: Tape, id: Value, whose: string): Rejection {
  return reject(
    'ID_INVALID',
    `${whose} has an id of type ${kindName(tape, id)}, and only text or a number can be part of a child's id. Give the step an id of its own.`,
    '/id',
  );
}
