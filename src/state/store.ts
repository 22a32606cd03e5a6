/**
 * How far has a run come? The transactional state: positions, stages, tallies, findings and the committed lengths of
 * every output file change together, in one SQLite transaction, or not at all. So whatever instant a run dies at, the
 * state describes one moment of it: a resume cuts the files to their committed lengths and goes on from the positions.
 *
 * One process at a time works on a state, the one that holds its lease (lease.ts): every transaction is undone where
 * another process has taken it over meanwhile.
 */
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Fatal } from '../errors.ts';
import { exportCheckpoint } from './checkpoint.ts';
import { openDatabase } from './database.ts';
import { makeFolder, STATE_FILE } from './folder.ts';
import { Lease, type LeaseLengths, readOwner } from './lease.ts';
import { heldInCommit } from './lease-text.ts';
import { type Progress, type RunIdentity, type SavedRun, workedOn } from './saved-run.ts';
import { prepareSchema, readSaved } from './schema.ts';
import { isBusy, openingError, writingError } from './sqlite-errors.ts';
import { Written } from './written.ts';

/** The longest that may pass between two commits. */
const MILLISECONDS_APART = 5_000;
const DOCUMENTS_APART = 1_000;

export interface StoreOptions {
  /** Discards the state of another version of remodel, too. @default false */
  readonly fresh?: boolean;
  readonly lease?: Partial<LeaseLengths>;
}

export class Store {
  readonly folder: string;
  /** What an earlier run left. */
  readonly saved: SavedRun | undefined;
  readonly #database: DatabaseSync;
  readonly #lease: Lease;
  readonly #timer: NodeJS.Timeout;
  readonly #lost = new AbortController();
  readonly #written = new Written();
  readonly #announced: Record<string, number> = {};
  readonly #put: {
    readonly value: StatementSync;
    readonly position: StatementSync;
    readonly stage: StatementSync;
    readonly file: StatementSync;
  };
  #identity: RunIdentity | undefined;
  #loss: Fatal | undefined;
  #committedAt = 0;
  #exportedAt = 0;
  /** Documents since a commit was due, and when that was. */
  #documents = 0;
  #dueAt: number = Date.now();

  private constructor(folder: string, database: DatabaseSync, lease: Lease, saved: SavedRun | undefined) {
    this.folder = folder;
    this.saved = saved;
    this.#identity = saved;
    this.#database = database;
    this.#lease = lease;
    this.#put = {
      value: database.prepare('INSERT OR REPLACE INTO value (name, json) VALUES (?, ?)'),
      position: database.prepare(
        'INSERT OR REPLACE INTO position (shard, record, ordinal, offset, line) VALUES (?, ?, ?, ?, ?)',
      ),
      stage: database.prepare('INSERT OR REPLACE INTO stage (number, name, done) VALUES (?, ?, ?)'),
      file: database.prepare('INSERT OR REPLACE INTO file (name, length) VALUES (?, ?)'),
    };
    this.#timer = setInterval(() => this.#renew(), lease.lengths.renewedEvery).unref();
  }

  /**
   * Takes the lease of the state folder, making the folder where it is not there, readable by its owner only.
   * @throws Fatal when another run holds it or another version of remodel wrote it
   */
  static open(folder: string, { fresh = false, lease: lengths }: StoreOptions = {}): Store {
    makeFolder(folder);
    const file = join(folder, STATE_FILE);
    let database: DatabaseSync | undefined;
    let lease: Lease | undefined;
    try {
      database = openDatabase(file);
      beginFirst(database, folder);
      prepareSchema(database, file, fresh);
      lease = new Lease(database, folder, lengths);
      const saved = readSaved(database);
      database.exec('COMMIT');
      return new Store(folder, database, lease, saved);
    } catch (error) {
      lease?.end();
      database?.close();
      throw openingError(error, folder, file);
    }
  }

  /** What is to be said of how the lease was taken: from whom, where that one had not let go of it. */
  get notice(): string | undefined {
    return this.#lease.notice;
  }

  /** Aborted when another process has taken the state over. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** How that is to be told; nothing else that went wrong afterwards matters. */
  get loss(): Fatal | undefined {
    return this.#loss;
  }

  /** Forgets what an earlier run left and begins a new one. */
  begin(identity: RunIdentity, progress: Progress): void {
    this.#identity = identity;
    this.#transaction(() => {
      this.#database.exec('DELETE FROM value; DELETE FROM position; DELETE FROM stage; DELETE FROM file');
      this.#written.forget();
      this.#writeValues({ run: identity, start: { at: Date.now(), tally: progress.tally, worked: 0 } });
      this.#write(progress);
    });
    this.#export(progress);
  }

  /** The run that was saved goes on; it does so until it ends anew. */
  goOn(identity: RunIdentity): void {
    this.#identity = identity;
    const { saved } = this;
    const worked = saved === undefined ? 0 : workedOn(saved);
    this.#transaction(() => {
      this.#database.exec("DELETE FROM value WHERE name IN ('ended', 'endedBy')");
      this.#writeValues({ start: { at: Date.now(), tally: saved?.tally, worked } });
    });
  }

  /** Whether it is time for a commit, `documents` having been done since this was asked last; if so, the next one is due anew from here. */
  isDue(documents: number): boolean {
    this.#documents += documents;
    const now = Date.now();
    if (this.#documents < DOCUMENTS_APART && now - this.#dueAt < MILLISECONDS_APART) return false;
    this.#documents = 0;
    this.#dueAt = now;
    return true;
  }

  /** Everything together or nothing. The lengths must have been written to their files before. */
  commit(progress: Progress): void {
    this.#transaction(() => this.#write(progress));
    if (progress.ended !== undefined || this.#committedAt - this.#exportedAt >= MILLISECONDS_APART)
      this.#export(progress);
  }

  /** Corrects what a run has come to that is at its end; the time that goes by until then is no time of the run. */
  amend(progress: Progress): void {
    const { saved } = this;
    this.#transaction(() => {
      this.#write(progress);
      if (saved === undefined) return;
      const at = Date.now() - (saved.committedAt - saved.start.at);
      this.#writeValues({ start: { ...saved.start, at } });
    });
    this.#export(progress);
  }

  /**
   * These files are the run's own from now on, whatever else of it has been committed; lengths by path.
   * @param publish gives them their names
   */
  announce(files: Readonly<Record<string, number>>, publish: () => void): void {
    Object.assign(this.#announced, files);
    this.#transaction(() => this.#writeFiles(this.#announced));
    this.whileHeld(publish);
  }

  /**
   * Does what a successor must not be disturbed by: makes, cuts, renames or removes files. Nobody can take over
   * meanwhile, not even where this process is stopped in the middle of it; what `act` awaits is no part of this.
   * @throws Fatal when somebody has taken over
   */
  whileHeld<Result>(act: () => Result): Result {
    if (this.#loss !== undefined) throw this.#loss;
    let result: Result | undefined;
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      this.#lease.renew();
      result = act();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      this.#written.forget();
      // Nobody waits for it any more.
      if (result instanceof Promise) result.catch(() => {});
      if (error instanceof Fatal && error.exit === 'locked') this.#lose(error);
      throw writingError(error, this.folder);
    }
  }

  /** Lets go of the state. */
  close(): void {
    if (!this.#database.isOpen) return;
    clearInterval(this.#timer);
    try {
      if (this.#loss === undefined) this.whileHeld(() => this.#lease.leave());
    } catch {
      // Whoever comes next sees that nobody holds the state any more.
    } finally {
      this.#database.close();
      this.#lease.end();
    }
  }

  #write({ stages, positions, files, ...values }: Progress): void {
    for (const [number, { name, done }] of stages.entries())
      if (this.#written.isNews(`stage ${number}`, `${done} ${name}`)) this.#put.stage.run(number, name, done ? 1 : 0);
    for (const { shard, index, ordinal, offset, line = null } of positions)
      if (this.#written.isNews(`position ${shard}`, `${index} ${ordinal} ${offset} ${line}`))
        this.#put.position.run(shard, index, ordinal, offset, line);
    // What was announced stays, where the run stops before all of it has its name.
    this.#writeFiles({ ...files, ...this.#announced });
    this.#writeValues({ ...values, committedAt: Date.now() });
  }

  #writeFiles(files: Readonly<Record<string, number>>): void {
    for (const [name, length] of Object.entries(files))
      if (this.#written.isNews(`file ${name}`, String(length))) this.#put.file.run(name, length);
  }

  #writeValues(values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) {
      const json = JSON.stringify(value);
      if (this.#written.isNews(`value ${name}`, json)) this.#put.value.run(name, json);
    }
  }

  #transaction(write: () => void): void {
    this.whileHeld(write);
    this.#committedAt = Date.now();
  }

  /** What fails here for another reason fails at the next commit as well, and is told there. */
  #renew(): void {
    try {
      this.whileHeld(() => {});
    } catch {
      if (this.#loss !== undefined) clearInterval(this.#timer);
    }
  }

  #lose(loss: Fatal): void {
    this.#loss = loss;
    this.#lost.abort(loss);
  }

  #export(progress: Progress): void {
    this.#exportedAt = this.#committedAt;
    if (this.#identity !== undefined) exportCheckpoint(this.folder, { ...this.#identity, ...progress });
  }
}

/** @throws Fatal when a process that was stopped in the middle of a transaction keeps all others from writing */
function beginFirst(database: DatabaseSync, folder: string): void {
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    const owner = isBusy(error) ? readOwner(database) : undefined;
    throw owner === undefined || owner.hasLeft ? error : heldInCommit(folder, owner, Date.now());
  }
}
