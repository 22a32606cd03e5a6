/** Which of several documents stays as it is? Of equal ones the first. */
import type { Document } from '../../src/document/document.ts';
import { compareOrder, type OrderValue, orderValue } from '../../src/document/order.ts';
import { OutputBuffer } from '../../src/document/output-buffer.ts';
import type { Path } from '../../src/document/path.ts';
import { readAt } from '../../src/document/read.ts';
import { writeText } from '../../src/document/wire-text.ts';
import type { Judge } from '../../src/transform/contest.ts';

export type KeepsOne = 'first' | 'last' | 'newest' | 'oldest';

export class OneStays implements Judge {
  readonly #keep: KeepsOne;
  readonly #by: Path | undefined;
  readonly #text = new OutputBuffer();
  #order: OrderValue | undefined;
  #count = 0;
  #chosen = 0;

  constructor(keep: KeepsOne, by: Path | undefined) {
    this.#keep = keep;
    this.#by = by;
  }

  take(document: Document): void {
    const number = this.#count++;
    const order =
      this.#by === undefined ? undefined : orderValue(document.tape, readAt(document.tape, document.root, this.#by));
    if (number > 0 && !this.#isBetter(order)) return;
    this.#order = order;
    this.#chosen = number;
    this.#text.length = 0;
    writeText(document.tape, document.root, this.#text);
  }

  finish(output: OutputBuffer): number {
    output.copy(this.#text.bytes, 0, this.#text.length);
    this.#count = 0;
    return this.#chosen;
  }

  #isBetter(order: OrderValue | undefined): boolean {
    if (order === undefined || this.#order === undefined) return this.#keep === 'last';
    const difference = compareOrder(order, this.#order);
    return this.#keep === 'newest' ? difference > 0 : difference < 0;
  }
}
