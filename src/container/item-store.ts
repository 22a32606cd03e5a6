/**
 * How are items kept for single operations? In SQLite, by the key bytes that the bulk load hashes: equal bytes are
 * equal keys, so that its indexes are the service's. Every write takes the next number of its container's change log.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Buffer } from 'node:buffer';

export interface StoredItem {
  /** Number of the item in the database. */
  readonly item: number;
  /** Number of its last change in the container. */
  readonly lsn: number;
  readonly text: Buffer;
}

/** What an item occupies: its place and its unique keys, as bytes. */
export interface ItemKeys {
  readonly partition: Buffer;
  readonly id: Buffer;
  /** One for each constraint, without the partition key. */
  readonly unique: readonly Buffer[];
}

export const TABLES = `
  CREATE TABLE IF NOT EXISTS containers (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, definition TEXT NOT NULL, lsn INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS items (
    item INTEGER PRIMARY KEY, container INTEGER NOT NULL, partition BLOB NOT NULL, id BLOB NOT NULL,
    lsn INTEGER NOT NULL, text BLOB NOT NULL,
    UNIQUE (container, partition, id)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS unique_keys (
    container INTEGER NOT NULL, number INTEGER NOT NULL, partition BLOB NOT NULL, key BLOB NOT NULL, item INTEGER NOT NULL,
    PRIMARY KEY (container, number, partition, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS unique_keys_of_item ON unique_keys (item);
  CREATE INDEX IF NOT EXISTS changes ON items (container, lsn);
`;

export class ItemStore {
  readonly #container: number;
  readonly #database: DatabaseSync;
  readonly #find: StatementSync;
  readonly #holder: StatementSync;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #delete: StatementSync;
  readonly #occupy: StatementSync;
  readonly #free: StatementSync;
  readonly #count: StatementSync;
  #lsn: number;

  constructor(database: DatabaseSync, container: number) {
    this.#container = container;
    this.#database = database;
    this.#find = database.prepare('SELECT item, lsn, text FROM items WHERE container = ? AND partition = ? AND id = ?');
    this.#holder = database.prepare(
      'SELECT item FROM unique_keys WHERE container = ? AND number = ? AND partition = ? AND key = ?',
    );
    this.#insert = database.prepare(
      'INSERT INTO items (container, partition, id, lsn, text) VALUES (?, ?, ?, ?, ?) RETURNING item',
    );
    this.#update = database.prepare('UPDATE items SET id = ?, lsn = ?, text = ? WHERE item = ?');
    this.#delete = database.prepare('DELETE FROM items WHERE item = ?');
    this.#occupy = database.prepare('INSERT INTO unique_keys VALUES (?, ?, ?, ?, ?)');
    this.#free = database.prepare('DELETE FROM unique_keys WHERE item = ?');
    this.#count = database.prepare('UPDATE containers SET lsn = ? WHERE number = ?');
    const row = database.prepare('SELECT lsn FROM containers WHERE number = ?').get(container);
    this.#lsn = Number(row?.['lsn']);
  }

  find(partition: Buffer, id: Buffer): StoredItem | undefined {
    const row = this.#find.get(this.#container, partition, id);
    if (row === undefined) return undefined;
    return { item: Number(row['item']), lsn: Number(row['lsn']), text: Buffer.from(row['text'] as Uint8Array) };
  }

  /** The number of the first unique key, from 0, that another item than this one holds; -1 if none. */
  conflict({ partition, unique }: ItemKeys, item: number | undefined): number {
    return unique.findIndex((key, number) => {
      const row = this.#holder.get(this.#container, number, partition, key);
      return row !== undefined && Number(row['item']) !== item;
    });
  }

  /** Stores a new item; returns the number of the change. */
  insert(keys: ItemKeys, text: Buffer): number {
    return this.#change((lsn) => {
      const row = this.#insert.get(this.#container, keys.partition, keys.id, lsn, text);
      this.#occupyAll(keys, Number(row?.['item']));
    });
  }

  /** Puts new content, perhaps under a new id, in the place of an item. */
  update(item: number, keys: ItemKeys, text: Buffer): number {
    return this.#change((lsn) => {
      this.#free.run(item);
      this.#update.run(keys.id, lsn, text, item);
      this.#occupyAll(keys, item);
    });
  }

  delete(item: number): void {
    this.#change(() => {
      this.#free.run(item);
      this.#delete.run(item);
    });
  }

  #occupyAll({ partition, unique }: ItemKeys, item: number): void {
    for (const [number, key] of unique.entries()) this.#occupy.run(this.#container, number, partition, key, item);
  }

  /** All of a change or nothing. */
  #change(apply: (lsn: number) => void): number {
    this.#database.exec('SAVEPOINT change');
    try {
      apply(this.#lsn + 1);
      this.#count.run(this.#lsn + 1, this.#container);
    } catch (error) {
      this.#database.exec('ROLLBACK TO change; RELEASE change');
      throw error;
    }
    this.#database.exec('RELEASE change');
    return ++this.#lsn;
  }
}
