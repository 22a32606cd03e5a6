/** Which range does a request move that is to meet a split or a merge? The one that it is for. */
import type { Account } from '../handler.ts';
import { partitionKeyOf } from '../partition-key.ts';
import { mergeRanges, splitRange } from '../range-moves.ts';
import { rangeOf } from '../ranges.ts';
import { header, type ServedRequest } from '../request.ts';
import type { ContainerResource } from '../resources.ts';

/** Nothing happens where it is for none, or for one that is moving already, or has no other to be merged with. */
export function moveRange(
  how: 'split' | 'merge',
  request: ServedRequest,
  { catalog }: Account,
  lockedFor: number | undefined,
): void {
  const [database = '', name = ''] = request.path.names;
  const container = catalog.container(database, name);
  const at = container === undefined ? -1 : placeOf(request, container);
  if (container === undefined || at < 0) return;
  const { ranges, locked } = container;
  // The last one is merged with the one before it.
  const first = how === 'merge' ? Math.min(at, ranges.length - 2) : at;
  const old = ranges.slice(first, how === 'merge' ? first + 2 : first + 1);
  if (first < 0 || old.some(({ id }) => locked.has(id))) return;
  const change = how === 'merge' ? mergeRanges : splitRange;
  change(catalog, container, old[0]!.id, { lockedFor });
}

/** Below 0 for a range that is gone. */
function placeOf(request: ServedRequest, { items, ranges }: ContainerResource): number {
  const named = header(request, 'x-ms-documentdb-partitionkeyrangeid');
  if (named !== undefined) return ranges.findIndex(({ id }) => id === named);
  const levels = partitionKeyOf(request);
  return typeof levels === 'object' ? ranges.indexOf(rangeOf(ranges, items.effective(levels))) : 0;
}
