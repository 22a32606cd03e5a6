/** What is left of a value when only some paths of it are kept? Objects left empty go, elements of arrays stay. */
import { textOf } from './decode.ts';
import { cloneEdits, insertMember, pushElement } from './edit.ts';
import { isKey } from './key.ts';
import { addArray, addObject } from './literal.ts';
import { elementAt, firstElement, firstMember, keyAt, nextElement, nextMember, valueAt } from './members.ts';
import { childPath, type Path, type Segment } from './path.ts';
import { ARRAY, END, MISSING, OBJECT, type Tape, type Value } from './tape.ts';

/** The paths as a tree: what is kept below each segment. */
export interface Picking {
  /** The value is kept whole. */
  readonly whole: boolean;
  readonly below: readonly { readonly segment: Segment; readonly picking: Picking }[];
}

export function pickingOf(paths: readonly Path[]): Picking {
  return treeOf(paths.map(({ segments }) => segments));
}

/**
 * A value with only the picked paths, in the order of the document; `MISSING` when nothing is left of it.
 * @param drop called with the path of each value that is left out.
 */
export function pick(
  tape: Tape,
  value: Value,
  picking: Picking,
  drop?: (path: string) => void,
  way: string = '/',
): Value {
  if (picking.whole) return cloneEdits(tape, value);
  const kind = tape.kind(value);
  if (kind === OBJECT) {
    const picked = addObject(tape);
    for (let cursor = firstMember(tape, value); cursor !== END; cursor = nextMember(tape, value, cursor)) {
      const key = keyAt(tape, cursor);
      const found = picking.below.find(({ segment }) => !segment.each && isKey(tape, key, segment.key));
      const path = drop === undefined ? '' : childPath(way, textOf(tape, key));
      const kept = found === undefined ? MISSING : pick(tape, valueAt(tape, cursor), found.picking, drop, path);
      if (kept !== MISSING) insertMember(tape, picked, END, key, kept);
      else if (found === undefined) drop?.(path);
    }
    return tape.words[picked * 4 + 2] === 0 ? MISSING : picked;
  }
  if (kind === ARRAY) return pickElements(tape, value, picking, drop, way);
  drop?.(way);
  return MISSING;
}

function pickElements(
  tape: Tape,
  array: Value,
  picking: Picking,
  drop: ((path: string) => void) | undefined,
  way: string,
): Value {
  const picked = addArray(tape);
  let index = 0;
  for (let cursor = firstElement(tape, array); cursor !== END; cursor = nextElement(tape, array, cursor), index++) {
    const at = index;
    const element = elementAt(tape, cursor);
    const path = drop === undefined ? '' : `${way === '/' ? '' : way}/*`;
    const found = picking.below.find(({ segment }) => segment.each || segment.index === at);
    if (found === undefined) {
      drop?.(path);
      continue;
    }
    const kept = pick(tape, element, found.picking, drop, path);
    if (kept !== MISSING) pushElement(tape, picked, kept);
    else if (tape.kind(element) === OBJECT) pushElement(tape, picked, addObject(tape));
  }
  return picked;
}

function treeOf(ways: readonly (readonly Segment[])[]): Picking {
  const whole = ways.some((way) => way.length === 0);
  const groups = new Map<string, { segment: Segment; rests: (readonly Segment[])[] }>();
  for (const [segment, ...rest] of ways) {
    if (segment === undefined) continue;
    const name = segment.each ? '*' : JSON.stringify(segment.key.name);
    const group = groups.get(name) ?? { segment, rests: [] };
    group.rests.push(rest);
    groups.set(name, group);
  }
  return { whole, below: [...groups.values()].map(({ segment, rests }) => ({ segment, picking: treeOf(rests) })) };
}
