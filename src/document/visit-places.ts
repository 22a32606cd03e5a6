/**
 * Which places does a path mean, in a document that is going to be changed there? Every level on the way becomes an edited
 * one with the same content, so that a step can look at all places first and change them when all is well.
 */
import type { Enclosing } from './child-id.ts';
import { editable, replaceAt } from './edit.ts';
import { elementAt, findElement, findMember, firstElement, nextElement, valueAt } from './members.ts';
import type { Path } from './path.ts';
import type { Rejection } from './rejection.ts';
import { ARRAY, type Cursor, END, OBJECT, type Tape, type Value } from './tape.ts';
import type { Written } from './write.ts';

/**
 * @param level the edited object or array that holds the value
 * @param cursor where in it; of a repeated key the last
 * @param enclosing the elements of arrays that the path crosses, outermost first; without the one that the value itself may be
 */
export type VisitPlace = (level: Value, cursor: Cursor, enclosing: readonly Enclosing[]) => Rejection | undefined;

/** Visits the places in the document's order, up to the first rejection; missing ones are not visited. */
export function visitPlaces(tape: Tape, root: Value, path: Path, visit: VisitPlace): Written {
  const written: Written = { root, rejection: undefined };
  const enclosing: Enclosing[] = [];
  written.root = descend(root, 0);
  return written;

  function descend(value: Value, depth: number): Value {
    const segment = path.segments[depth]!;
    const isLast = depth === path.segments.length - 1;
    const kind = tape.kind(value);
    if (segment.each) return kind === ARRAY ? throughElements(value, depth, isLast) : value;
    if (kind !== OBJECT && (kind !== ARRAY || segment.index < 0)) return value;
    const find = (level: Value): Cursor =>
      kind === OBJECT ? findMember(tape, level, segment.key) : findElement(tape, level, segment.index);
    if (find(value) === END) return value;
    const level = editable(tape, value);
    const cursor = find(level);
    if (isLast) written.rejection = visit(level, cursor, enclosing);
    else replaceAt(tape, cursor, descend(valueAt(tape, cursor), depth + 1));
    return level;
  }

  function throughElements(value: Value, depth: number, isLast: boolean): Value {
    const array = editable(tape, value);
    let position = 0;
    for (
      let cursor = firstElement(tape, array);
      cursor !== END && written.rejection === undefined;
      cursor = nextElement(tape, array, cursor)
    ) {
      if (isLast) {
        written.rejection = visit(array, cursor, enclosing);
        continue;
      }
      const element = elementAt(tape, cursor);
      enclosing.push({ element, position: position++ });
      replaceAt(tape, cursor, descend(element, depth + 1));
      enclosing.pop();
    }
    return array;
  }
}
