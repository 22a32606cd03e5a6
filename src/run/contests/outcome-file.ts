/**
 * Where does it stand what was decided? One after the other in a file, for each key that several have: the key, in whose
 * place the winner stands, and the winner's text.
 */
import { Buffer } from 'node:buffer';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { AppendFile } from '../../container/append-file.ts';
import { indexScratch } from '../../document/literal.ts';
import type { OutputBuffer } from '../../document/output-buffer.ts';
import type { Tape, Value } from '../../document/tape.ts';
import { CachedFile } from '../references/cached-file.ts';

/** Words of a head. */
const KEY = 0;
const SHARD = 3;
const INDEX = 4;
const NTH = 6;
const LENGTH = 7;
const ID = 8;
const ID_LENGTH = 9;
const ENTITY = 10;
const WORDS = 11;
const HEAD = WORDS * 4;

/** One of those that took part, told apart from all others. */
export interface Participant {
  readonly shard: number;
  readonly index: number;
  /** How many of its record were before it. */
  readonly nth: number;
}

/** Who has won. */
export interface Winner extends Participant {
  /** Stands for its entity. */
  readonly entityNumber: number;
}

/** A part of a text. */
export interface Range {
  readonly start: number;
  readonly length: number;
}

export class OutcomeWriter {
  readonly #file: AppendFile;
  readonly #head = new Uint32Array(WORDS);
  readonly #bytes = Buffer.from(this.#head.buffer);

  constructor(folder: string) {
    this.#file = new AppendFile(openSync(join(folder, OUTCOMES), 'w+', 0o600));
  }

  /** Where the next one will stand. */
  get place(): number {
    return this.#file.length;
  }

  /**
   * @param key of which 96 bits are kept
   * @param write appends the winner's text, and answers in whose place it stands and where its id is in the text
   */
  add(key: Uint32Array, write: (output: OutputBuffer) => { readonly winner: Winner; readonly id: Range }): void {
    const { output } = this.#file;
    const at = output.length;
    output.reserve(HEAD);
    output.length += HEAD;
    const { winner, id } = write(output);
    const head = this.#head;
    for (let i = 0; i < 3; i++) head[KEY + i] = key[i]!;
    head[SHARD] = winner.shard;
    head[INDEX] = winner.index % 2 ** 32;
    head[INDEX + 1] = Math.floor(winner.index / 2 ** 32);
    head[NTH] = winner.nth;
    head[LENGTH] = output.length - at - HEAD;
    head[ENTITY] = winner.entityNumber;
    head[ID] = id.start;
    head[ID_LENGTH] = id.length;
    this.#bytes.copy(output.bytes, at);
    this.#file.pass();
  }

  drain(): Promise<void> {
    return this.#file.drain();
  }

  end(): Promise<void> {
    return this.#file.end();
  }

  close(): void {
    closeSync(this.#file.file);
  }
}

export class OutcomeReader {
  readonly #file: CachedFile;
  readonly #head = new Uint32Array(WORDS);
  readonly #bytes = Buffer.from(this.#head.buffer);
  #place = -1;

  /** @param bytes of the file that are kept in memory */
  constructor(folder: string, bytes: number) {
    this.#file = new CachedFile(join(folder, OUTCOMES), bytes);
  }

  /** Goes to the outcome at a place. */
  seek(place: number): void {
    if (place === this.#place) return;
    this.#file.copy(this.#bytes, 0, place, HEAD);
    this.#place = place;
  }

  isOf(key: Int32Array): boolean {
    for (let i = 0; i < 3; i++) if (this.#head[KEY + i] !== key[i]! >>> 0) return false;
    return true;
  }

  isWonBy({ shard, index, nth }: Participant): boolean {
    const head = this.#head;
    return head[SHARD] === shard && head[INDEX]! + head[INDEX + 1]! * 2 ** 32 === index && head[NTH] === nth;
  }

  get entityNumber(): number {
    return this.#head[ENTITY]!;
  }

  /** Puts the winner onto a tape. */
  winner(tape: Tape): Value {
    const length = this.#head[LENGTH]!;
    const start = tape.scratchLength;
    this.#file.copy(tape.reserveScratch(length), start, this.#place + HEAD, length);
    tape.scratchLength = start + length;
    return indexScratch(tape, start);
  }

  /** Appends the text of the winner's id; false where it has none. */
  winnerId(output: OutputBuffer): boolean {
    const length = this.#head[ID_LENGTH]!;
    output.reserve(length);
    this.#file.copy(output.bytes, output.length, this.#place + HEAD + this.#head[ID]!, length);
    output.length += length;
    return length > 0;
  }

  close(): void {
    this.#file.close();
  }
}

const OUTCOMES = 'outcomes';
