/**
 * May a request be served now, or has the range used up its request units? What a second may cost flows in evenly, up to
 * one second's worth; a request is served while there is anything left, whatever it will cost, and what it costs too
 * much has to flow in before the next.
 */
import type { Clock } from '../container/change-log.ts';

export class Budget {
  readonly #now: Clock;
  readonly perSecond: number;
  #left: number;
  #at: number;

  constructor(perSecond: number, now: Clock) {
    this.#now = now;
    this.perSecond = perSecond;
    this.#left = perSecond;
    this.#at = now();
  }

  /** Milliseconds to wait, or 0 when a request may be served. */
  get wait(): number {
    const now = this.#now();
    this.#left = Math.min(this.perSecond, this.#left + ((now - this.#at) / 1000) * this.perSecond);
    this.#at = now;
    return this.#left > 0 ? 0 : Math.ceil((-this.#left / this.perSecond) * 1000) + 1;
  }

  spend(charge: number): void {
    this.#left -= charge;
  }
}
