/**
 * How long may nothing come forward? Everything that waits for the service is bounded by this one clock: it starts anew
 * with every document that is settled, and when it runs out, the run ends with what did not answer.
 */

export class Patience {
  readonly #milliseconds: number;
  readonly #now: () => number;
  readonly #over: (milliseconds: number) => void;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param over is called once, with the milliseconds that nothing has come forward */
  constructor(milliseconds: number, over: (milliseconds: number) => void, now: () => number = Date.now) {
    this.#milliseconds = milliseconds;
    this.#over = over;
    this.#now = now;
  }

  /** Something is waited for from now on, if nothing was before. */
  begin(): void {
    if (this.#timer !== undefined) return;
    this.#since = this.#now();
    this.#wake(this.#milliseconds);
  }

  /** Something has come forward. */
  progressed(): void {
    this.#since = this.#now();
  }

  /** Nothing is waited for any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wake(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const waited = this.#now() - this.#since;
      if (waited >= this.#milliseconds) this.#over(waited);
      else this.#wake(this.#milliseconds - waited);
    }, milliseconds);
  }
}
