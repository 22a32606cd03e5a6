/** May the result be written here? Other values stay unless the plan says otherwise, and nothing is put below a scalar. */
import { kindName } from '../../src/document/decode.ts';
import type { Path } from '../../src/document/path.ts';
import { type Losses, targetExists } from '../../src/document/put.ts';
import { readAt, readOccurrences } from '../../src/document/read.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { sameValue } from '../../src/document/same-value.ts';
import { ARRAY, MISSING, OBJECT, type Tape, type Value } from '../../src/document/tape.ts';

export function unreachable(tape: Tape, base: Value, path: Path): Rejection | undefined {
  for (let depth = 0; depth < path.segments.length; depth++) {
    const segments = path.segments.slice(0, depth);
    const value = readAt(tape, base, { ...path, segments });
    if (value === MISSING) return undefined;
    const kind = tape.kind(value);
    const isArrayPlace = kind === ARRAY && path.segments[depth]!.index >= 0;
    if (kind === OBJECT || isArrayPlace) continue;
    const message = `${path.text} cannot be written, because what should hold it is of type ${kindName(tape, value)} and not an object. Remove or convert it in an earlier step.`;
    return reject('PARENT_NOT_OBJECT', message, path.text);
  }
  return undefined;
}

/** Counts what is overwritten, where that may be. */
export function clashOf(
  tape: Tape,
  base: Value,
  path: Path,
  value: Value,
  { overwrite }: { readonly overwrite: boolean },
  losses: Losses,
): Rejection | undefined {
  let others = 0;
  readOccurrences(tape, base, path, (old) => {
    if (!sameValue(tape, old, value)) others++;
  });
  if (others === 0) return undefined;
  if (!overwrite) return targetExists(path);
  losses.drop(path.text, others);
  return undefined;
}
