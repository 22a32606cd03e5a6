/**
 * Which items does a container hold, or which have changed? Reads them in pages, in the order of their numbers or of
 * their last changes, of all of it, a stretch of effective partition keys, or one partition key. What has expired is
 * left out.
 */
import type { Buffer } from 'node:buffer';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ChangeLog } from './change-log.ts';
import { bufferOf, type StoredItem, storedItem, tablesOf } from './item-store.ts';

/** Which items are asked for. */
export interface Scope {
  /** Effective partition keys from this one on, and below that one. */
  readonly from: Buffer;
  readonly to: Buffer;
  /** The key bytes of one partition key. */
  readonly partition?: Buffer;
}

export interface FedItem extends StoredItem {
  readonly text: Buffer;
}

export interface Page {
  readonly items: readonly FedItem[];
  /** Whether more may follow behind the last of them. */
  readonly hasMore: boolean;
}

export interface PageLimits {
  readonly items: number;
  readonly bytes: number;
}

export class ItemFeed {
  readonly #log: ChangeLog;
  readonly #defaultTtl: number | undefined;
  readonly #all: StatementSync;
  readonly #ofPartition: StatementSync;
  readonly #changes: StatementSync;

  constructor(database: DatabaseSync, container: number, log: ChangeLog, defaultTtl: number | undefined) {
    this.#log = log;
    this.#defaultTtl = defaultTtl;
    const [items] = tablesOf(container);
    const select = `SELECT item, lsn, write, written, ttl, text FROM ${items} WHERE`;
    const within = 'effective >= ? AND effective < ? AND (? IS NULL OR partition = ?)';
    this.#all = database.prepare(`${select} item > ? AND ${within} ORDER BY item`);
    this.#ofPartition = database.prepare(`${select} partition = ? AND item > ? ORDER BY item`);
    this.#changes = database.prepare(`${select} lsn > ? AND written >= ? AND ${within} ORDER BY lsn, item`);
  }

  /** Items with a greater number, in the order of their numbers. */
  all(after: number, scope: Scope, limits: PageLimits): Page {
    return this.#page(this.#rows(after, scope), limits, false);
  }

  /** The same one by one. */
  *each(after: number, scope: Scope): Generator<FedItem> {
    for (const row of this.#rows(after, scope)) {
      if (!this.#isExpired(row)) yield { ...storedItem(row), text: bufferOf(row['text']) };
    }
  }

  /** One partition key is found by its index. */
  #rows(after: number, scope: Scope): Iterable<Record<string, unknown>> {
    if (scope.partition !== undefined) return this.#ofPartition.iterate(scope.partition, after);
    return this.#all.iterate(after, ...parametersOf(scope));
  }

  /**
   * Items whose last change is a later one, in the order of these changes. Those of one change are never torn apart.
   * @param since only what was written from this second on
   */
  changes(after: number, since: number, scope: Scope, limits: PageLimits): Page {
    return this.#page(this.#changes.iterate(after, since, ...parametersOf(scope)), limits, true);
  }

  #page(rows: Iterable<Record<string, unknown>>, limits: PageLimits, keepsTogether: boolean): Page {
    const items: FedItem[] = [];
    let bytes = 0;
    for (const row of rows) {
      if (this.#isExpired(row)) continue;
      const text = bufferOf(row['text']);
      bytes += text.length;
      const isFull = items.length >= limits.items || (items.length > 0 && bytes > limits.bytes);
      if (isFull && !(keepsTogether && items.at(-1)?.lsn === Number(row['lsn']))) return { items, hasMore: true };
      items.push({ ...storedItem(row), text });
    }
    return { items, hasMore: false };
  }

  #isExpired(row: Record<string, unknown>): boolean {
    if (this.#defaultTtl === undefined) return false;
    const ttl = row['ttl'] === null ? this.#defaultTtl : Number(row['ttl']);
    return ttl >= 0 && Number(row['written']) + ttl <= this.#log.seconds;
  }
}

function parametersOf({ from, to, partition }: Scope): [Buffer, Buffer, Buffer | null, Buffer | null] {
  return [from, to, partition ?? null, partition ?? null];
}
