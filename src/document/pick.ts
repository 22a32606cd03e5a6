/** What is left of a value when only some paths of it are kept? Objects left empty go, elements of arrays stay. */
import { textOf } from './decode.ts';
import { cloneEdits, insertMember, pushElement } from './edit.ts';
import { isKey, type Key } from './key.ts';
import { addArray, addObject } from './literal.ts';
import { elementAt, firstElement, firstMember, keyAt, nextElement, nextMember, valueAt } from './members.ts';
import { childPath, type Path, type Segment } from './path.ts';
import { ARRAY, END, MISSING, OBJECT, type Tape, type Value } from './tape.ts';

/** The paths as a tree: what is kept below each property and each element. */
export interface Picking {
  /** The value is kept whole. */
  readonly whole: boolean;
  readonly members: readonly { readonly key: Key; readonly picking: Picking }[];
  /** Elements that a path names by their place. */
  readonly elements: ReadonlyMap<number, Picking>;
  /** All other elements, where a path has a star. */
  readonly each: Picking | undefined;
}

type Drop = (path: string) => void;
/** What is left of a path behind the segments that were followed. */
type Rest = readonly Segment[];

export function pickingOf(paths: readonly Path[]): Picking {
  return treeOf(paths.map(({ segments }) => segments));
}

/**
 * A value with only the picked paths, in the order of the document; `MISSING` when nothing is left of it.
 * @param drop called with the path of each value that is left out.
 */
export function pick(tape: Tape, value: Value, picking: Picking, drop?: Drop, way: string = '/'): Value {
  if (picking.whole) return cloneEdits(tape, value);
  const kind = tape.kind(value);
  if (kind === OBJECT) return pickMembers(tape, value, picking, drop, way);
  if (kind === ARRAY && (picking.each !== undefined || picking.elements.size > 0))
    return pickElements(tape, value, picking, drop, way);
  drop?.(way);
  return MISSING;
}

function pickMembers(tape: Tape, object: Value, picking: Picking, drop: Drop | undefined, way: string): Value {
  const picked = addObject(tape);
  const first = firstMember(tape, object);
  if (first === END && way !== '/') drop?.(way);
  for (let cursor = first; cursor !== END; cursor = nextMember(tape, object, cursor)) {
    const key = keyAt(tape, cursor);
    const found = picking.members.find((member) => isKey(tape, key, member.key));
    if (found?.picking.whole === true) {
      insertMember(tape, picked, END, key, cloneEdits(tape, valueAt(tape, cursor)));
      continue;
    }
    const path = drop === undefined ? '' : childPath(way, textOf(tape, key));
    if (found === undefined) {
      drop?.(path);
      continue;
    }
    const kept = pick(tape, valueAt(tape, cursor), found.picking, drop, path);
    if (kept !== MISSING) insertMember(tape, picked, END, key, kept);
  }
  return firstMember(tape, picked) === END ? MISSING : picked;
}

function pickElements(tape: Tape, array: Value, picking: Picking, drop: Drop | undefined, way: string): Value {
  const picked = addArray(tape);
  const path = drop === undefined ? '' : `${way === '/' ? '' : way}/*`;
  let place = 0;
  for (let cursor = firstElement(tape, array); cursor !== END; cursor = nextElement(tape, array, cursor)) {
    const element = elementAt(tape, cursor);
    const found = picking.elements.get(place++) ?? picking.each;
    if (found === undefined) drop?.(path);
    else if (tape.kind(element) === OBJECT && firstMember(tape, element) === END) pushElement(tape, picked, element);
    else {
      const kept = pick(tape, element, found, drop, path);
      if (kept !== MISSING) pushElement(tape, picked, kept);
      else if (tape.kind(element) === OBJECT) pushElement(tape, picked, addObject(tape));
    }
  }
  return picked;
}

function treeOf(ways: readonly Rest[]): Picking {
  const members = new Map<string, { readonly key: Key; readonly rests: Rest[] }>();
  const elements = new Map<number, Rest[]>();
  const each: Rest[] = [];
  for (const [segment, ...rest] of ways) {
    if (segment === undefined) continue;
    if (segment.each) {
      each.push(rest);
      continue;
    }
    const { key, index } = segment;
    const member = members.get(key.name) ?? { key, rests: [] };
    member.rests.push(rest);
    members.set(key.name, member);
    if (index >= 0) elements.set(index, [...(elements.get(index) ?? []), rest]);
  }
  return {
    whole: ways.some((way) => way.length === 0),
    members: [...members.values()].map(({ key, rests }) => ({ key, picking: treeOf(rests) })),
    // An element that is named by its place is one of all elements, too.
    elements: new Map([...elements].map(([index, rests]) => [index, treeOf([...rests, ...each])])),
    each: each.length === 0 ? undefined : treeOf(each),
  };
}
