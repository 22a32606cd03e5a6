/**
 * Who is above a document? Its parent is found by its id, and so on up to a root. What was found is remembered, so that
 * siblings share the way. A way is followed step by step, however long it is; one that comes back to itself is closed to
 * a circle.
 *
 * What is remembered is bounded: when it is too much, all of it is forgotten between two documents. Only where the way up
 * from one document takes more than that, twice as much as it takes is remembered.
 */
import { OutputBuffer } from '../../src/document/output-buffer.ts';
import type { Path } from '../../src/document/path.ts';
import { readAt } from '../../src/document/read.ts';
import type { Rejection } from '../../src/document/rejection.ts';
import { type Hashing, type Take, takerOf } from '../../src/document/taken.ts';
import { MISSING, type Tape, type Value } from '../../src/document/tape.ts';
import { writeText } from '../../src/document/wire-text.ts';
import type { ReferenceIndex } from '../../src/transform/reference.ts';
import { ById, isId, type Missing } from './by-id.ts';
import { keyOfScalar, KnownValues, type ScalarKey } from './known-values.ts';
import { type Options, takenOf } from './options.ts';

/** A document that is above others. */
export interface Ancestor {
  readonly id: ScalarKey;
  /** The next one up. */
  parent: Ancestor | undefined;
  /** Whether its own parents lead back to it. */
  isOnCircle: boolean;
  /** From where to where in the texts of the tree stands what is said of it; empty where that is nothing. */
  readonly start: number;
  readonly end: number;
  /** Why nothing can be said of it. */
  readonly rejection: Rejection | undefined;
  /** The way on which it was found. */
  readonly way: number;
}

/** About what one that is remembered takes beside its texts, bytes. */
const ENTRY = 200;

export class Tree {
  readonly #byId: ById;
  readonly #parent: Path;
  readonly #take: Take;
  readonly #most: number;
  #known = new KnownValues<Ancestor | Missing>();
  #texts = new OutputBuffer();
  /** What is remembered takes so many bytes. */
  #bytes = 0;
  /** With more than this, all is forgotten. */
  #limit: number;
  #ways = 0;
  /** The document that was read last, on the tape of `#byId`. */
  #root: Value = MISSING;

  /** @param most bytes that are remembered */
  constructor(given: Options, index: ReferenceIndex, most: number) {
    this.#byId = new ById(index, given.parent);
    this.#parent = given.parent;
    this.#take = takerOf(takenOf(given), 'an ancestor');
    this.#most = most;
    this.#limit = most;
  }

  /** Where what is said of ancestors stands. */
  get texts(): OutputBuffer {
    return this.#texts;
  }

  /** The document with an id, and through it all above. What was found before is void. */
  find(from: Tape, id: Value, hashing: Hashing): Ancestor | Missing {
    if (this.#bytes <= this.#limit) return this.#follow(from, id, hashing);
    this.#forget();
    const found = this.#follow(from, id, hashing);
    // Else a way that is longer than that would be forgotten, and followed again, with each document.
    this.#limit = Math.max(this.#most, 2 * this.#bytes);
    return found;
  }

  /** The document with an id if it is among those that are remembered. */
  known(tape: Tape, id: Value): Ancestor | Missing | undefined {
    return this.#known.get(keyOfScalar(tape, id));
  }

  #follow(from: Tape, id: Value, hashing: Hashing): Ancestor | Missing {
    const way = ++this.#ways;
    let [tape, value] = [from, id];
    let first: Ancestor | Missing | undefined;
    let below: Ancestor | undefined;
    for (;;) {
      const key = keyOfScalar(tape, value);
      const known = this.#known.get(key);
      const found = known ?? this.#read(tape, value, key, hashing);
      first ??= found;
      if ('missing' in found) return first;
      if (below !== undefined) below.parent = found;
      if (found === known) {
        if (found.way === way) closeCircle(found);
        return first;
      }
      below = found;
      tape = this.#byId.tape;
      value = readAt(tape, this.#root, this.#parent);
      if (value === MISSING || !isId(tape, value)) return first;
    }
  }

  #read(from: Tape, id: Value, key: ScalarKey, hashing: Hashing): Ancestor | Missing {
    const root = this.#byId.find(from, id);
    this.#root = root;
    const found = root === MISSING ? this.#byId.missing() : this.#ancestor(key, root, hashing);
    this.#known.set(key, found);
    this.#bytes += ENTRY + key.text.length;
    return found;
  }

  #ancestor(id: ScalarKey, root: Value, hashing: Hashing): Ancestor {
    const { tape } = this.#byId;
    const texts = this.#texts;
    const start = texts.length;
    const taken = this.#take(tape, root, hashing);
    const rejection = typeof taken === 'number' ? undefined : taken;
    if (typeof taken === 'number' && taken !== MISSING) writeText(tape, taken, texts);
    this.#bytes += texts.length - start;
    return { id, parent: undefined, isOnCircle: false, start, end: texts.length, rejection, way: this.#ways };
  }

  #forget(): void {
    this.#known = new KnownValues();
    this.#texts = new OutputBuffer();
    this.#bytes = 0;
  }
}

function closeCircle(first: Ancestor): void {
  let one = first;
  do {
    one.isOnCircle = true;
    one = one.parent!;
  } while (one !== first);
}
