/**
 * How are items kept for single operations? In SQLite, two tables for each container, by the key bytes that the bulk
 * load hashes: equal bytes are equal keys, so that its indexes are the service's. What has expired is not there, and
 * goes when somebody comes upon it.
 */
import { Buffer } from 'node:buffer';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ChangeLog, Stamp } from './change-log.ts';

export interface StoredItem extends Stamp {
  /** Number of the item in the container. */
  readonly item: number;
}

/** What an item occupies: its place and its unique keys, as bytes. */
export interface ItemKeys {
  readonly partition: Buffer;
  /** The effective partition key. */
  readonly effective: Buffer;
  readonly id: Buffer;
  /** One for each constraint, without the partition key. */
  readonly unique: readonly Buffer[];
}

export interface Content {
  readonly text: Buffer;
  /** Its own time to live, in seconds. */
  readonly ttl: number | undefined;
}

export class ItemStore {
  /** Its number in the database. */
  readonly container: number;
  readonly log: ChangeLog;
  readonly #defaultTtl: number | undefined;
  readonly #find: StatementSync;
  readonly #text: StatementSync;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #delete: StatementSync;
  readonly #holder: StatementSync;
  readonly #occupy: StatementSync;
  readonly #free: StatementSync;

  constructor(database: DatabaseSync, container: number, log: ChangeLog, defaultTtl: number | undefined) {
    this.container = container;
    this.log = log;
    this.#defaultTtl = defaultTtl;
    const [items, keys] = tablesOf(container);
    database.exec(`
      CREATE TABLE IF NOT EXISTS ${items} (
        item INTEGER PRIMARY KEY AUTOINCREMENT, partition BLOB NOT NULL, id BLOB NOT NULL, effective BLOB NOT NULL,
        lsn INTEGER NOT NULL, write INTEGER NOT NULL, written INTEGER NOT NULL, ttl INTEGER, text BLOB NOT NULL,
        UNIQUE (partition, id)
      ) STRICT;
      CREATE INDEX IF NOT EXISTS ${items}_changes ON ${items} (lsn, effective);
      CREATE TABLE IF NOT EXISTS ${keys} (
        number INTEGER NOT NULL, partition BLOB NOT NULL, key BLOB NOT NULL, item INTEGER NOT NULL,
        PRIMARY KEY (number, partition, key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS ${keys}_of_item ON ${keys} (item);
    `);
    this.#find = database.prepare(`SELECT item, lsn, write, written, ttl FROM ${items} WHERE partition = ? AND id = ?`);
    this.#text = database.prepare(`SELECT text FROM ${items} WHERE item = ?`);
    this.#insert = database.prepare(
      `INSERT INTO ${items} (partition, id, effective, lsn, write, written, ttl, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#update = database.prepare(
      `UPDATE ${items} SET id = ?, lsn = ?, write = ?, written = ?, ttl = ?, text = ? WHERE item = ?`,
    );
    this.#delete = database.prepare(`DELETE FROM ${items} WHERE item = ?`);
    this.#holder = database.prepare(
      `SELECT item, written, ttl FROM ${keys} JOIN ${items} USING (item) WHERE number = ? AND ${keys}.partition = ? AND key = ?`,
    );
    this.#occupy = database.prepare(`INSERT INTO ${keys} VALUES (?, ?, ?, ?)`);
    this.#free = database.prepare(`DELETE FROM ${keys} WHERE item = ?`);
  }

  find(partition: Buffer, id: Buffer): StoredItem | undefined {
    const row = this.#find.get(partition, id);
    if (row === undefined || this.#expire(row)) return undefined;
    return storedItem(row);
  }

  text({ item }: StoredItem): Buffer {
    return bufferOf(this.#text.get(item)?.['text']);
  }

  /** The number of the first unique key, from 0, that another item than this one holds; -1 if none. */
  conflict({ partition, unique }: ItemKeys, item: number | undefined): number {
    return unique.findIndex((key, number) => {
      const row = this.#holder.get(number, partition, key);
      return row !== undefined && Number(row['item']) !== item && !this.#expire(row);
    });
  }

  /** Stores a new item. */
  insert(keys: ItemKeys, { text, ttl }: Content): StoredItem {
    let item = 0;
    const stamp = this.log.write(({ lsn, write, written }) => {
      const { partition, id, effective } = keys;
      item = Number(this.#insert.run(partition, id, effective, lsn, write, written, ttl ?? null, text).lastInsertRowid);
      this.#occupyAll(keys, item);
    });
    return { ...stamp, item };
  }

  /** Puts new content, perhaps under a new id, in the place of an item. */
  update(item: number, keys: ItemKeys, { text, ttl }: Content): StoredItem {
    const stamp = this.log.write(({ lsn, write, written }) => {
      if (keys.unique.length > 0) this.#free.run(item);
      this.#update.run(keys.id, lsn, write, written, ttl ?? null, text, item);
      this.#occupyAll(keys, item);
    });
    return { ...stamp, item };
  }

  delete(item: number): void {
    this.log.write(() => {
      this.#free.run(item);
      this.#delete.run(item);
    });
  }

  #occupyAll({ partition, unique }: ItemKeys, item: number): void {
    for (const [number, key] of unique.entries()) this.#occupy.run(number, partition, key, item);
  }

  /** Whether an item's time is over; then it goes, and its id and its values are free. */
  #expire(row: Record<string, unknown>): boolean {
    if (this.#defaultTtl === undefined) return false;
    const ttl = row['ttl'] === null ? this.#defaultTtl : Number(row['ttl']);
    if (ttl < 0 || Number(row['written']) + ttl > this.log.seconds) return false;
    this.delete(Number(row['item']));
    return true;
  }
}

/** The names of a container's tables: items, and unique keys. */
export function tablesOf(container: number): readonly [items: string, keys: string] {
  return [`items_${container}`, `keys_${container}`];
}

export function storedItem(row: Record<string, unknown>): StoredItem {
  return {
    item: Number(row['item']),
    lsn: Number(row['lsn']),
    write: Number(row['write']),
    written: Number(row['written']),
  };
}

/** The same memory as a buffer. */
export function bufferOf(bytes: unknown): Buffer {
  const { buffer, byteOffset, byteLength } = bytes as Uint8Array<ArrayBuffer>;
  return Buffer.from(buffer, byteOffset, byteLength);
}
