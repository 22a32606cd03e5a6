/**
 * How far has a run come? The transactional state: positions, stages, tallies, findings and the committed lengths of
 * every output file change together, in one SQLite transaction, or not at all. So whatever instant a run dies at, the
 * state describes one moment of it: a resume cuts the files to their committed lengths and goes on from the positions.
 *
 * The database is held exclusively for as long as the store is open, so that two runs never work in one folder.
 */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Fatal } from '../errors.ts';
import { exportCheckpoint } from './checkpoint.ts';
import { makeFolder, STATE_FILE } from './folder.ts';
import type { Progress, RunIdentity, SavedRun } from './saved-run.ts';
import { prepareSchema, readSaved } from './schema.ts';

/** The longest that may pass between two commits. */
const MILLISECONDS_APART = 5_000;
const DOCUMENTS_APART = 1_000;

export class Store {
  readonly folder: string;
  /** What an earlier run left. */
  readonly saved: SavedRun | undefined;
  readonly #database: DatabaseSync;
  readonly #put: {
    readonly value: StatementSync;
    readonly position: StatementSync;
    readonly stage: StatementSync;
    readonly file: StatementSync;
  };
  #identity: RunIdentity | undefined;
  #committedAt = 0;
  #exportedAt = 0;
  #documents = 0;

  private constructor(folder: string, database: DatabaseSync) {
    this.folder = folder;
    this.#database = database;
    this.#put = {
      value: database.prepare('INSERT OR REPLACE INTO value (name, json) VALUES (?, ?)'),
      position: database.prepare(
        'INSERT OR REPLACE INTO position (shard, record, ordinal, offset, line) VALUES (?, ?, ?, ?, ?)',
      ),
      stage: database.prepare('INSERT OR REPLACE INTO stage (number, name, done) VALUES (?, ?, ?)'),
      file: database.prepare('INSERT OR REPLACE INTO file (name, length) VALUES (?, ?)'),
    };
    this.saved = readSaved(database);
  }

  /**
   * Opens the state folder, making it where it is not there, readable by its owner only.
   * @throws Fatal when another run holds it or another version of remodel wrote it
   */
  static open(folder: string): Store {
    makeFolder(folder);
    const file = join(folder, STATE_FILE);
    closeSync(openSync(file, 'a', 0o600));
    const database = new DatabaseSync(file);
    try {
      database.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE',
      );
      prepareSchema(database, file);
      database.exec('COMMIT');
      return new Store(folder, database);
    } catch (error) {
      database.close();
      throw openingError(error, folder, file);
    }
  }

  /** Forgets what an earlier run left and begins a new one. */
  begin(identity: RunIdentity, progress: Progress): void {
    this.#identity = identity;
    this.#transaction(() => {
      this.#database.exec('DELETE FROM value; DELETE FROM position; DELETE FROM stage; DELETE FROM file');
      this.#put.value.run('run', JSON.stringify(identity));
      this.#write(progress);
    });
    this.#export(progress);
  }

  /** The run that was saved goes on; it does so until it ends anew. */
  goOn(identity: RunIdentity): void {
    this.#identity = identity;
    this.#transaction(() => this.#database.exec("DELETE FROM value WHERE name = 'ended'"));
  }

  /** Whether it is time for a commit, `documents` having been done since this was asked last. */
  isDue(documents: number): boolean {
    this.#documents += documents;
    return this.#documents >= DOCUMENTS_APART || Date.now() - this.#committedAt >= MILLISECONDS_APART;
  }

  /** Everything together or nothing. The lengths must have been written to their files before. */
  commit(progress: Progress): void {
    this.#transaction(() => this.#write(progress));
    if (progress.ended !== undefined || this.#committedAt - this.#exportedAt >= MILLISECONDS_APART)
      this.#export(progress);
  }

  /** These files are the run's own from now on, whatever else of it has been committed; lengths by path. */
  announce(files: Readonly<Record<string, number>>): void {
    this.#transaction(() => {
      for (const [name, length] of Object.entries(files)) this.#put.file.run(name, length);
    });
  }

  close(): void {
    this.#database.close();
  }

  #write({ stages, positions, files, facts, tally, findings, ended }: Progress): void {
    for (const [number, { name, done }] of stages.entries()) this.#put.stage.run(number, name, done ? 1 : 0);
    for (const { shard, index, ordinal, offset, line } of positions)
      this.#put.position.run(shard, index, ordinal, offset, line ?? null);
    for (const [name, length] of Object.entries(files)) this.#put.file.run(name, length);
    this.#put.value.run('facts', JSON.stringify(facts));
    this.#put.value.run('tally', JSON.stringify(tally));
    this.#put.value.run('findings', JSON.stringify(findings));
    if (ended !== undefined) this.#put.value.run('ended', JSON.stringify(ended));
  }

  #transaction(write: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      write();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw writingError(error, this.folder);
    }
    this.#committedAt = Date.now();
    this.#documents = 0;
  }

  #export(progress: Progress): void {
    this.#exportedAt = this.#committedAt;
    if (this.#identity !== undefined) exportCheckpoint(this.folder, { ...this.#identity, ...progress });
  }
}

function openingError(error: unknown, folder: string, file: string): unknown {
  const code = sqliteCode(error);
  if (code === SQLITE_BUSY || code === SQLITE_LOCKED) {
    return new Fatal('locked', `Another run holds ${folder}.`, {
      cause: error,
      advice: 'Wait for it to end, or name another folder with --state.',
    });
  }
  if (code === SQLITE_NOTADB || code === SQLITE_CORRUPT) {
    return new Fatal('fatal', `${file} is no state of remodel, or it is damaged.`, {
      cause: error,
      advice: 'Remove the folder to begin anew, or name another one with --state.',
    });
  }
  return code === undefined ? error : writingError(error, folder);
}

function writingError(error: unknown, folder: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  const what = code === SQLITE_FULL ? 'the disk is full' : (error as Error).message;
  return new Fatal('fatal', `The state in ${folder} cannot be written: ${what}.`, {
    cause: error,
    advice: 'Make room or mend the disk, or name another folder with --state.',
  });
}

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;

/** The primary result code, extended ones cut down to it. */
function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;
}
