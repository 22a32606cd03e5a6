/** What do the documents of a group come to, the newer laid over the older? All properties but the id, the newest value of each. */
import { Fold } from '../../src/document/fold.ts';
import { orderValue } from '../../src/document/order.ts';
import type { Path } from '../../src/document/path.ts';
import { readAt } from '../../src/document/read.ts';
import type { Tape, Value } from '../../src/document/tape.ts';
import type { Property, State } from './state.ts';

export class Merge implements State {
  readonly #path: Path;
  readonly #fold = new Fold();

  constructor(path: Path) {
    this.#path = path;
  }

  clear(): void {
    this.#fold.clear();
  }

  take(tape: Tape, root: Value): void {
    this.#fold.take(tape, root, orderValue(tape, readAt(tape, root, this.#path)));
  }

  get properties(): readonly Property[] {
    return this.#fold.properties.filter(({ name }) => name !== 'id');
  }
}
