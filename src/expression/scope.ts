/** What does an expression see while it works on one document, and how much may it still do? */
import type { Document } from '../document/document.ts';
import { MISSING, type Tape, type Value } from '../document/tape.ts';
import type { Content } from './content.ts';
import { Failure } from './failure.ts';

/** Steps that one document may take: more than one of 2 MB can need, and done within a second or two. */
const MOST_STEPS = 5_000_000;

export class Scope {
  #document: Document | undefined;
  startedAt = 0;
  /** What the variables of macros hold, by their slots. */
  readonly variables: Content[] = [];
  #left = 0;
  /** Values that a loop need not look for again, by their slots. */
  readonly #located: Value[] = [];
  readonly #locatedIn: number[] = [];
  #serial = 0;

  begin(document: Document, startedAt: number): void {
    this.#document = document;
    this.startedAt = startedAt;
    this.#left = MOST_STEPS;
    this.#serial++;
  }

  get tape(): Tape {
    return this.#document!.tape;
  }

  get root(): Value {
    return this.#document!.root;
  }

  /** To be called where the work grows with the data, so that no data can make it endless. */
  charge(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0)
      throw new Failure(`there is too much to do for one document (more than ${MOST_STEPS} steps)`, true);
  }

  /** The value that was found for this document before, or is found now. */
  once(slot: number, locate: (scope: Scope) => Value): Value {
    if (this.#locatedIn[slot] === this.#serial) return this.#located[slot] ?? MISSING;
    const value = locate(this);
    this.#located[slot] = value;
    this.#locatedIn[slot] = this.#serial;
    return value;
  }
}
