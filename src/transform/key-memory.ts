/**
 * How does a step know what it met before, anywhere in the run, without ending a stage? It remembers keys, each with its
 * content and with who came first. Documents come in the order of the source, so that the first is known at once.
 *
 * For each document: `find` and `add`, in turn, then `keep`, or `forget` where the document is rejected after all. What is
 * kept is committed with the positions by `settle`, and is there again when the run goes on.
 */
import type { Place } from '../document/position.ts';
import { KeyTable } from './key-table.ts';

/** Who came first with a key. */
export interface KeyHolder {
  readonly id: string;
  /** What the step knows its key by, beside the hash. */
  readonly key?: string | undefined;
  /** Of the record that it came in, where that is known. */
  readonly place?: Pick<Place, 'source' | 'line'> | undefined;
}

export interface KeyMemory {
  /** The number of a key, or -1; 72 bits of its hash are looked at. */
  find(key: Int32Array): number;
  /** Remembers a key that has not been met, with 40 bits of its content's hash. */
  add(key: Int32Array, content: Int32Array, holder: KeyHolder): void;
  /** Whether the key came first with this content. */
  hasContent(number: number, content: Int32Array): boolean;
  holderOf(number: number): KeyHolder;
  /** What was added is remembered for good. */
  keep(): void;
  /** What was added since the last `keep` has not been. */
  forget(): void;
}

/** Keys that are remembered as long as the process lives. */
export class HeldKeys implements KeyMemory {
  readonly #most: number;
  readonly #table = new KeyTable();
  readonly #holders: KeyHolder[] = [];
  #kept = 0;

  /** @param most so many of them; later ones are never met. @default all */
  constructor(most: number = Infinity) {
    this.#most = most;
  }

  find(key: Int32Array): number {
    return this.#table.find(key);
  }

  add(key: Int32Array, content: Int32Array, holder: KeyHolder): void {
    if (this.#table.count >= this.#most) return;
    this.#table.add(key, content);
    // The place is that of the record at hand, and will be another one's.
    this.#holders.push({ ...holder, place: holder.place && { ...holder.place } });
  }

  hasContent(number: number, content: Int32Array): boolean {
    return this.#table.hasContent(number, content);
  }

  holderOf(number: number): KeyHolder {
    return this.#holders[number]!;
  }

  keep(): void {
    this.#kept = this.#table.count;
  }

  forget(): void {
    this.#table.shrinkTo(this.#kept);
    this.#holders.length = this.#kept;
  }
}
