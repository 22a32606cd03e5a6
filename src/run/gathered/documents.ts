/**
 * Where do documents lie that wait for a barrier? One after the other, a line each, in an append-only file, numbered from
 * 0; with a record of fixed size for each in a file beside it. The lengths of both are committed with the positions.
 */
import { Buffer } from 'node:buffer';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { AppendFile } from '../../container/append-file.ts';
import type { Document } from '../../document/document.ts';
import type { RecordPlace } from '../../document/position.ts';
import type { Settled } from '../../document/settled.ts';
import { writeText } from '../../document/wire-text.ts';
import { BlockReader } from './block-reader.ts';

const TEXTS = 'documents.ndjson';
const RECORDS = 'records.bin';

/** Words of a record. */
const KEY = 0;
const POSITION = 4;
const LENGTH = 6;
const ENTITY = 7;
const SHARD = 8;
const INDEX = 9;
const LINE = 11;
const OFFSET = 13;
const NTH = 15;
const WORDS = 16;
const RECORD = WORDS * 4;
const RECORDS_READ = 1 << 10;

export class GatheredDocuments {
  readonly #texts: AppendFile;
  readonly #records: AppendFile;
  readonly #entities: string[];
  readonly #record = new Uint32Array(WORDS);
  readonly #recordBytes = Buffer.from(this.#record.buffer);
  #textReader: BlockReader | undefined;
  #recordReader: BlockReader | undefined;

  /** @param resumed what was committed when the run stopped */
  constructor(folder: string, resumed: Settled | undefined) {
    const [texts, records] = [join(folder, TEXTS), join(folder, RECORDS)];
    if (resumed === undefined) {
      this.#texts = new AppendFile(openSync(texts, 'w+'));
      this.#records = new AppendFile(openSync(records, 'w+'));
    } else {
      this.#texts = AppendFile.reopenLines(texts, resumed.files[TEXTS] ?? 0);
      this.#records = AppendFile.reopen(records, resumed.files[RECORDS] ?? 0);
    }
    const facts = resumed?.facts as { readonly entities?: readonly string[] } | null | undefined;
    this.#entities = [...(facts?.entities ?? [])];
  }

  get count(): number {
    return this.#records.length / RECORD;
  }

  /**
   * @param key 128 bits
   * @param nth how many of this record were added before
   */
  add({ tape, root, entity }: Document, key: Int32Array, { shard, index, place }: RecordPlace, nth: number = 0): void {
    const output = this.#texts.output;
    const start = output.length;
    const record = this.#record;
    writeText(tape, root, output);
    for (let i = 0; i < 4; i++) record[KEY + i] = key[i]!;
    record[LENGTH] = output.length - start;
    record[ENTITY] = this.#numberOf(entity);
    record[SHARD] = shard;
    record[NTH] = nth;
    setNumber(record, POSITION, this.#texts.position + start);
    setNumber(record, INDEX, index);
    setNumber(record, LINE, place?.line ?? 0);
    setNumber(record, OFFSET, place?.offset ?? 0);
    output.byte(10);
    this.#texts.pass();
    this.#records.output.copy(this.#recordBytes, 0, RECORD);
    this.#records.pass();
  }

  /** Resolves when there is room for more. */
  async drain(): Promise<void> {
    await this.#texts.drain();
    await this.#records.drain();
  }

  async flush(): Promise<void> {
    await this.#texts.flush();
    await this.#records.flush();
  }

  settle(): Settled {
    this.#texts.settle();
    this.#records.settle();
    const files = { [TEXTS]: this.#texts.length, [RECORDS]: this.#records.length };
    return { files, facts: { entities: this.#entities } };
  }

  /** Calls `visit` with the key of each document in order; all of them must be in the files. */
  eachKey(from: number, to: number, visit: (key: Uint32Array, number: number) => void): void {
    const words = new Uint32Array(WORDS * RECORDS_READ);
    const bytes = Buffer.from(words.buffer);
    const reader = this.#readers().records;
    for (let number = from; number < to;) {
      const records = Math.min(RECORDS_READ, to - number);
      reader.readFully(bytes, number * RECORD, records * RECORD);
      for (let i = 0; i < records; i++) visit(words.subarray(i * WORDS, i * WORDS + 4), number++);
    }
  }

  keyOf(number: number): Uint32Array {
    return this.#read(number).slice(KEY, KEY + 4);
  }

  /** The entity that a number stands for. */
  entityOf(number: number): string {
    return this.#entities[number]!;
  }

  /** What there is to know of a document. */
  facts(number: number): {
    readonly entity: string;
    /** Stands for the entity. */
    readonly entityNumber: number;
    readonly origin: { readonly shard: number; readonly index: number };
    readonly line: number;
    readonly offset: number;
    readonly nth: number;
  } {
    const record = this.#read(number);
    return {
      entity: this.entityOf(record[ENTITY]!),
      entityNumber: record[ENTITY]!,
      origin: { shard: record[SHARD]!, index: numberAt(record, INDEX) },
      line: numberAt(record, LINE),
      offset: numberAt(record, OFFSET),
      nth: record[NTH]!,
    };
  }

  /** Its text, in a buffer that may be used again with the next one, with one byte more behind it. */
  text(number: number): { readonly bytes: Buffer; readonly start: number; readonly end: number } {
    const record = this.#read(number);
    return this.#readers().texts.read(numberAt(record, POSITION), record[LENGTH]!, 1);
  }

  close(): void {
    this.#texts.close();
    this.#records.close();
  }

  #read(number: number): Uint32Array {
    const { bytes, start } = this.#readers().records.read(number * RECORD, RECORD, 0);
    bytes.copy(this.#recordBytes, 0, start, start + RECORD);
    return this.#record;
  }

  #readers(): { readonly texts: BlockReader; readonly records: BlockReader } {
    const texts = (this.#textReader ??= new BlockReader(this.#texts.file));
    const records = (this.#recordReader ??= new BlockReader(this.#records.file));
    return { texts, records };
  }

  #numberOf(entity: string): number {
    const known = this.#entities.indexOf(entity);
    return known >= 0 ? known : this.#entities.push(entity) - 1;
  }
}

function setNumber(words: Uint32Array, at: number, number: number): void {
  words[at] = number % 2 ** 32;
  words[at + 1] = Math.floor(number / 2 ** 32);
}

function numberAt(words: Uint32Array, at: number): number {
  return words[at]! + words[at + 1]! * 2 ** 32;
}
