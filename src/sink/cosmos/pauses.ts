/** When is something tried again? After a pause that grows with the attempts and differs, so that not all come back at once. */

const FIRST = 50;
const LONGEST = 5_000;

export class Pauses {
  readonly #timers = new Set<NodeJS.Timeout>();

  /** @param attempts that there have been already */
  after(attempts: number, act: () => void): void {
    const pause = Math.min(LONGEST, FIRST * 2 ** Math.min(attempts - 1, 10)) * (0.5 + Math.random());
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, pause);
    this.#timers.add(timer);
  }

  /** Nothing is tried again. */
  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
