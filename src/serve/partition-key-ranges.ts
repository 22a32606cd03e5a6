/** Over which physical ranges is a container spread? Clients ask to send bulk operations and to read range by range. */
import { type Answer, json } from './answer.ts';
import { withContainer } from './containers.ts';
import type { Account } from './handler.ts';
import { hexOf } from './ranges.ts';
import type { ServedRequest } from './request.ts';
import { itemRid } from './resource-ids.ts';
import { containerEtag, selfOf } from './resources.ts';

export function listPartitionKeyRanges(request: ServedRequest, account: Account): Answer {
  return withContainer(request, account, (container) => {
    const etag = containerEtag(container);
    const ranges = container.ranges.map(({ id, from, to, parents }) => {
      const rid = itemRid(container.rid, Number(id) + 1);
      return {
        _rid: rid,
        id,
        _etag: etag,
        minInclusive: hexOf(from),
        maxExclusive: hexOf(to),
        ridPrefix: Number(id),
        _self: `${selfOf(container)}pkranges/${rid}/`,
        throughputFraction: 1 / container.ranges.length,
        status: 'online',
        parents,
        _ts: container.written,
      };
    });
    const headers = { etag, 'x-ms-item-count': String(ranges.length) };
    return json(200, { _rid: container.rid, PartitionKeyRanges: ranges, _count: ranges.length }, headers);
  });
}
