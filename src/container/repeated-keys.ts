/**
 * Does an object of the document name a property twice? RFC 8259 leaves its meaning open, the service would keep one of
 * the values, so a run refuses the document unless its source says that the last one counts.
 */
import { textOf } from '../document/decode.ts';
import { insertMember, pushElement } from '../document/edit.ts';
import { addArray, addObject } from '../document/literal.ts';
import { elementAt, firstElement, firstMember, keyAt, nextElement, nextMember, valueAt } from '../document/members.ts';
import { childPath } from '../document/path.ts';
import { reject, type Rejection } from '../document/rejection.ts';
import { ARRAY, type Cursor, END, OBJECT, type Tape, type Value } from '../document/tape.ts';

export function refuseRepeatedKeys(tape: Tape, root: Value): Rejection | undefined {
  if (!tape.hasDuplicateKeys) return undefined;
  const path = firstRepeated(tape, root);
  if (path === undefined) return undefined;
  return reject(
    'DUPLICATE_KEY',
    `${path} stands twice in its object, and a container keeps one value. Mend the source, or say duplicateKeys: last there to take the last one.`,
    path,
  );
}

/** The value with only the last of each repeated name, on every level; for documents whose depth has been checked. */
export function withLastKeys(tape: Tape, value: Value): Value {
  const kind = tape.kind(value);
  if (kind === ARRAY) {
    const array = addArray(tape);
    for (let cursor = firstElement(tape, value); cursor !== END; cursor = nextElement(tape, value, cursor)) {
      pushElement(tape, array, withLastKeys(tape, elementAt(tape, cursor)));
    }
    return array;
  }
  if (kind !== OBJECT) return value;
  const last = new Map<string, Cursor>();
  for (let cursor = firstMember(tape, value); cursor !== END; cursor = nextMember(tape, value, cursor)) {
    last.set(textOf(tape, keyAt(tape, cursor)), cursor);
  }
  const object = addObject(tape);
  for (let cursor = firstMember(tape, value); cursor !== END; cursor = nextMember(tape, value, cursor)) {
    const key = keyAt(tape, cursor);
    if (last.get(textOf(tape, key)) === cursor)
      insertMember(tape, object, END, key, withLastKeys(tape, valueAt(tape, cursor)));
  }
  return object;
}

function firstRepeated(tape: Tape, root: Value): string | undefined {
  const open: { readonly value: Value; readonly path: string }[] = [{ value: root, path: '/' }];
  while (open.length > 0) {
    const { value, path } = open.pop()!;
    if (tape.kind(value) === ARRAY) {
      let index = 0;
      for (let cursor = firstElement(tape, value); cursor !== END; cursor = nextElement(tape, value, cursor)) {
        const element = elementAt(tape, cursor);
        if (tape.kind(element) <= ARRAY) open.push({ value: element, path: `${path === '/' ? '' : path}/${index}` });
        index++;
      }
      continue;
    }
    const names = new Set<string>();
    for (let cursor = firstMember(tape, value); cursor !== END; cursor = nextMember(tape, value, cursor)) {
      const name = textOf(tape, keyAt(tape, cursor));
      const child = childPath(path, name);
      if (names.has(name)) return child;
      names.add(name);
      const inner = valueAt(tape, cursor);
      if (tape.kind(inner) <= ARRAY) open.push({ value: inner, path: child });
    }
  }
  return undefined;
}
