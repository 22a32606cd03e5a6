/** Which document of a group is the newest, and which properties does the result have from it? All but its id. */
import { textOf } from '../../src/document/decode.ts';
import { firstMember, keyAt, nextMember, valueAt } from '../../src/document/members.ts';
import { compareOrder, type OrderValue, orderValue } from '../../src/document/order.ts';
import { parsedJson } from '../../src/document/parsed-json.ts';
import type { Path } from '../../src/document/path.ts';
import { readAt } from '../../src/document/read.ts';
import { END, type Tape, type Value } from '../../src/document/tape.ts';
import { wireText } from '../../src/document/wire-text.ts';
import type { Property, State } from './state.ts';

export class Latest implements State {
  readonly #path: Path;
  #order: OrderValue | undefined;
  #text: Buffer | undefined;

  constructor(path: Path) {
    this.#path = path;
  }

  clear(): void {
    this.#order = undefined;
    this.#text = undefined;
  }

  take(tape: Tape, root: Value): void {
    const order = orderValue(tape, readAt(tape, root, this.#path));
    // Of equal ones the first one wins.
    if (this.#order !== undefined && compareOrder(order, this.#order) <= 0) return;
    this.#order = order;
    this.#text = wireText(tape, root);
  }

  /** In the order of the document; a repeated one as often as it is there. */
  get properties(): readonly Property[] {
    const { tape, root } = parsedJson(this.#text!);
    const found: Property[] = [];
    for (let cursor = firstMember(tape, root); cursor !== END; cursor = nextMember(tape, root, cursor)) {
      const name = textOf(tape, keyAt(tape, cursor));
      if (name !== 'id') found.push({ name, text: wireText(tape, valueAt(tape, cursor)) });
    }
    return found;
  }
}
