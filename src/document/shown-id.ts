/** What is a document called, for people? By its id, where that is a text or a number. */
import { sourceOf, textOf } from './decode.ts';
import { type Key, keyOf } from './key.ts';
import { findMember, valueAt } from './members.ts';
import { END, NUMBER, OBJECT, STRING, type Tape, type Value } from './tape.ts';

export function shownId(tape: Tape, root: Value, key: Key = ID): string | undefined {
  if (tape.kind(root) !== OBJECT) return undefined;
  const cursor = findMember(tape, root, key);
  if (cursor === END) return undefined;
  const id = valueAt(tape, cursor);
  if (tape.kind(id) === STRING) return textOf(tape, id);
  return tape.kind(id) === NUMBER ? sourceOf(tape, id) : undefined;
}

const ID: Key = keyOf('id');
