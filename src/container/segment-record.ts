/**
 * Where did a document of the segment come from, and where does it lie? Each has a record of fixed size in a second
 * file beside the segment, so that its place costs no memory: `[position, index, line, offset]` as doubles, then
 * `[length, shard, ordinal, parent, family, entity]` as 32-bit words.
 */
import { Buffer } from 'node:buffer';

/** Bytes of a record. */
export const RECORD_SIZE = 56;
const DOUBLES = 4;

export class SegmentRecord {
  /** The record as it lies in the file. */
  readonly bytes: Buffer;
  readonly #doubles: Float64Array;
  readonly #words: Int32Array;

  constructor() {
    const memory = new ArrayBuffer(RECORD_SIZE);
    this.bytes = Buffer.from(memory);
    this.#doubles = new Float64Array(memory, 0, DOUBLES);
    this.#words = new Int32Array(memory, DOUBLES * 8);
  }

  /** Where its text begins in the segment. */
  get position(): number {
    return this.#doubles[0]!;
  }
  set position(value: number) {
    this.#doubles[0] = value;
  }
  /** Number of its record in its shard. */
  get index(): number {
    return this.#doubles[1]!;
  }
  set index(value: number) {
    this.#doubles[1] = value;
  }
  get line(): number {
    return this.#doubles[2]!;
  }
  set line(value: number) {
    this.#doubles[2] = value;
  }
  get offset(): number {
    return this.#doubles[3]!;
  }
  set offset(value: number) {
    this.#doubles[3] = value;
  }
  /** Bytes of its text. */
  get length(): number {
    return this.#words[0]!;
  }
  set length(value: number) {
    this.#words[0] = value;
  }
  get shard(): number {
    return this.#words[1]!;
  }
  set shard(value: number) {
    this.#words[1] = value;
  }
  get ordinal(): number {
    return this.#words[2]!;
  }
  set ordinal(value: number) {
    this.#words[2] = value;
  }
  /** Ordinal of the output it was made of, or -1. */
  get parent(): number {
    return this.#words[3]!;
  }
  set parent(value: number) {
    this.#words[3] = value;
  }
  /** Number of its family within the record, or 0. */
  get family(): number {
    return this.#words[4]!;
  }
  set family(value: number) {
    this.#words[4] = value;
  }
  /** Number of its entity. */
  get entity(): number {
    return this.#words[5]!;
  }
  set entity(value: number) {
    this.#words[5] = value;
  }
}
