/**
 * Who may work on a state? Whoever holds its lease: one row in its database, taken for half a minute and renewed by
 * every commit and by a timer.
 *
 *   nobody, or a dead process            → taken at once
 *   a living process, the lease lasts    → refused (exit status 7)
 *   a living process, the lease has ended, or one of another machine that nobody can ask → taken
 *
 * A process can outlive its lease: stopped by a signal, asleep with its machine, or kept busy. Each taking has a higher
 * number (`epoch`), and each transaction renews the lease under its own number first: where the row has another one,
 * the transaction is undone and the process knows that it has lost the state. Taking and renewing happen under the
 * write lock of the database, so that nothing falls in between.
 */
import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import process from 'node:process';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Fatal } from '../errors.ts';
import { heldByAnother, lostTo, takenFromTheDead, takenFromTheSilent } from './lease-text.ts';
import { buryTheDead, isAlive, type LifeSign, showLife } from './liveness.ts';

export interface LeaseLengths {
  /** How long a lease lasts without being renewed. @default 30,000 */
  readonly milliseconds: number;
  /** How often the timer renews it. @default 5,000 */
  readonly renewedEvery: number;
}

const LENGTHS: LeaseLengths = { milliseconds: 30_000, renewedEvery: 5_000 };

/** Who holds a state, or held it last; times in milliseconds since 1970. */
export interface Owner {
  readonly epoch: number;
  readonly pid: number;
  readonly host: string;
  /** Empty where the system does not know. */
  readonly user: string;
  readonly since: number;
  readonly renewedAt: number;
  readonly expiresAt: number;
  /** Whether it has let go of the state. */
  readonly hasLeft: boolean;
}

export class Lease {
  /** What is to be said of how it was taken. */
  readonly notice: string | undefined;
  readonly lengths: LeaseLengths;
  readonly #folder: string;
  readonly #database: DatabaseSync;
  readonly #epoch: number;
  readonly #id = randomUUID();
  readonly #life: LifeSign;
  readonly #renewal: StatementSync;
  #renewedAt: number;

  /**
   * To be called in a transaction that writes.
   * @throws Fatal when another process holds the state
   */
  constructor(database: DatabaseSync, folder: string, lengths: Partial<LeaseLengths> = {}) {
    this.lengths = { ...LENGTHS, ...lengths };
    this.#folder = folder;
    this.#database = database;
    database.exec(`CREATE TABLE IF NOT EXISTS lease (
      one INTEGER PRIMARY KEY CHECK (one = 1), epoch INTEGER NOT NULL, id TEXT, pid INTEGER NOT NULL,
      host TEXT NOT NULL, user TEXT NOT NULL, since INTEGER NOT NULL, renewed_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
    ) STRICT`);
    const now = Date.now();
    const last = readOwner(database);
    this.notice = last === undefined ? undefined : this.#succeed(last, now);
    this.#epoch = (last?.epoch ?? 0) + 1;
    this.#renewedAt = now;
    this.#life = showLife(folder, this.#epoch);
    try {
      this.#enter(now);
      this.#renewal = database.prepare('UPDATE lease SET renewed_at = ?, expires_at = ? WHERE epoch = ? AND id = ?');
    } catch (error) {
      this.#life.end();
      throw error;
    }
  }

  /**
   * To be called first in every transaction.
   * @throws Fatal when another process has taken over meanwhile
   */
  renew(): void {
    const now = Date.now();
    const { changes } = this.#renewal.run(now, now + this.lengths.milliseconds, this.#epoch, this.#id);
    if (changes === 0) throw this.#loss(now);
    this.#renewedAt = now;
  }

  /** To be called in a transaction that writes; a lease that was lost is left to its owner. */
  leave(): void {
    this.#database.prepare('UPDATE lease SET id = NULL WHERE epoch = ? AND id = ?').run(this.#epoch, this.#id);
  }

  /** Is no owner any more for those who ask whether it lives. */
  end(): void {
    this.#life.end();
  }

  /** How it can be taken after `last`. */
  #succeed(last: Owner, now: number): string | undefined {
    if (last.hasLeft) return undefined;
    // Locks of another machine cannot be seen everywhere.
    const isHere = last.host === hostname();
    if (isHere && !isAlive(this.#folder, last.epoch)) return takenFromTheDead(last, now);
    if (now < last.expiresAt) throw heldByAnother(this.#folder, last, now);
    return takenFromTheSilent(last, now);
  }

  #enter(now: number): void {
    buryTheDead(this.#folder, this.#epoch);
    this.#database
      .prepare('INSERT OR REPLACE INTO lease VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(this.#epoch, this.#id, process.pid, hostname(), userName(), now, now, now + this.lengths.milliseconds);
  }

  #loss(now: number): Fatal {
    return lostTo(this.#folder, readOwner(this.#database)!, this.#renewedAt, now);
  }
}

/** What the row says; `undefined` where nobody ever held the state. */
export function readOwner(database: DatabaseSync): Owner | undefined {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'lease'").get();
  const row = table && database.prepare('SELECT * FROM lease').get();
  if (row === undefined) return undefined;
  return {
    epoch: Number(row['epoch']),
    pid: Number(row['pid']),
    host: String(row['host']),
    user: String(row['user']),
    since: Number(row['since']),
    renewedAt: Number(row['renewed_at']),
    expiresAt: Number(row['expires_at']),
    hasLeft: row['id'] === null,
  };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return '';
  }
}
