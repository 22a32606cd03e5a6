/**
 * What does a container do with one item at a time? Create, read, upsert, replace, patch and delete as the service
 * answers them, with its policies enforced at once: by the same key bytes as in the bulk load.
 */
import type { Buffer } from 'node:buffer';
import { Tape } from '../document/tape.ts';
import { admit, type Admitted } from './admit.ts';
import { DocumentKeys, idBytesOf, partitionBytesOf } from './document-keys.ts';
import { effectiveKey } from './effective-key.ts';
import { etagOf } from './etag.ts';
import type { ItemFeed } from './item-feed.ts';
import type { ItemKeys, ItemStore, StoredItem } from './item-store.ts';
import { KeyValues } from './key-values.ts';
import { patchItem } from './patch-item.ts';
import { plainValue } from './plain-value.ts';
import type { ContainerPolicy } from './policy.ts';
import { PARTITION_KEY_MISMATCH, refused, type Result } from './result.ts';

export interface WriteOptions {
  /** The partition key that the request names; by default it is taken from the item. */
  readonly partitionKey?: readonly unknown[];
  /** Its effective partition key, where that is known already. */
  readonly effective?: Buffer;
  /** Only if the item still has this etag. */
  readonly ifMatch?: string;
}

/** Of an operation on an item that is there. */
export interface PlaceOptions extends WriteOptions {
  readonly partitionKey: readonly unknown[];
}

export class Container {
  readonly policy: ContainerPolicy;
  readonly feed: ItemFeed;
  readonly #items: ItemStore;
  readonly #tape = new Tape();
  readonly #values: KeyValues;
  readonly #keys: DocumentKeys;

  constructor(policy: ContainerPolicy, items: ItemStore, feed: ItemFeed) {
    this.policy = policy;
    this.feed = feed;
    this.#items = items;
    this.#values = new KeyValues(policy);
    this.#keys = new DocumentKeys(policy);
  }

  /** The number of the last change. */
  get lsn(): number {
    return this.#items.log.lsn;
  }

  create(body: Buffer, options: WriteOptions = {}): Result {
    const admitted = this.#admit(body, options);
    if ('status' in admitted) return admitted;
    const { keys } = admitted;
    if (this.#items.find(keys.partition, keys.id) !== undefined) return ID_TAKEN;
    return this.#conflict(keys, undefined) ?? this.#written(201, this.#items.insert(keys, admitted), admitted.text);
  }

  upsert(body: Buffer, options: WriteOptions = {}): Result {
    const admitted = this.#admit(body, options);
    if ('status' in admitted) return admitted;
    const { keys, text } = admitted;
    const existing = this.#items.find(keys.partition, keys.id);
    if (existing === undefined) {
      return this.#conflict(keys, undefined) ?? this.#written(201, this.#items.insert(keys, admitted), text);
    }
    if (this.#isStale(existing, options.ifMatch)) return STALE;
    const { item } = existing;
    return this.#conflict(keys, item) ?? this.#written(200, this.#items.update(item, keys, admitted), text);
  }

  read(id: string, partitionKey: readonly unknown[], ifNoneMatch?: string): Result {
    const found = this.#find(id, partitionKey);
    if ('status' in found) return found;
    const etag = this.etag(found);
    return ifNoneMatch === etag
      ? { status: 304, etag, stored: found }
      : this.#written(200, found, this.#items.text(found));
  }

  /** Replaces an item, which may get another id, but not another partition key (400/1001). */
  replace(id: string, body: Buffer, options: PlaceOptions): Result {
    const found = this.#find(id, options.partitionKey);
    if ('status' in found) return found;
    const admitted = this.#admit(body, options);
    if ('status' in admitted) return admitted;
    if (this.#isStale(found, options.ifMatch)) return STALE;
    const { keys, text } = admitted;
    const named = this.#items.find(keys.partition, keys.id);
    if (named !== undefined && named.item !== found.item) return ID_TAKEN;
    return this.#conflict(keys, found.item) ?? this.#written(200, this.#items.update(found.item, keys, admitted), text);
  }

  /** Changes parts of an item, all of them or none, under the same rules as a replace. */
  patch(id: string, patch: Buffer, options: PlaceOptions): Result {
    const found = this.#find(id, options.partitionKey);
    if ('status' in found) return found;
    if (this.#isStale(found, options.ifMatch)) return STALE;
    const patched = patchItem(this.#tape, this.#items.text(found), patch);
    return 'status' in patched ? patched : this.replace(id, patched.text, options);
  }

  delete(id: string, partitionKey: readonly unknown[], ifMatch?: string): Result {
    const found = this.#find(id, partitionKey);
    if ('status' in found) return found;
    if (this.#isStale(found, ifMatch)) return STALE;
    this.#items.delete(found.item);
    return { status: 204 };
  }

  /** Does operations as one transaction; see `ChangeLog`. */
  together(as: 'each' | 'one', work: () => boolean): void {
    this.#items.log.together(as, work);
  }

  /** The effective partition key of a partition key, or of the first levels of one. */
  effective(partitionKey: readonly unknown[]): Buffer {
    return effectiveKey(partitionKey, this.policy.keyVersion ?? 2);
  }

  etag(stored: StoredItem): string {
    return etagOf(stored, this.#items.container);
  }

  #find(id: string, partitionKey: readonly unknown[]): StoredItem | Result {
    const problem = this.#keyProblem(partitionKey);
    if (problem !== undefined) return problem;
    return this.#items.find(partitionBytesOf(partitionKey), idBytesOf(id)) ?? NOT_FOUND;
  }

  #admit(body: Buffer, { partitionKey, effective }: WriteOptions): (Admitted & { readonly keys: ItemKeys }) | Result {
    const admitted = admit(this.#tape, body, this.policy, this.#values);
    if ('status' in admitted) return admitted;
    const keys = this.#keys;
    keys.read(this.#tape, this.#values);
    const partition = keys.partitionBytes();
    if (partitionKey !== undefined) {
      const problem = this.#keyProblem(partitionKey);
      if (problem !== undefined) return problem;
      if (!partition.equals(partitionBytesOf(partitionKey))) return MISMATCH;
    }
    const unique = this.policy.uniqueKeys.map((_, number) => keys.tableBytes(number + 1));
    const place = effective ?? this.effective(partitionKey ?? this.#levels());
    return { ...admitted, keys: { partition, effective: place, id: keys.tableBytes(0), unique } };
  }

  #levels(): readonly unknown[] {
    return Array.from(this.#values.partition, (value) => plainValue(this.#tape, value));
  }

  /** A point operation needs every level, each a scalar or `{}` for a missing value. */
  #keyProblem(partitionKey: readonly unknown[]): Result | undefined {
    const levels = this.policy.partitionKey.length;
    if (partitionKey.length !== levels) {
      return refused(400, `The partition key has ${levels} levels, the request names ${partitionKey.length}.`, {
        substatus: PARTITION_KEY_MISMATCH,
      });
    }
    if (partitionKey.every((level) => level === null || typeof level !== 'object' || isNone(level))) return undefined;
    return refused(400, 'A level of the partition key is an object or an array.');
  }

  #conflict(keys: ItemKeys, item: number | undefined): Result | undefined {
    const number = this.#items.conflict(keys, item);
    if (number < 0) return undefined;
    const uniqueKey = this.policy.uniqueKeys[number]!.map(({ text }) => text);
    return refused(409, `Another item of the logical partition has the same ${uniqueKey.join(', ')}.`, { uniqueKey });
  }

  #written(status: number, stored: StoredItem, text: Buffer): Result {
    return { status, etag: this.etag(stored), text, stored };
  }

  #isStale(stored: StoredItem, ifMatch: string | undefined): boolean {
    return ifMatch !== undefined && ifMatch !== '*' && ifMatch !== this.etag(stored);
  }
}

const NOT_FOUND: Result = refused(404, 'No item has this id in this logical partition.');
const ID_TAKEN: Result = refused(409, 'Another item of the logical partition has this id.', { uniqueKey: ['/id'] });
const STALE: Result = refused(412, 'The item has changed since: its etag is another one.');
const MISMATCH: Result = refused(400, "The item's partition key is not the one that the request names.", {
  substatus: PARTITION_KEY_MISMATCH,
});

function isNone(level: object): boolean {
  return !Array.isArray(level) && Object.keys(level).length === 0;
}
