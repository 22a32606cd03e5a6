/** What is gathered of the documents of a group? A list of values, in the order of the source or by one of them. */
import { compareOrder, type OrderValue, orderValue } from '../../src/document/order.ts';
import type { OutputBuffer } from '../../src/document/output-buffer.ts';
import type { Path } from '../../src/document/path.ts';
import { pick, type Picking, pickingOf } from '../../src/document/pick.ts';
import { readAt } from '../../src/document/read.ts';
import { MISSING, type Tape, type Value } from '../../src/document/tape.ts';
import { wireText } from '../../src/document/wire-text.ts';
import type { Picked } from '../../src/transform/step.ts';

export class Gatherer {
  readonly #bare: Path | undefined;
  readonly #picking: Picking | undefined;
  readonly #by: Path | undefined;
  readonly #elements: { readonly text: Buffer | string; readonly order: OrderValue | undefined }[] = [];

  constructor({ pick: picked, by }: { readonly pick?: Picked; readonly by?: Path }) {
    this.#bare = picked !== undefined && 'bare' in picked ? picked.bare : undefined;
    this.#picking = picked !== undefined && 'paths' in picked ? pickingOf(picked.paths) : undefined;
    this.#by = by;
  }

  clear(): void {
    this.#elements.length = 0;
  }

  take(tape: Tape, root: Value): void {
    const order = this.#by === undefined ? undefined : orderValue(tape, readAt(tape, root, this.#by));
    const text = this.#textOf(tape, root);
    if (text !== undefined) this.#elements.push({ text, order });
  }

  /** Appends the list. */
  finish(output: OutputBuffer): void {
    // The sort is stable: of equal ones the first in the source stays first.
    if (this.#by !== undefined) this.#elements.sort((a, b) => compareOrder(a.order!, b.order!));
    output.byte(OPEN);
    this.#elements.forEach(({ text }, place) => {
      if (place > 0) output.byte(COMMA);
      if (typeof text === 'string') output.text(text);
      else output.copy(text, 0, text.length);
    });
    output.byte(CLOSE);
  }

  /** A document that has none of what is picked is an object without properties; without the bare value, it is left out. */
  #textOf(tape: Tape, root: Value): Buffer | string | undefined {
    if (this.#bare !== undefined) {
      const value = readAt(tape, root, this.#bare);
      return value === MISSING ? undefined : wireText(tape, value);
    }
    if (this.#picking === undefined) return wireText(tape, root);
    const picked = pick(tape, root, this.#picking);
    return picked === MISSING ? '{}' : wireText(tape, picked);
  }
}

const OPEN = 91;
const CLOSE = 93;
const COMMA = 44;
