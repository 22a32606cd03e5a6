/**
 * What does a document of the segment say, and which are its keys? Reads it back; what was asked for lately is kept, as
 * one holder often meets many others.
 */
import type { Buffer } from 'node:buffer';
import { compare } from '../document/compare.ts';
import { sourceOf } from '../document/decode.ts';
import { parseDocument } from '../document/parse.ts';
import { MISSING, NUMBER, Tape, type Value } from '../document/tape.ts';
import { DocumentKeys } from './document-keys.ts';
import { KeyValues } from './key-values.ts';
import { plainValue } from './plain-value.ts';
import type { ContainerPolicy } from './policy.ts';
import type { Segment } from './segment.ts';
import { SegmentRecord } from './segment-record.ts';

/** What the keys of a document are, for people. */
export interface KeyDescription {
  readonly id: string;
  /** Values of the partition key; `{}` stands for a missing one. */
  readonly partitionKey: readonly unknown[];
  /** Values at the paths of all constraints; null stands for a missing one. */
  readonly unique: readonly unknown[];
  /** The digits of those that are numbers, else nothing. */
  readonly digits: readonly (string | undefined)[];
}

/** The keys of a document that has them, while others ask for them. */
interface HeldKeys {
  readonly description: KeyDescription;
  /** The key bytes of the partition key, and of each table. */
  readonly partition: Buffer;
  readonly tables: readonly Buffer[];
}

/** Bytes of documents whose keys are kept. */
const KEPT = 1 << 23;

export class StoredDocuments {
  readonly #segment: Segment;
  readonly #tape = new Tape();
  readonly #other = new Tape();
  readonly #values: KeyValues;
  readonly #keys: DocumentKeys;
  readonly #record = new SegmentRecord();
  /** The document on the tape. */
  #opened = -1;
  #description: KeyDescription | undefined;
  readonly #kept = new Map<number, HeldKeys>();
  #keptBytes = 0;
  /** What was read last is often asked for again. */
  readonly #lines: { readonly document: number; readonly text: Buffer }[] = [];

  constructor(policy: ContainerPolicy, segment: Segment) {
    this.#segment = segment;
    this.#values = new KeyValues(policy);
    this.#keys = new DocumentKeys(policy);
  }

  /** The text of a document. */
  text(document: number): Buffer {
    const line = this.#line(document);
    return line.subarray(0, line.length - 1);
  }

  /** Whether two documents are the same: letter by letter, or by value with numbers exact. */
  haveEqualContent(one: number, other: number): boolean {
    const left = this.#line(one);
    const right = this.#line(other);
    if (left.equals(right)) return true;
    this.#opened = -1;
    const root = parseStored(this.#tape, left);
    return compare(this.#tape, root, this.#other, parseStored(this.#other, right), 'exact').length === 0;
  }

  /** Whether the key that one document holds in a table is also the other one's. */
  shareKey(holder: number, other: number, table: number): boolean {
    const held = this.#held(holder);
    this.#open(other);
    return this.#keys.hasPartition(held.partition) && this.#keys.hasKey(table, held.tables[table]!);
  }

  /** The keys of a document that holds one, for people. */
  describeHolder(document: number): KeyDescription {
    return this.#held(document).description;
  }

  describe(document: number): KeyDescription {
    this.#open(document);
    return (this.#description ??= this.#describeOpen());
  }

  #describeOpen(): KeyDescription {
    const tape = this.#tape;
    const { id, partition, unique } = this.#values;
    return {
      id: String(plainValue(tape, id)),
      partitionKey: mapped(partition, (value) => (value === MISSING ? {} : plainValue(tape, value))),
      unique: mapped(unique, (value) => plainValue(tape, value) ?? null),
      digits: mapped(unique, (value) => (isNumber(tape, value) ? sourceOf(tape, value) : undefined)),
    };
  }

  #held(document: number): HeldKeys {
    const kept = this.#kept.get(document);
    if (kept !== undefined) return kept;
    const description = this.describe(document);
    const keys = this.#keys;
    const tables = keys.hashes.map((_, table) => keys.tableBytes(table));
    const held = { description, partition: keys.partitionBytes(), tables };
    this.#keptBytes += this.#line(document).length + 500;
    if (this.#keptBytes > KEPT) {
      this.#kept.clear();
      this.#keptBytes = 0;
    }
    this.#kept.set(document, held);
    return held;
  }

  /** Puts a document on the tape and makes its keys. */
  #open(document: number): void {
    if (document === this.#opened) return;
    this.#opened = document;
    this.#description = undefined;
    this.#values.read(this.#tape, parseStored(this.#tape, this.#line(document)));
    this.#keys.read(this.#tape, this.#values);
  }

  /** The text with its line end. */
  #line(document: number): Buffer {
    const known = this.#lines.find((line) => line.document === document);
    if (known !== undefined) return known.text;
    this.#segment.readRecord(document, this.#record);
    const text = this.#segment.readText(this.#record);
    this.#lines.unshift({ document, text });
    if (this.#lines.length > 2) this.#lines.pop();
    return text;
  }
}

/** Puts a text that the container has accepted on a tape; one more byte stands behind it. */
function parseStored(tape: Tape, text: Buffer): Value {
  tape.begin(text);
  const root = parseDocument(tape, text, 0, text.length - 1, true);
  if (typeof root !== 'number') throw new Error(`A stored document cannot be read any more: ${root.problem}`);
  return root;
}

function isNumber(tape: Tape, value: Value): boolean {
  return value !== MISSING && tape.kind(value) === NUMBER;
}

/** As Array.from does it, which goes through an iterator. */
function mapped<To>(values: Int32Array, map: (value: Value) => To): To[] {
  const result: To[] = [];
  for (let i = 0; i < values.length; i++) result.push(map(values[i]!));
  return result;
}
