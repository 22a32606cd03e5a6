/**
 * May a step write here? A value that stands there already is kept unless it is the same or the plan says that it may
 * be overwritten; then it is counted as lost.
 */
import type { Document } from './document.ts';
import { cloneEdits } from './edit.ts';
import type { Path } from './path.ts';
import { readOccurrences } from './read.ts';
import { reject, type Rejection } from './rejection.ts';
import { sameValue } from './same-value.ts';
import { MISSING, type Value } from './tape.ts';

/** Counts values that leave the data. */
export interface Losses {
  drop(path: string, count?: number): void;
}

/** Writes a value at each place that a path means; rejects where another value stands, unless it may be overwritten. */
export function put(
  document: Document,
  path: Path,
  value: Value,
  overwrite: boolean,
  losses: Losses,
): Rejection | undefined {
  if (document.addProperty(path, value)) return undefined;
  const others = othersAt(document, path, value);
  if (others > 0 && !overwrite) return targetExists(path);
  const rejection = document.set(path, path.many ? () => cloneEdits(document.tape, value) : value);
  if (rejection === undefined && others > 0) losses.drop(path.text, others);
  return rejection;
}

export function targetExists(path: Path): Rejection {
  return reject(
    'TARGET_EXISTS',
    `${path.text} is there already with a different value, and the step would overwrite it. Remove or rename it in an earlier step, or write overwrite: true beside this one.`,
    path.text,
  );
}

/** How many values at the path differ from this one; a repeated key counts as often as it stands there. */
function othersAt(document: Document, path: Path, value: Value): number {
  const { tape } = document;
  if (!path.many && !tape.hasDuplicateKeys) {
    const old = document.get(path);
    return old === MISSING || sameValue(tape, old, value) ? 0 : 1;
  }
  let count = 0;
  readOccurrences(tape, document.root, path, (old) => {
    if (!sameValue(tape, old, value)) count++;
  });
  return count;
}
