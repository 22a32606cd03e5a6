/**
 * How many request units may one range be asked for? As many as it is provided with, where that is known; else as many
 * as it gave out in a second before it refused, a little less after each refusal, and more again, in growing steps, with
 * each second without one.
 */
import { RequestUnits } from './request-units.ts';

const LESS = 0.97;
const FIRST_STEP = 0.01;
const LARGEST_STEP = 0.25;
const SECOND = 1000;
/** Of the second that runs, so much must be over for it to say anything. */
const TELLING = 300;

export class Throttle {
  readonly #now: () => number;
  readonly #most: number;
  #units: RequestUnits | undefined;
  /** What was charged in the second that runs, and in the one before. */
  #spent = 0;
  #spentBefore = 0;
  #since: number;
  #changedAt = 0;
  #step = FIRST_STEP;

  constructor(provided: number | undefined, now: () => number = Date.now) {
    this.#now = now;
    this.#since = now();
    this.#most = provided ?? Number.POSITIVE_INFINITY;
    if (provided !== undefined) this.#units = new RequestUnits(provided, now);
  }

  /** Milliseconds until something may be sent. */
  get wait(): number {
    this.#turn();
    return this.#units?.wait ?? 0;
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
    if (sentAt < this.#changedAt) return;
    this.#turn();
    const now = this.#now();
    const seen = Math.max(this.#spentBefore, now - this.#since >= TELLING ? this.#spent : 0);
    // A range that has given nothing yet has said nothing but to wait.
    if (seen === 0) return;
    const next = Math.min(this.#units?.perSecond ?? seen, seen) * LESS;
    if (this.#units === undefined) this.#units = new RequestUnits(next, this.#now);
    else this.#units.provide(next);
    this.#changedAt = now;
    this.#step = FIRST_STEP;
  }

  #turn(): void {
    const now = this.#now();
    const seconds = Math.floor((now - this.#since) / SECOND);
    if (seconds === 0) return;
    this.#spentBefore = seconds === 1 ? this.#spent : 0;
    this.#spent = 0;
    this.#since += seconds * SECOND;
    if (this.#units === undefined || now - this.#changedAt < SECOND) return;
    this.#units.provide(Math.min(this.#most, this.#units.perSecond * (1 + this.#step)));
    this.#step = Math.min(LARGEST_STEP, this.#step * 1.5);
  }
}
