/**
 * In which order have the writes of a container happened? Each gets the next numbers: of the change (`lsn`), which the
 * writes of a transactional batch share, and of the write itself, which no two share. Writes that are done together are
 * one transaction of the database: all of them or none.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** When a write happened. */
export interface Stamp {
  readonly lsn: number;
  readonly write: number;
  /** Seconds since 1970. */
  readonly written: number;
}

/** Milliseconds since 1970. */
export type Clock = () => number;

export class ChangeLog {
  readonly now: Clock;
  readonly #database: DatabaseSync;
  readonly #container: number;
  readonly #count: StatementSync;
  #lsn: number;
  #write: number;
  #together: 'no' | 'each' | 'one' = 'no';

  constructor(database: DatabaseSync, container: number, now: Clock) {
    this.now = now;
    this.#database = database;
    this.#container = container;
    this.#count = database.prepare('UPDATE containers SET lsn = ?, write = ? WHERE number = ?');
    const row = database.prepare('SELECT lsn, write FROM containers WHERE number = ?').get(container);
    this.#lsn = Number(row?.['lsn']);
    this.#write = Number(row?.['write']);
  }

  /** The number of the last change. */
  get lsn(): number {
    return this.#lsn;
  }

  get seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  /** Does one write, all of it or nothing, and says when it happened. */
  write(apply: (stamp: Stamp) => void): Stamp {
    const stamp = {
      lsn: this.#together === 'one' ? this.#lsn : this.#lsn + 1,
      write: this.#write + 1,
      written: this.seconds,
    };
    if (this.#together === 'no') {
      this.together('each', () => {
        apply(stamp);
        this.#lsn++;
        this.#write++;
        return true;
      });
      return stamp;
    }
    apply(stamp);
    this.#lsn = stamp.lsn;
    this.#write++;
    return stamp;
  }

  /**
   * Does several writes as one transaction of the database, which stays if the work answers so.
   * @param as whether each is a change of its own or all are one
   */
  together(as: 'each' | 'one', work: () => boolean): void {
    const before = { lsn: this.#lsn, write: this.#write };
    let stays = false;
    this.#database.exec('BEGIN');
    try {
      this.#together = as;
      if (as === 'one') this.#lsn++;
      stays = work();
      if (stays) this.#count.run(this.#lsn, this.#write, this.#container);
    } finally {
      this.#together = 'no';
      this.#database.exec(stays ? 'COMMIT' : 'ROLLBACK');
      if (!stays) {
        this.#lsn = before.lsn;
        this.#write = before.write;
      }
    }
  }
}
