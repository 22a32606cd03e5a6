/** How does a value get to where there is none, without touching what is there? */
import type { Document } from './document.ts';
import { cloneEdits, replaceAt, setMember } from './edit.ts';
import { elementAt, findElement, findMember, firstElement, nextElement, valueAt } from './members.ts';
import type { Path } from './path.ts';
import type { Losses } from './put.ts';
import type { Rejection } from './rejection.ts';
import { ARRAY, type Cursor, END, MISSING, NULL, type Value } from './tape.ts';
import { pastTheEnd, writeEach } from './write.ts';

/**
 * Writes what `make` answers at each place of a path that has no value; `make` is called once, where there is one.
 * @param nulls fill where the value is null, too.
 */
export function fillAt(
  document: Document,
  path: Path,
  nulls: boolean,
  losses: Losses,
  make: () => Value | Rejection,
): Rejection | undefined {
  const { tape } = document;
  if (!path.many && !isOpen(document.get(path))) return undefined;
  let made = MISSING;
  let nullCount = 0;
  const written = writeEach(tape, document.root, path, true, (level, segment) => {
    if (tape.kind(level) !== ARRAY) return fillMember();
    if (!segment.each) return fillElement(findElement(tape, level, segment.index));
    for (let cursor = firstElement(tape, level); cursor !== END; cursor = nextElement(tape, level, cursor)) {
      const rejection = fillElement(cursor);
      if (rejection !== undefined) return rejection;
    }
    return undefined;

    function fillMember(): Rejection | undefined {
      const cursor = findMember(tape, level, segment.key);
      const old = cursor === END ? MISSING : valueAt(tape, cursor);
      if (!isOpen(old)) return undefined;
      const rejection = prepare(old);
      if (rejection === undefined) setMember(tape, level, segment.key, another());
      return rejection;
    }

    function fillElement(cursor: Cursor): Rejection | undefined {
      if (cursor === END) return pastTheEnd(path, segment);
      const old = elementAt(tape, cursor);
      if (!isOpen(old)) return undefined;
      const rejection = prepare(old);
      if (rejection === undefined) replaceAt(tape, cursor, another());
      return rejection;
    }
  });
  document.root = written.root;
  if (written.rejection === undefined && nullCount > 0) losses.drop(path.text, nullCount);
  return written.rejection;

  function isOpen(value: Value): boolean {
    return value === MISSING || (nulls && tape.kind(value) === NULL);
  }

  /** Each place has a value of its own, so that a later edit of one does not show at the others. */
  function another(): Value {
    return path.many ? cloneEdits(tape, made) : made;
  }

  function prepare(old: Value): Rejection | undefined {
    if (old !== MISSING) nullCount++;
    if (made !== MISSING) return undefined;
    const answer = make();
    if (typeof answer !== 'number') return answer;
    made = answer;
    return undefined;
  }
}
