/**
 * How many request units may one range be asked for? Any number, until it refuses: then as many as it is provided with,
 * or, where that is not known or too many, as it gave out in the second before. A little less after each refusal, and
 * more again, in growing steps, with each second without one.
 */
import { RequestUnits } from './request-units.ts';

const LESS = 0.97;
const FIRST_STEP = 0.005;
const LARGEST_STEP = 0.05;
const SECOND = 1000;
/** A limit that so much of is spent is in use. */
const IN_USE = 0.8;
/** A range is provided with so many at least, and with so much of what it is said to be. */
const LEAST = 100;
const LEAST_SHARE = 0.5;
/** Of the second that runs, so much must be over for it to say anything. */
const TELLING = 300;

export class Throttle {
  readonly #now: () => number;
  readonly #provided: number | undefined;
  #units: RequestUnits | undefined;
  /** What was charged in the second that runs, and in the one before. */
  #spent = 0;
  #spentBefore = 0;
  #since: number;
  #changedAt = Number.NEGATIVE_INFINITY;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #step = FIRST_STEP;

  constructor(provided: number | undefined, now: () => number = Date.now) {
    this.#now = now;
    this.#since = now();
    this.#provided = provided;
  }

  get #least(): number {
    return this.#provided === undefined ? LEAST : this.#provided * LEAST_SHARE;
  }

  /** Milliseconds until something may be sent that will cost so much. */
  waitFor(units: number): number {
    this.#turn();
    return this.#units?.waitFor(units) ?? 0;
  }

  /** What a second gives, as far as that is known. */
  get perSecond(): number | undefined {
    return this.#units?.perSecond;
  }

  /** Takes what a request is expected to cost. */
  reserve(units: number): void {
    this.#units?.spend(units);
  }

  /** A request that was expected to cost so much has cost so much. */
  charged(reserved: number, units: number): void {
    this.#turn();
    this.#spent += units;
    this.#units?.spend(units - reserved);
  }

  /** The range has refused some of what was sent at this time. */
  refused(sentAt: number): void {
    this.#turn();
    const now = this.#now();
    this.#refusedAt = now;
    this.#units?.empty();
    if (sentAt < this.#changedAt || now - this.#changedAt < SECOND) return;
    const seen = Math.max(this.#spentBefore, now - this.#since >= TELLING ? this.#spent : 0);
    if (this.#units === undefined) {
      const first = this.#provided ?? seen * LESS;
      // A range that has given nothing yet has said nothing but to wait.
      if (first === 0) return;
      this.#units = new RequestUnits(first, this.#now);
      this.#units.empty();
    } else {
      const { perSecond } = this.#units;
      // Where less was spent than that, units are not what it lacks.
      if (seen < perSecond * IN_USE) return;
      this.#units.provide(Math.max(this.#least, Math.min(perSecond, seen) * LESS));
    }
    this.#changedAt = now;
  }

  #turn(): void {
    const now = this.#now();
    const seconds = Math.floor((now - this.#since) / SECOND);
    if (seconds === 0) return;
    this.#spentBefore = seconds === 1 ? this.#spent : 0;
    this.#spent = 0;
    this.#since += seconds * SECOND;
    if (this.#units === undefined) return;
    if (now - this.#refusedAt < SECOND) {
      this.#step = FIRST_STEP;
      return;
    }
    // What is not used need not be more.
    if (this.#spentBefore < this.#units.perSecond * IN_USE) return;
    this.#units.provide(this.#units.perSecond * (1 + this.#step));
    this.#step = Math.min(LARGEST_STEP, this.#step * 1.2);
  }
}
