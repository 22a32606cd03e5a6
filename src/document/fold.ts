/**
 * What do several objects come to, laid over each other? All their properties, each with the value that was laid on last; a
 * property stands where it came first. The order in which they are laid may be another one than that in which they come:
 * nothing is held but the properties.
 */
import type { Buffer } from 'node:buffer';
import { textOf } from './decode.ts';
import { firstMember, keyAt, nextMember, valueAt } from './members.ts';
import { compareOrder, type OrderValue } from './order.ts';
import { END, type Tape, type Value } from './tape.ts';
import { wireText } from './wire-text.ts';

export interface FoldedProperty {
  readonly name: string;
  /** Its value as JSON. */
  readonly text: Buffer;
}

interface Laid {
  readonly name: string;
  text: Buffer;
  order: OrderValue | undefined;
  /** Of the lowest object that has the property, and where it is among all that came. */
  lowest: OrderValue | undefined;
  place: number;
}

export class Fold {
  readonly #properties = new Map<string, Laid>();
  #places = 0;

  clear(): void {
    this.#properties.clear();
    this.#places = 0;
  }

  /** @param order lower ones are laid first, of equal ones those that come first. @default all are equal */
  take(tape: Tape, object: Value, order?: OrderValue): void {
    // Of a repeated key the last value counts, as it is laid last.
    for (let cursor = firstMember(tape, object); cursor !== END; cursor = nextMember(tape, object, cursor)) {
      const name = textOf(tape, keyAt(tape, cursor));
      const place = this.#places++;
      const laid = this.#properties.get(name);
      if (laid === undefined) {
        const text = wireText(tape, valueAt(tape, cursor));
        this.#properties.set(name, { name, text, order, lowest: order, place });
        continue;
      }
      if (isLower(order, laid.lowest)) {
        laid.lowest = order;
        laid.place = place;
      }
      if (isLower(order, laid.order)) continue;
      laid.text = wireText(tape, valueAt(tape, cursor));
      laid.order = order;
    }
  }

  /** The lowest object's properties first. */
  get properties(): readonly FoldedProperty[] {
    return [...this.#properties.values()].toSorted((a, b) =>
      isLower(a.lowest, b.lowest) ? -1 : isLower(b.lowest, a.lowest) ? 1 : a.place - b.place,
    );
  }
}

function isLower(order: OrderValue | undefined, than: OrderValue | undefined): boolean {
  return order !== undefined && than !== undefined && compareOrder(order, than) < 0;
}
