/** Which containers are there? Creates, reads, replaces and deletes them as the service answers that, in one SQLite file. */
import { Buffer } from 'node:buffer';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { Container } from './container.ts';
import { type Definition, readDefinition } from './definition.ts';
import { ChangeLog, type Clock } from './change-log.ts';
import { ItemFeed } from './item-feed.ts';
import { ItemStore, tablesOf } from './item-store.ts';
import { refused, type Result } from './result.ts';

interface Known {
  readonly number: number;
  definition: Definition;
  container: Container;
}

export class EmbeddedDatabase {
  readonly #database: DatabaseSync;
  readonly #containers = new Map<string, Known>();

  readonly #now: Clock;

  /**
   * @param file the database on disk. @default in memory
   * @param now the clock by which items expire. @default the machine's
   */
  constructor(file: string = ':memory:', now: Clock = Date.now) {
    this.#database = new DatabaseSync(file);
    this.#now = now;
    this.#database.exec(TABLES);
    for (const row of this.#database.prepare('SELECT number, name, definition FROM containers').all()) {
      const definition = JSON.parse(String(row['definition'])) as Definition;
      this.#know(Number(row['number']), String(row['name']), definition);
    }
  }

  /** The container of that name, for operations on its items. */
  container(name: string): Container | undefined {
    return this.#containers.get(name)?.container;
  }

  createContainer(name: string, definition: Definition): Result {
    const policy = readDefinition(definition);
    if ('problem' in policy) return refused(400, `Container ${name}: ${policy.problem}.`);
    if (this.#containers.has(name)) return refused(409, `There is a container ${name} already.`);
    const row = this.#database
      .prepare('INSERT INTO containers (name, definition) VALUES (?, ?) RETURNING number')
      .get(name, JSON.stringify(definition));
    this.#know(Number(row?.['number']), name, definition);
    return { status: 201, text: textOf(name, definition) };
  }

  readContainer(name: string): Result {
    const known = this.#containers.get(name);
    return known === undefined ? NOT_FOUND : { status: 200, text: textOf(name, known.definition) };
  }

  /**
   * Replaces what can be replaced: time to live, indexing. The partition key stays (400, pulumi-azure-native #562), and so
   * does the unique key policy, which has to be repeated (403 "The unique index cannot be modified",
   * azure-sdk-for-python #40070).
   */
  replaceContainer(name: string, definition: Definition): Result {
    const known = this.#containers.get(name);
    if (known === undefined) return NOT_FOUND;
    const policy = readDefinition(definition);
    if ('problem' in policy) return refused(400, `Container ${name}: ${policy.problem}.`);
    const old = known.container.policy;
    if (!isDeepStrictEqual(textsOf([policy.partitionKey]), textsOf([old.partitionKey]))) {
      return refused(400, `Container ${name}: the partition key of a container cannot be changed.`);
    }
    if (!isDeepStrictEqual(textsOf(policy.uniqueKeys), textsOf(old.uniqueKeys))) {
      return refused(403, `Container ${name}: the unique index cannot be modified.`);
    }
    this.#database
      .prepare('UPDATE containers SET definition = ? WHERE number = ?')
      .run(JSON.stringify(definition), known.number);
    this.#know(known.number, name, definition);
    return { status: 200, text: textOf(name, definition) };
  }

  deleteContainer(name: string): Result {
    const known = this.#containers.get(name);
    if (known === undefined) return NOT_FOUND;
    this.#database.prepare('DELETE FROM containers WHERE number = ?').run(known.number);
    for (const table of tablesOf(known.number)) this.#database.exec(`DROP TABLE ${table}`);
    this.#containers.delete(name);
    return { status: 204 };
  }

  /** What was noted under names that begin like this, for whoever stands above. */
  notes(prefix: string): ReadonlyMap<string, string> {
    const rows = this.#database.prepare('SELECT name, text FROM notes WHERE substr(name, 1, ?) = ?');
    return new Map(rows.all(prefix.length, prefix).map((row) => [String(row['name']), String(row['text'])]));
  }

  /** Keeps a text under a name; `undefined` forgets it. */
  note(name: string, text: string | undefined): void {
    if (text === undefined) this.#database.prepare('DELETE FROM notes WHERE name = ?').run(name);
    else this.#database.prepare('INSERT OR REPLACE INTO notes VALUES (?, ?)').run(name, text);
  }

  close(): void {
    this.#database.close();
  }

  #know(number: number, name: string, definition: Definition): void {
    const policy = readDefinition(definition);
    if ('problem' in policy) throw new Error(`The stored container ${name} has no valid definition: ${policy.problem}`);
    const log = new ChangeLog(this.#database, number, this.#now);
    const items = new ItemStore(this.#database, number, log, policy.defaultTtl);
    const container = new Container(policy, items, new ItemFeed(this.#database, number, log, policy.defaultTtl));
    this.#containers.set(name, { number, definition, container });
  }
}

/** Numbers are not used twice: they are in etags. */
const TABLES = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS containers (
    number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, definition TEXT NOT NULL,
    lsn INTEGER NOT NULL DEFAULT 0, write INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

const NOT_FOUND: Result = refused(404, 'There is no container of this name.');

function textsOf(keys: ContainerPolicyPaths): readonly (readonly string[])[] {
  return keys.map((paths) => paths.map(({ text }) => text));
}

type ContainerPolicyPaths = Container['policy']['uniqueKeys'];

function textOf(name: string, definition: Definition): Buffer {
  return Buffer.from(JSON.stringify({ id: name, ...definition }));
}
