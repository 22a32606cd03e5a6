/**
 * What does a document of the segment say, and which are its keys? Reads it back; what was asked for lately is kept, as
 * one holder often meets many others.
 */
import type { Buffer } from 'node:buffer';
import { compare } from '../document/compare.ts';
import { parseDocument } from '../document/parse.ts';
import { MISSING, Tape, type Value } from '../document/tape.ts';
import { DocumentKeys } from './document-keys.ts';
import { KeyValues } from './key-values.ts';
import { plainValue } from './plain-value.ts';
import type { ContainerPolicy } from './policy.ts';
import type { Segment } from './segment.ts';
import { SegmentRecord } from './segment-record.ts';

export interface StoredKeys {
  readonly id: string;
  /** Values of the partition key; `{}` stands for a missing one. */
  readonly partitionKey: readonly unknown[];
  readonly partition: Buffer;
  /** The key bytes of each table. */
  readonly tables: readonly Buffer[];
}

/** Bytes of key bytes that are kept. */
const KEPT = 1 << 22;

export class StoredDocuments {
  readonly tape: Tape = new Tape();
  readonly values: KeyValues;
  readonly #segment: Segment;
  readonly #keys: DocumentKeys;
  readonly #record = new SegmentRecord();
  readonly #kept = new Map<number, StoredKeys>();
  #keptBytes = 0;
  readonly #lines: { readonly document: number; readonly text: Buffer }[] = [];
  readonly #other = new Tape();

  constructor(policy: ContainerPolicy, segment: Segment) {
    this.#segment = segment;
    this.values = new KeyValues(policy);
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
    const root = parseStored(this.tape, left);
    return compare(this.tape, root, this.#other, parseStored(this.#other, right), 'exact').length === 0;
  }

  /** Puts a document on the tape and finds its key values. */
  open(document: number): void {
    this.values.read(this.tape, parseStored(this.tape, this.#line(document)));
  }

  /** The id of the open document. */
  get id(): string {
    return String(plainValue(this.tape, this.values.id));
  }

  /** The values of the open document's partition key; `{}` stands for a missing one. */
  get partitionKey(): readonly unknown[] {
    return Array.from(this.values.partition, (value) => (value === MISSING ? {} : plainValue(this.tape, value)));
  }

  keys(document: number): StoredKeys {
    const kept = this.#kept.get(document);
    if (kept !== undefined) return kept;
    this.open(document);
    this.#keys.read(this.tape, this.values);
    const keys: StoredKeys = {
      id: this.id,
      partitionKey: this.partitionKey,
      partition: this.#keys.partitionBytes(),
      tables: Array.from({ length: this.#keys.tables }, (_, table) => this.#keys.tableBytes(table)),
    };
    this.#keep(document, keys);
    return keys;
  }

  /** The text with its line end. What was read last is often asked for again. */
  #line(document: number): Buffer {
    const known = this.#lines.find((line) => line.document === document);
    if (known !== undefined) return known.text;
    this.#segment.readRecord(document, this.#record);
    const text = this.#segment.readText(this.#record);
    this.#lines.unshift({ document, text });
    if (this.#lines.length > 2) this.#lines.pop();
    return text;
  }

  #keep(document: number, keys: StoredKeys): void {
    this.#keptBytes += 500 + keys.partition.length * 2;
    for (const table of keys.tables) this.#keptBytes += table.length * 2;
    if (this.#keptBytes > KEPT) {
      this.#kept.clear();
      this.#keptBytes = 0;
    }
    this.#kept.set(document, keys);
  }
}

/** Puts a text that a container has accepted on a tape; one more byte stands behind it. */
export function parseStored(tape: Tape, text: Buffer): Value {
  tape.begin(text);
  const root = parseDocument(tape, text, 0, text.length - 1, true);
  if (typeof root !== 'number') throw new Error(`A stored document cannot be read any more: ${root.problem}`);
  return root;
}
