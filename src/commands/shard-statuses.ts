/** How far is each shard of the sources? One is read after the other, in their order. */
import type { SavedRun } from '../state/saved-run.ts';

export interface ShardStatus {
  /** As people know it. */
  readonly source: string;
  readonly state: 'done' | 'current' | 'waiting';
  readonly records: number;
  /** Bytes of the file on disk; a stream has no size. */
  readonly size?: number;
  /** Bytes of it that have been read, where the sizes of all before it are known. */
  readonly bytesRead?: number;
}

export function shardStatuses({ sources, positions, stages, bytesRead = 0 }: SavedRun): ShardStatus[] {
  const isRead = stages[0]?.done === true;
  const furthest = Math.max(-1, ...positions.map(({ shard }) => shard));
  let before: number | undefined = 0;
  return sources.map(({ source, size }, shard) => {
    const state = isRead || shard < furthest ? 'done' : shard === furthest ? 'current' : 'waiting';
    const read = state === 'current' && before !== undefined ? Math.max(0, bytesRead - before) : undefined;
    before = before === undefined || size === undefined ? undefined : before + size;
    const records = positions.find((position) => position.shard === shard)?.index ?? 0;
    return {
      source,
      state,
      records,
      ...(size === undefined ? {} : { size }),
      ...(read === undefined ? {} : { bytesRead: size === undefined ? read : Math.min(read, size) }),
    };
  });
}
