/** How far is everything done? Numbers come in any order; those up to the first one that is missing are the prefix. */

export class Acknowledged {
  /** All numbers below are done. */
  prefix: number;
  readonly #beyond = new Set<number>();

  constructor(prefix: number) {
    this.prefix = prefix;
  }

  /** How many are done behind one that is not. */
  get beyond(): number {
    return this.#beyond.size;
  }

  done(number: number): void {
    if (number !== this.prefix) {
      this.#beyond.add(number);
      return;
    }
    this.prefix++;
    while (this.#beyond.delete(this.prefix)) this.prefix++;
  }
}
