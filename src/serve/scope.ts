/**
 * Which part of a container does a request read? All of it, a physical range or a stretch of one, or what has one
 * partition key, of which a hierarchical one may be a prefix.
 */
import { Buffer } from 'node:buffer';
import { partitionBytesOf } from '../container/document-keys.ts';
import type { Scope } from '../container/item-feed.ts';
import { type Answer, refusal } from './answer.ts';
import { partitionKeyOf } from './partition-key.ts';
import { END_OF_KEYS, keyOfHex, type PhysicalRange, rangeOf } from './ranges.ts';
import { header, type ServedRequest } from './request.ts';
import type { ContainerResource } from './resources.ts';

export interface ReadScope {
  readonly scope: Scope;
  /** The range that it is charged to. */
  readonly range: PhysicalRange;
}

/** The range is gone: it was split or merged. */
const RANGE_GONE = 1002;

export function scopeOf(request: ServedRequest, container: ContainerResource): ReadScope | Answer {
  const partitionKey = partitionKeyOf(request);
  if (typeof partitionKey === 'string') return refusal(400, { detail: partitionKey });
  if (partitionKey !== undefined) return keyScope(container, partitionKey);
  const range = namedRange(request, container);
  if (range === undefined) {
    return { scope: { from: Buffer.alloc(0), to: END_OF_KEYS }, range: container.ranges[0]! };
  }
  if ('status' in range) return range;
  const from = keyOfHex(header(request, 'x-ms-start-epk') ?? '');
  const to = keyOfHex(header(request, 'x-ms-end-epk') ?? 'FF');
  if (from === undefined || to === undefined)
    return refusal(400, { detail: 'A stretch of keys is two hexadecimal texts.' });
  return { scope: { from: greater(from, range.from), to: lesser(to, range.to) }, range };
}

/** The range that a request names; an answer when it is gone, `undefined` when it names none. */
export function namedRange(request: ServedRequest, { ranges }: ContainerResource): PhysicalRange | Answer | undefined {
  const id = header(request, 'x-ms-documentdb-partitionkeyrangeid');
  if (id === undefined) return undefined;
  return ranges.find((range) => range.id === id) ?? refusal(410, { substatus: RANGE_GONE });
}

function keyScope({ items, ranges }: ContainerResource, levels: readonly unknown[]): ReadScope | Answer {
  const { partitionKey } = items.policy;
  if (levels.length === 0 || levels.length > partitionKey.length) {
    return refusal(400, {
      detail: `The partition key has ${partitionKey.length} levels, the request names ${levels.length}.`,
    });
  }
  const from = items.effective(levels);
  const scope = { from, to: Buffer.concat([from, END_OF_KEYS]) };
  const range = rangeOf(ranges, from);
  if (levels.length < partitionKey.length) return { scope, range };
  return { scope: { ...scope, partition: partitionBytesOf(levels) }, range };
}

function greater(one: Buffer, other: Buffer): Buffer {
  return one.compare(other) < 0 ? other : one;
}

function lesser(one: Buffer, other: Buffer): Buffer {
  return one.compare(other) < 0 ? one : other;
}
