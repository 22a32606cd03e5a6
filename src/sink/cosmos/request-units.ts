/**
 * When may so many request units be spent? They flow in evenly, as the service gives them out, and are kept for a short
 * while only, so that they are not used up in gusts. What a request will cost is estimated by what the ones before it
 * cost, and corrected by what its answer says.
 */

/** Seconds' worth of units that is kept at most. */
const KEPT = 0.5;

export class RequestUnits {
  readonly #now: () => number;
  #perSecond: number;
  #left: number;
  #at: number;

  constructor(perSecond: number, now: () => number = Date.now) {
    this.#now = now;
    this.#perSecond = perSecond;
    this.#left = perSecond * KEPT;
    this.#at = now();
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /** From now on so many flow in. */
  provide(perSecond: number): void {
    this.#flow();
    this.#perSecond = perSecond;
  }

  /** Milliseconds until so many may be spent at once, 0 for now; what costs more than is ever kept, once all of that is there. */
  waitFor(units: number): number {
    this.#flow();
    const missing = Math.min(units, this.#perSecond * KEPT) - this.#left;
    return missing <= 0 ? 0 : Math.ceil((missing / this.#perSecond) * 1000);
  }

  /** There is nothing left: whoever gives them out has said so. */
  empty(): void {
    this.#flow();
    this.#left = Math.min(this.#left, 0);
  }

  /** Takes what a request is expected to cost, or gives back what it did not (a negative number). */
  spend(units: number): void {
    this.#flow();
    this.#left -= units;
  }

  #flow(): void {
    const now = this.#now();
    this.#left = Math.min(this.#perSecond * KEPT, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
  }
}
