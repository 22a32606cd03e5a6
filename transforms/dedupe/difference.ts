/** In what does a document differ from the one that stays in its place? Ids and what belongs to the service aside, which always do. */
import { compare } from '../../src/document/compare.ts';
import { textOf } from '../../src/document/decode.ts';
import { keyFor } from '../../src/document/made-key.ts';
import { findMember, firstMember, keyAt, nextMember, valueAt } from '../../src/document/members.ts';
import { childPath } from '../../src/document/path.ts';
import { sameValue } from '../../src/document/same-value.ts';
import { SYSTEM_PROPERTIES } from '../../src/document/system-properties.ts';
import { END, type Tape, type Value } from '../../src/document/tape.ts';

const OF_ITS_OWN: readonly string[] = ['id', ...SYSTEM_PROPERTIES];

/** @param aside the path by which they were compared */
export function differs(tape: Tape, one: Value, other: Value, aside: string | undefined): boolean {
  const paths = OF_ITS_OWN.map((name) => childPath('/', name));
  if (aside !== undefined) paths.push(aside);
  // One more than could be left aside.
  const differences = compare(tape, one, tape, other, 'exact', paths.length + 1);
  return differences.some(({ path }) => !paths.includes(path));
}

/** Calls `visit` with the path of each property that has another value in the result. */
export function eachReplaced(tape: Tape, document: Value, result: Value, visit: (path: string) => void): void {
  for (let cursor = firstMember(tape, document); cursor !== END; cursor = nextMember(tape, document, cursor)) {
    const name = textOf(tape, keyAt(tape, cursor));
    const key = keyFor(name);
    // Of a repeated key the last counts.
    if (OF_ITS_OWN.includes(name) || findMember(tape, document, key) !== cursor) continue;
    const member = findMember(tape, result, key);
    if (member === END || !sameValue(tape, valueAt(tape, cursor), valueAt(tape, member))) visit(childPath('/', name));
  }
}
