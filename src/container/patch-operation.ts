/**
 * What does one operation of a patch do? As the service's documentation says: `add` sets a property or inserts an
 * element, `set` sets either, `replace`, `remove` and `move` need something that is there, `incr` adds to a number or
 * makes one.
 */
import { kindName, sourceOf } from '../document/decode.ts';
import {
  editable,
  insertMember,
  pushElement,
  removeAt,
  removeMembers,
  replaceAt,
  setMember,
} from '../document/edit.ts';
import { keyOf } from '../document/key.ts';
import { addJson } from '../document/literal.ts';
import { elementAt, findElement, findMember, firstElement, nextElement, valueAt } from '../document/members.ts';
import { SYSTEM_PROPERTIES } from '../document/system-properties.ts';
import { ARRAY, type Cursor, END, MISSING, NUMBER, OBJECT, type Tape, type Value } from '../document/tape.ts';

export interface PatchOperation {
  readonly op: string;
  readonly path: string;
  readonly from: string | undefined;
  readonly value: Value;
}

/** The item afterwards, or the end of a sentence that says why not. */
export function applyOperation(tape: Tape, item: Value, operation: PatchOperation): Value | string {
  const { op, path, from, value } = operation;
  const names = namesOf(path);
  if (typeof names === 'string') return names;
  if (value === MISSING && ['add', 'set', 'replace', 'incr'].includes(op)) return `("${op}") needs a "value"`;
  switch (op) {
    case 'add':
      return change(tape, item, names, path, (place) => put(tape, place, value, 'insert'));
    case 'set':
      return change(tape, item, names, path, (place) => put(tape, place, value, 'replace'));
    case 'replace':
      return change(tape, item, names, path, (place) =>
        place.cursor === END ? NOT_THERE : put(tape, place, value, 'replace'),
      );
    case 'remove':
      return change(tape, item, names, path, (place) => (place.cursor === END ? NOT_THERE : take(tape, place)));
    case 'incr':
      return change(tape, item, names, path, (place) => increase(tape, place, value));
    case 'move':
      return move(tape, item, from, names, path);
    default:
      return `is ${JSON.stringify(op)}; add, set, replace, remove, incr or move is expected`;
  }
}

/** A level that is edited, and what the last name of a path means in it. */
interface Place {
  readonly level: Value;
  readonly name: string;
  /** What is there now, or `END`. */
  readonly cursor: Cursor;
}

const NOT_THERE = 'names something that is not there';

/** The parts of a JSON pointer, or why it is refused. */
function namesOf(path: string): readonly string[] | string {
  if (!path.startsWith('/') || path === '/') return `has the path ${JSON.stringify(path)}; "/" and a name is expected`;
  const names = path
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const first = names[0]!;
  if (SYSTEM_PROPERTIES.some((name) => name === first)) return `would change ${first}, which belongs to the service`;
  return names;
}

/** Calls `apply` with the place that the names lead to; it answers why not, if so. */
function change(
  tape: Tape,
  item: Value,
  names: readonly string[],
  path: string,
  apply: (place: Place) => string | undefined,
): Value | string {
  const root = editable(tape, item);
  let level = root;
  for (const name of names.slice(0, -1)) {
    const cursor = cursorOf(tape, level, name);
    const child = cursor === END ? MISSING : childAt(tape, level, cursor);
    if (child === MISSING || (tape.kind(child) !== OBJECT && tape.kind(child) !== ARRAY)) {
      return `has the path ${path}, and ${name} in it is no object or array`;
    }
    const edited = editable(tape, child);
    replaceAt(tape, cursor, edited);
    level = edited;
  }
  const name = names.at(-1)!;
  const problem = apply({ level, name, cursor: cursorOf(tape, level, name) });
  return problem === undefined ? root : `(${path}) ${problem}`;
}

function put(tape: Tape, { level, name, cursor }: Place, value: Value, over: 'insert' | 'replace'): string | undefined {
  if (tape.kind(level) === OBJECT) {
    setMember(tape, level, keyOf(name), value);
    return undefined;
  }
  const length = lengthOf(tape, level);
  if (name === '-' || name === String(length)) pushElement(tape, level, value);
  else if (cursor === END) return `names element ${name} of an array of ${length}`;
  else if (over === 'replace') replaceAt(tape, cursor, value);
  else insertBefore(tape, level, Number(name), value);
  return undefined;
}

function insertBefore(tape: Tape, array: Value, index: number, value: Value): void {
  if (index > 0) {
    insertMember(tape, array, findElement(tape, array, index - 1), END, value);
    return;
  }
  // There is nothing to insert it behind: the first element is repeated behind itself, and gives way.
  const first = firstElement(tape, array);
  insertMember(tape, array, first, END, elementAt(tape, first));
  replaceAt(tape, first, value);
}

function take(tape: Tape, { level, name, cursor }: Place): undefined {
  if (tape.kind(level) === OBJECT) removeMembers(tape, level, keyOf(name));
  else removeAt(tape, level, cursor);
  return undefined;
}

function increase(tape: Tape, place: Place, value: Value): string | undefined {
  if (tape.kind(value) !== NUMBER) return `adds a value of type ${kindName(tape, value)}; a number is expected`;
  if (place.cursor === END) return put(tape, place, value, 'insert');
  const old = childAt(tape, place.level, place.cursor);
  if (tape.kind(old) !== NUMBER) return `adds to a value of type ${kindName(tape, old)}; a number is expected`;
  const sum = Number(sourceOf(tape, old)) + Number(sourceOf(tape, value));
  if (!Number.isFinite(sum)) return 'goes beyond what a number can be';
  replaceAt(tape, place.cursor, addJson(tape, JSON.stringify(sum)));
  return undefined;
}

function move(
  tape: Tape,
  item: Value,
  from: string | undefined,
  names: readonly string[],
  path: string,
): Value | string {
  if (from === undefined) return '("move") needs a "from"';
  const source = namesOf(from);
  if (typeof source === 'string') return source;
  if (source.every((name, at) => names[at] === name)) return `would move ${from} into itself`;
  let moved: Value = MISSING;
  const without = change(tape, item, source, from, (place) => {
    if (place.cursor === END) return NOT_THERE;
    moved = childAt(tape, place.level, place.cursor);
    return take(tape, place);
  });
  if (typeof without === 'string') return without;
  return change(tape, without, names, path, (place) => put(tape, place, moved, 'insert'));
}

function cursorOf(tape: Tape, level: Value, name: string): Cursor {
  if (tape.kind(level) === OBJECT) return findMember(tape, level, keyOf(name));
  return /^(0|[1-9]\d{0,8})$/.test(name) ? findElement(tape, level, Number(name)) : END;
}

function childAt(tape: Tape, level: Value, cursor: Cursor): Value {
  return tape.kind(level) === OBJECT ? valueAt(tape, cursor) : elementAt(tape, cursor);
}

function lengthOf(tape: Tape, array: Value): number {
  let length = 0;
  for (let cursor = firstElement(tape, array); cursor !== END; cursor = nextElement(tape, array, cursor)) length++;
  return length;
}
