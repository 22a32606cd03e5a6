/**
 * How is the database of a state opened? With a write-ahead log, so that others read it while a run writes, and with
 * locks that last for a transaction each. The log needs memory that all processes share: the folder must be on a disk
 * of this machine.
 */
import { DatabaseSync } from 'node:sqlite';
import { makeFile } from './liveness.ts';
import { isBusy } from './sqlite-errors.ts';

/** How long another process may hold a lock that is needed; a transaction takes less than a millisecond. */
const PATIENCE = 5_000;

export function openDatabase(file: string): DatabaseSync {
  makeFile(file);
  const database = new DatabaseSync(file);
  try {
    database.exec(`PRAGMA busy_timeout = ${PATIENCE}; PRAGMA locking_mode = NORMAL`);
    useLog(database);
    database.exec('PRAGMA synchronous = NORMAL');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** For reading only, also while a run writes. */
export function openForReading(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec(`PRAGMA busy_timeout = ${PATIENCE}`);
  return database;
}

/** A database that two processes open for the first time at once is busy for one of them, which SQLite does not wait for. */
function useLog(database: DatabaseSync): void {
  const end = performance.now() + PATIENCE;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
