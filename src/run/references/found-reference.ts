/** Which documents of an indexed reference may hold a value? */
import type { Tape, Value } from '../../document/tape.ts';
import type { Match, ReferenceIndex } from '../../transform/reference.ts';
import { EntryHash, KIND_BITS } from './entry-hash.ts';
import type { ReferenceText } from './reference-text.ts';
import type { SortedIndex } from './sorted-index.ts';

export class FoundReference implements ReferenceIndex {
  readonly #index: SortedIndex;
  readonly #documents: ReferenceText;
  readonly #hash = new EntryHash();

  constructor(index: SortedIndex, documents: ReferenceText) {
    this.#index = index;
    this.#documents = documents;
  }

  candidates(tape: Tape, value: Value, match: Match): Iterable<number> {
    const hash = this.#hash;
    if (match === 'value') return hash.ofValue(tape, value) ? this.#index.placesOf(hash.high, hash.low, -1) : [];
    if (!hash.ofText(tape, value)) return [];
    // They stand there by kind first.
    const places = new Set(this.#index.placesOf(hash.high, hash.low, ~KIND_BITS));
    return [...places].toSorted((a, b) => a - b);
  }

  documentAt(tape: Tape, place: number): Value {
    return this.#documents.documentAt(tape, place);
  }
}
