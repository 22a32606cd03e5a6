/** How is the state laid out in its database, and is it a layout that this version can read? */
import type { DatabaseSync } from 'node:sqlite';
import { Fatal } from '../errors.ts';
import type { RunIdentity, SavedRun } from './saved-run.ts';

/** Grows when another version could misread what this one writes. */
export const STATE_VERSION = 2;

/**
 * Makes the tables of a new database.
 * @param fresh what another version of remodel made is discarded; its lease is left, which all versions share
 * @throws Fatal when another version of remodel made them
 */
export function prepareSchema(database: DatabaseSync, file: string, fresh: boolean): void {
  if (fresh ? versionOf(database) === STATE_VERSION : isPrepared(database, file)) return;
  dropTables(database);
  database.exec(`
    CREATE TABLE value (name TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE position (shard INTEGER PRIMARY KEY, record INTEGER NOT NULL, ordinal INTEGER NOT NULL, offset INTEGER NOT NULL, line INTEGER) STRICT;
    CREATE TABLE stage (number INTEGER PRIMARY KEY, name TEXT NOT NULL, done INTEGER NOT NULL) STRICT;
    CREATE TABLE file (name TEXT PRIMARY KEY, length INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    PRAGMA user_version = ${STATE_VERSION};
  `);
}

/** Whether it has its tables. @throws Fatal when another version of remodel made them */
export function isPrepared(database: DatabaseSync, file: string): boolean {
  const found = versionOf(database);
  if (found === 0 || found === STATE_VERSION) return found === STATE_VERSION;
  throw new Fatal('usage', `${file} has format ${found}, and this version of remodel reads format ${STATE_VERSION}.`, {
    advice:
      'Go on with the version of remodel that wrote it, or begin anew with --fresh, or name another folder with --state.',
  });
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

function dropTables(database: DatabaseSync): void {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'lease'").all();
  for (const { name } of tables) database.exec(`DROP TABLE "${String(name).replaceAll('"', '""')}"`);
}

/** What the last commit left, or `undefined` where no run has begun. */
export function readSaved(database: DatabaseSync): SavedRun | undefined {
  const values = new Map(
    database
      .prepare('SELECT name, json FROM value')
      .all()
      .map((row) => [String(row['name']), JSON.parse(String(row['json'])) as unknown]),
  );
  const identity = values.get('run') as RunIdentity | undefined;
  if (identity === undefined) return undefined;
  const optional = ['bytesRead', 'ended', 'endedBy'].filter((name) => values.has(name));
  return {
    ...identity,
    stages: database
      .prepare('SELECT name, done FROM stage ORDER BY number')
      .all()
      .map((row) => ({ name: String(row['name']), done: row['done'] === 1 })),
    positions: database
      .prepare('SELECT * FROM position ORDER BY shard')
      .all()
      .map((row) => ({
        shard: Number(row['shard']),
        index: Number(row['record']),
        ordinal: Number(row['ordinal']),
        offset: Number(row['offset']),
        line: row['line'] === null ? undefined : Number(row['line']),
      })),
    files: Object.fromEntries(
      database
        .prepare('SELECT name, length FROM file ORDER BY name')
        .all()
        .map((row) => [String(row['name']), Number(row['length'])]),
    ),
    facts: values.get('facts') as SavedRun['facts'],
    tally: values.get('tally'),
    findings: values.get('findings'),
    committedAt: values.get('committedAt') as number,
    start: values.get('start') as SavedRun['start'],
    ...Object.fromEntries(optional.map((name) => [name, values.get(name)])),
  };
}
