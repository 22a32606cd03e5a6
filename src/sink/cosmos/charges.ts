/** What will a request cost? By what documents of their size have cost lately, until then by a guess that is on the high side. */
import type { Item } from './item.ts';

/** Request units of a document of 1 KB with the usual index. */
const GUESS = 10;
const NEWS = 0.2;

export class Charges {
  #each = GUESS;
  #perByte = GUESS / 1024;
  #isKnown = false;

  /** One document of middling size. */
  get each(): number {
    return this.#each;
  }

  expected(items: readonly Item[]): number {
    return Math.max(this.#perByte * bytesOf(items), items.length);
  }

  /** A request of these was charged so much. */
  learn(items: readonly Item[], units: number): void {
    if (units <= 0) return;
    const weight = this.#isKnown ? NEWS : 1;
    this.#isKnown = true;
    this.#each += (units / items.length - this.#each) * weight;
    this.#perByte += (units / bytesOf(items) - this.#perByte) * weight;
  }
}

function bytesOf(items: readonly Item[]): number {
  let sum = 0;
  for (const { text } of items) sum += text.length;
  return sum;
}
