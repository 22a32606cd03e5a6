/**
 * What could not go on, and why? The rejects file: one line of JSON for each rejected document, with its place, its
 * reason and its text. Lines are gathered and written in large pieces, synchronously, so that what waits stays bounded
 * also where thousands of answers come at once.
 */
import { isUtf8 } from 'node:buffer';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { Observe } from '../document/notice.ts';
import type { Origin, Place } from '../document/position.ts';
import { codeInfo } from './codes.ts';

export interface Reject {
  readonly origin: Origin;
  readonly place: Place;
  readonly stage: 'parse' | 'step' | 'write';
  /** The step that rejected. */
  readonly step?: string;
  readonly code: string;
  readonly message: string;
  /** The path that it is about. */
  readonly path?: string;
  readonly entity: string;
  readonly container?: string;
  /** The id of the document, for people. */
  readonly id?: string;
  readonly key?: RejectKey;
  readonly conflictsWith?: RejectHolder;
  /** The text of the source document, any bytes. */
  readonly original?: Buffer | string;
  /** The JSON text of the document as it was rejected. */
  readonly doc?: Buffer;
}

export interface RejectKey {
  readonly partitionKey: readonly unknown[];
  readonly uniqueKey: readonly string[];
  readonly values: readonly unknown[];
}

export interface RejectHolder {
  readonly id: string;
  readonly partitionKey: readonly unknown[];
}

/** So much waits before it is written. */
const WAITING = 1 << 18;

export class Rejects {
  /** Bytes of the file, those that wait included. */
  length: number;
  readonly #file: number;
  readonly #observe: Observe;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** The source document whose text was given last; a record's rejects come one after the other. */
  #given: { readonly shard: number; readonly index: number } | undefined;

  /** Makes the file anew, or goes on behind its first `length` bytes. */
  constructor(path: string, observe: Observe, length: number = 0) {
    this.#file = openSync(path, length === 0 ? 'w' : 'r+', 0o600);
    if (length > 0) ftruncateSync(this.#file, length);
    this.length = length;
    this.#observe = observe;
  }

  /** Adds a line and counts it as a finding. */
  add(reject: Reject): void {
    for (const piece of this.#line(reject)) {
      this.#waiting.push(piece);
      this.#waitingBytes += piece.length;
      this.length += piece.length;
    }
    if (this.#waitingBytes >= WAITING) this.flush();
    const { code, container, entity, path = reject.key?.uniqueKey.join(', '), message, place, id } = reject;
    this.#observe({
      code,
      ...(container === undefined ? {} : { container }),
      entity,
      ...(path === undefined ? {} : { path }),
      message,
      example: id === undefined ? { place } : { place, id },
    });
  }

  /** Writes what waits. After this, the file has `length` bytes. */
  flush(): void {
    let rest = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    while (rest.length > 0) {
      const written = writeSync(this.#file, rest, 0, rest.length, this.length - rest.length);
      rest = rest.subarray(written);
    }
  }

  close(): void {
    this.flush();
    closeSync(this.#file);
  }

  /** `doc` is put in as the bytes that it is, so that its digits survive; `original` is the source's text as a JSON string. */
  *#line({
    origin,
    place,
    stage,
    step,
    code,
    message,
    entity,
    container,
    key,
    conflictsWith,
    original,
    doc,
  }: Reject): Generator<Buffer> {
    const at = { ...place, output: origin.ordinal };
    const status = codeInfo(code).status;
    const head = {
      at,
      stage,
      step,
      code,
      message,
      ...(stage === 'write' ? { status } : {}),
      entity,
      container,
      key,
      conflictsWith,
    };
    const isGiven = this.#given?.shard === origin.shard && this.#given.index === origin.index;
    const text = original === undefined || isGiven ? {} : originalText(original);
    if (original !== undefined) this.#given = { shard: origin.shard, index: origin.index };
    const line = JSON.stringify({ ...head, ...text });
    if (doc === undefined) yield Buffer.from(`${line}\n`);
    else {
      yield Buffer.from(`${line.slice(0, -1)},"doc":`);
      yield doc;
      yield CLOSE;
    }
  }
}

const CLOSE = Buffer.from('}\n');

/** Text that is no UTF-8 is given byte by byte as Latin-1, and says so, so that nothing is lost. */
function originalText(original: Buffer | string): { readonly original: string; readonly originalEncoding?: 'latin1' } {
  if (typeof original === 'string') return { original };
  if (isUtf8(original)) return { original: original.toString('utf8') };
  return { original: original.toString('latin1'), originalEncoding: 'latin1' };
}
