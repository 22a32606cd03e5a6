/**
 * How many requests may be on their way to one range at a time? One more after each window that went well, a third less
 * when the service says that it is too much or when answers take much longer than they can (additive increase,
 * multiplicative decrease, as TCP does it). What was sent before the last decrease says nothing about the new window.
 */

export interface PaceLimits {
  readonly first: number;
  readonly most: number;
}

/** Answers that take so many times the shortest, and longer than a blink, tell of a queue somewhere. */
const MUCH_LONGER = 4;
const BLINK = 100;
const DECREASE = 0.67;

export class Pace {
  readonly #most: number;
  #window: number;
  #shortest = Number.POSITIVE_INFINITY;
  #decreasedAt = 0;

  constructor({ first, most }: PaceLimits) {
    this.#window = first;
    this.#most = most;
  }

  /** Requests at a time. */
  get window(): number {
    return Math.floor(this.#window);
  }

  /** A request went well. @param wasFull whether the window was used */
  succeeded(sentAt: number, now: number, wasFull: boolean): void {
    const took = Math.max(1, now - sentAt);
    this.#shortest = Math.min(this.#shortest * 1.001, took);
    if (took > BLINK && took > this.#shortest * MUCH_LONGER) {
      this.#decrease(sentAt, now);
      return;
    }
    if (wasFull) this.#window = Math.min(this.#most, this.#window + 1 / this.#window);
  }

  /** The service could not take it. */
  throttled(sentAt: number, now: number): void {
    this.#decrease(sentAt, now);
  }

  #decrease(sentAt: number, now: number): void {
    if (sentAt < this.#decreasedAt) return;
    this.#decreasedAt = now;
    this.#window = Math.max(1, this.#window * DECREASE);
  }
}
