/**
 * Which documents of the reference does a value lead to? Those that hold the same one; the index says which may. A value
 * that none holds is told, and whether one would if both were text.
 */
import { kindName } from '../../src/document/decode.ts';
import type { Path } from '../../src/document/path.ts';
import { readAt, readEach } from '../../src/document/read.ts';
import { sameValue } from '../../src/document/same-value.ts';
import { scalarText } from '../../src/document/scalar-text.ts';
import { shownValue } from '../../src/document/shown-value.ts';
import { ARRAY, MISSING, type Tape, type Value } from '../../src/document/tape.ts';
import type { Match, ReferenceIndex } from '../../src/transform/reference.ts';
import type { Options } from './options.ts';

export class Matcher {
  readonly #index: ReferenceIndex;
  readonly #reference: string;
  readonly #local: Path;
  readonly #foreign: Path;
  readonly #match: Match;

  constructor({ in: reference, local, foreign, match = 'value' }: Options, index: ReferenceIndex) {
    this.#index = index;
    this.#reference = reference;
    this.#local = local;
    this.#foreign = foreign;
    this.#match = match;
  }

  /** The documents that hold the value, in the order of the reference. */
  *of(tape: Tape, value: Value): Generator<Value, void, undefined> {
    for (const place of this.#index.candidates(tape, value, this.#match)) {
      const root = this.#index.documentAt(tape, place);
      if (this.#holds(tape, root, value, this.#match)) yield root;
    }
  }

  /** What is said of a value that leads nowhere. */
  missing(tape: Tape, value: Value): string {
    const { text } = this.#local;
    const hint = tape.kind(value) === ARRAY ? ` Write ${text}/* to look up each of its elements.` : '';
    return `${text} holds ${shownValue(tape, value)}, and no document of ${this.#reference} has it at ${this.#foreign.text}.${hint}`;
  }

  /** What is said of a value that leads to several documents which do not come to the same. */
  several(tape: Tape, value: Value): string {
    return `${this.#local.text} holds ${shownValue(tape, value)}, and several documents of ${this.#reference} that do not come to the same have it at ${this.#foreign.text}: the first is taken.`;
  }

  /** What is said of one whose text leads somewhere. */
  asText(tape: Tape, value: Value): string | undefined {
    if (this.#match === 'text') return undefined;
    for (const place of this.#index.candidates(tape, value, 'text')) {
      const root = this.#index.documentAt(tape, place);
      const found = this.#holds(tape, root, value, 'text');
      if (!found) continue;
      const other = this.#foreign.many ? 'another type' : `it as ${kindName(tape, readAt(tape, root, this.#foreign))}`;
      return `${this.#local.text} holds ${shownValue(tape, value)}, and ${this.#foreign.text} of ${this.#reference} holds ${other}: they match only as text.`;
    }
    return undefined;
  }

  #holds(tape: Tape, root: Value, value: Value, match: Match): boolean {
    const text = match === 'text' ? scalarText(tape, value) : undefined;
    const isSame = (found: Value): boolean =>
      match === 'text' ? text !== undefined && scalarText(tape, found) === text : sameValue(tape, found, value);
    if (!this.#foreign.many) {
      const found = readAt(tape, root, this.#foreign);
      return found !== MISSING && isSame(found);
    }
    let holds = false;
    readEach(tape, root, this.#foreign, (found) => {
      holds ||= isSame(found);
    });
    return holds;
  }
}
