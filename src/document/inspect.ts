/** What in a document will make trouble later, wherever it stands? Looks for numbers that a double does not hold and for repeated keys. */
import { sourceOf, textOf } from './decode.ts';
import { repeatsAnyKey } from './duplicate-keys.ts';
import { elementAt, firstElement, firstMember, keyAt, nextElement, nextMember, valueAt } from './members.ts';
import { childPath } from './path.ts';
import { ARRAY, EDITED, END, KIND_MASK, OBJECT, SUSPECT, type Tape, type Value } from './tape.ts';
import { Trail } from './trail.ts';
import { firstUnsafe } from './unsafe-number.ts';

/** Calls `visit` with each unsafe number of a value, `*` standing for elements in its path. */
export function visitUnsafeNumbers(tape: Tape, root: Value, visit: (path: string, digits: string) => void): void {
  // Most documents with long numbers have none: only then are paths worth their text.
  if (!holdsUnsafe(tape, root)) return;
  inspectLevels(tape, root, '', (value, way) => {
    const trail = new Trail(tape, value, way);
    const end = tape.words[value * 4 + 2]!;
    for (let at = value; (at = firstUnsafe(tape, at, end)) !== END; at++) visit(trail.pathTo(at), sourceOf(tape, at));
  });
}

/** Whether a number at or below the value is unsafe. */
function holdsUnsafe(tape: Tape, value: Value): boolean {
  const { words } = tape;
  const flags = words[value * 4 + 3]!;
  if ((flags & EDITED) === 0) return firstUnsafe(tape, value, words[value * 4 + 2]!) !== END;
  for (let member = words[value * 4]!; member !== END; member = tape.members[member * 4 + 2]!)
    if (holdsUnsafe(tape, tape.members[member * 4 + 1]!)) return true;
  return false;
}

/** The paths of objects' repeated keys, each once; for documents of which `tape.hasDuplicateKeys` says so. */
export function repeatedKeys(tape: Tape, root: Value): readonly string[] {
  const paths = new Set<string>();
  inspectLevels(tape, root, '', (value, way) => {
    const { words } = tape;
    const end = words[value * 4 + 2]!;
    const trail = new Trail(tape, value, way);
    for (let entry = value; entry < end; entry++) {
      if ((words[entry * 4 + 3]! & KIND_MASK) !== OBJECT) continue;
      if (!repeatsAnyKey(words, tape.bytesOf(entry), entry * 4, words[entry * 4 + 2]! * 4)) continue;
      const place = trail.pathTo(entry);
      const seen = new Set<string>();
      for (let cursor = firstMember(tape, entry); cursor !== END; cursor = nextMember(tape, entry, cursor)) {
        const name = textOf(tape, keyAt(tape, cursor));
        if (seen.has(name)) paths.add(childPath(place, name));
        seen.add(name);
      }
    }
  });
  return [...paths];
}

/** Calls `look` with each unedited value below the edited levels of `value`, and its path. */
function inspectLevels(tape: Tape, value: Value, way: string, look: (value: Value, way: string) => void): void {
  const flags = tape.words[value * 4 + 3]!;
  if ((flags & EDITED) === 0) {
    look(value, way);
  } else if ((flags & KIND_MASK) === ARRAY) {
    for (let cursor = firstElement(tape, value); cursor !== END; cursor = nextElement(tape, value, cursor))
      inspectLevels(tape, elementAt(tape, cursor), `${way}/*`, look);
  } else {
    for (let cursor = firstMember(tape, value); cursor !== END; cursor = nextMember(tape, value, cursor)) {
      const below = valueAt(tape, cursor);
      // Most values of an edited level are scalars that need no look: their path is not worth its text.
      if (tape.kind(below) <= ARRAY || tape.is(below, SUSPECT))
        inspectLevels(tape, below, childPath(way, textOf(tape, keyAt(tape, cursor))), look);
    }
  }
}
