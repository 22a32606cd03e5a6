/**
 * Who is above a document? Its parent is found by its id, and so on up to a root. What was found is remembered, so that
 * siblings share the way. A way is followed step by step, however long it is; one that comes back to itself is closed to
 * a circle.
 *
 * What is remembered is bounded: when it is too much, all of it is forgotten between two documents. Only where the way up
 * from one document takes more than that, twice as much as it takes is remembered.
 */
import type { Path } from '../../src/document/path.ts';
import { readAt } from '../../src/document/read.ts';
import type { Rejection } from '../../src/document/rejection.ts';
import { type Hashing, type Take, takerOf } from '../../src/document/taken.ts';
import { MISSING, type Tape, type Value } from '../../src/document/tape.ts';
import { writeText } from '../../src/document/wire-text.ts';
import type { ReferenceIndex } from '../../src/transform/reference.ts';
import { ById, isId, type Missing } from './by-id.ts';
import { Met, NOBODY } from './met.ts';
import { type Options, takenOf } from './options.ts';

/** About what a sentence takes that is said of one, bytes. */
const SENTENCE = 600;

export class Tree {
  /** The documents that have been met since something was forgotten; also ids that nobody has. */
  readonly met: Met = new Met();
  readonly #byId: ById;
  readonly #parent: Path;
  readonly #take: Take;
  readonly #most: number;
  /** With more bytes than this, all is forgotten. */
  #limit: number;
  readonly #missing = new Map<number, Missing>();
  readonly #rejections = new Map<number, Rejection>();
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

  /** The number of the document with an id, from which all above are met. What was found before may be void. */
  find(from: Tape, id: Value, hashing: Hashing): number {
    if (this.#bytes <= this.#limit) return this.#follow(from, id, hashing);
    this.met.forget();
    this.#missing.clear();
    this.#rejections.clear();
    const found = this.#follow(from, id, hashing);
    // Else a way that is longer than that would be forgotten, and followed again, with each document.
    this.#limit = Math.max(this.#most, 2 * this.#bytes);
    return found;
  }

  /** What is to be said where nobody has the id. */
  missing(one: number): Missing | undefined {
    return this.#missing.get(one);
  }

  /** Why nothing can be said of one. */
  rejection(one: number): Rejection | undefined {
    return this.#rejections.size === 0 ? undefined : this.#rejections.get(one);
  }

  #follow(from: Tape, id: Value, hashing: Hashing): number {
    const { met } = this;
    const way = ++this.#ways;
    let [tape, value] = [from, id];
    let first = NOBODY;
    let below = NOBODY;
    for (;;) {
      const known = met.find(tape, value);
      const found = known === NOBODY ? this.#read(tape, value, way, hashing) : known;
      if (first === NOBODY) first = found;
      if (this.#missing.has(found)) return first;
      if (below !== NOBODY) met.setParent(below, found);
      if (found === known) {
        if (met.wayOf(found) === way) this.#closeCircle(found);
        return first;
      }
      below = found;
      tape = this.#byId.tape;
      value = readAt(tape, this.#root, this.#parent);
      if (value === MISSING || !isId(tape, value)) return first;
    }
  }

  #read(from: Tape, id: Value, way: number, hashing: Hashing): number {
    const { tape } = this.#byId;
    this.#root = this.#byId.find(from, id);
    if (this.#root === MISSING) {
      const nobody = this.met.add(way);
      this.#missing.set(nobody, this.#byId.missing());
      return nobody;
    }
    const taken = this.#take(tape, this.#root, hashing);
    if (typeof taken === 'number' && taken !== MISSING) writeText(tape, taken, this.met.texts);
    const one = this.met.add(way);
    if (typeof taken !== 'number') this.#rejections.set(one, taken);
    return one;
  }

  #closeCircle(first: number): void {
    let one = first;
    do {
      this.met.putOnCircle(one);
      one = this.met.parentOf(one);
    } while (one !== first);
  }

  get #bytes(): number {
    return this.met.bytes + (this.#missing.size + this.#rejections.size) * SENTENCE;
  }
}
