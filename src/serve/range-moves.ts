/**
 * What becomes of the ranges of a container when one is split or two are merged? New ranges, with ids never used before,
 * take the place of the old ones, which are gone: requests that name them are told so (410/1002). Until then the old
 * ranges may be locked for a while, which is told as well (410/1007).
 */
import type { Buffer } from 'node:buffer';
import { evenBoundaries } from '../container/effective-key.ts';
import type { Catalog } from './catalog.ts';
import type { PhysicalRange } from './ranges.ts';
import type { ContainerResource } from './resources.ts';

export interface MoveOptions {
  /** Milliseconds. @default 0, which is at once */
  readonly lockedFor?: number | undefined;
}

/** Splits a range in two, in the middle of its effective partition keys. */
export function splitRange(
  catalog: Catalog,
  container: ContainerResource,
  id: string,
  { lockedFor = 0 }: MoveOptions = {},
): void {
  const { ranges, items } = container;
  const range = ranges[placeOf(ranges, id)]!;
  const middle = middleOf(range, items.policy.keyVersion ?? 2);
  const next = nextId(ranges);
  const parents = [...range.parents, id];
  move(catalog, container, [range], lockedFor, [
    { id: String(next), from: range.from, to: middle, parents },
    { id: String(next + 1), from: middle, to: range.to, parents },
  ]);
}

/** Merges a range with the one behind it. */
export function mergeRanges(
  catalog: Catalog,
  container: ContainerResource,
  id: string,
  { lockedFor = 0 }: MoveOptions = {},
): void {
  const { ranges } = container;
  const at = placeOf(ranges, id);
  const [one, other] = [ranges[at]!, ranges[at + 1]];
  if (other === undefined) throw new Error(`Behind range ${id} of ${container.id} there is none to merge it with.`);
  const parents = [...new Set([...one.parents, ...other.parents, one.id, other.id])];
  move(catalog, container, [one, other], lockedFor, [
    { id: String(nextId(ranges)), from: one.from, to: other.to, parents },
  ]);
}

function move(
  catalog: Catalog,
  container: ContainerResource,
  old: readonly PhysicalRange[],
  lockedFor: number,
  fresh: readonly PhysicalRange[],
): void {
  if (old.some(({ id }) => container.locked.has(id))) throw new Error(`A range of ${container.id} is moving already.`);
  const take = (): void => {
    for (const { id } of old) container.locked.delete(id);
    const at = container.ranges.indexOf(old[0]!);
    catalog.spread(container, container.ranges.toSpliced(at, old.length, ...fresh));
  };
  if (lockedFor === 0) {
    take();
    return;
  }
  for (const { id } of old) container.locked.add(id);
  catalog.later(take, lockedFor);
}

function placeOf(ranges: readonly PhysicalRange[], id: string): number {
  const at = ranges.findIndex((range) => range.id === id);
  if (at < 0) throw new Error(`There is no range ${id}; there are ${ranges.map((range) => range.id).join(', ')}.`);
  return at;
}

/** The greatest id is always one of a range that is there: what replaces a range has a greater one. */
function nextId(ranges: readonly PhysicalRange[]): number {
  return Math.max(...ranges.map(({ id }) => Number(id))) + 1;
}

/** Ranges are never narrower than this part of all keys. */
const FINEST = 4096;

function middleOf({ id, from, to }: PhysicalRange, version: 1 | 2): Buffer {
  const inside = evenBoundaries(FINEST, version).filter((one) => one.compare(from) > 0 && one.compare(to) < 0);
  const middle = inside[inside.length >> 1];
  if (middle === undefined) throw new Error(`Range ${id} is too narrow to be split.`);
  return middle;
}
