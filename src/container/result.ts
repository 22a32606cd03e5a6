/** What does a container answer to a single operation? The statuses of the service, as a value. */
import type { Buffer } from 'node:buffer';
import type { StoredItem } from './item-store.ts';

export interface Result {
  readonly status: number;
  readonly substatus?: number;
  /** Why it was refused. */
  readonly message?: string;
  /** The item's etag after a read or a write. */
  readonly etag?: string;
  /** The item's text. */
  readonly text?: Buffer;
  /** The item as it stands after a read or a write. */
  readonly stored?: StoredItem;
  /** Of a 409: the paths of the key that is taken, `["/id"]` for the id. */
  readonly uniqueKey?: readonly string[];
}

/** The partition key of the request is not the item's. */
export const PARTITION_KEY_MISMATCH = 1001;

export function refused(status: number, message: string, more: Omit<Result, 'status' | 'message'> = {}): Result {
  return { status, message, ...more };
}
