/**
 * What could not go on, and why? The rejects file: one line of JSON for each rejected document, with its place, its
 * reason and its text. Lines are gathered and written in large pieces, synchronously, so that what waits stays bounded
 * also where thousands of answers come at once.
 */
import { isUtf8 } from 'node:buffer';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { Notice, Observe } from '../document/notice.ts';
import { OutputBuffer } from '../document/output-buffer.ts';
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
  readonly #waiting = new OutputBuffer(WAITING * 2);
  /** The source document whose text was given last; a record's rejects come one after the other. */
  #givenShard = -1;
  #givenIndex = -1;

  /** Makes the file anew, or goes on behind its first `length` bytes. */
  #isFailing = false;

  constructor(path: string, observe: Observe, length: number = 0) {
    this.#file = openSync(path, length === 0 ? 'w' : 'r+', 0o600);
    if (length > 0) ftruncateSync(this.#file, length);
    this.length = length;
    this.#observe = observe;
  }

  /** Adds a line and counts it as a finding. */
  add(reject: Reject): void {
    const waiting = this.#waiting;
    const before = waiting.length;
    this.#write(reject, waiting);
    this.length += waiting.length - before;
    if (waiting.length >= WAITING) this.flush();
    this.#observe(noticeOf(reject));
  }

  /** Writes what waits. After this, the file has `length` bytes. */
  flush(): void {
    const { bytes, length } = this.#waiting;
    this.#isFailing = true;
    for (let at = 0; at < length;) at += writeSync(this.#file, bytes, at, length - at, this.length - length + at);
    this.#isFailing = false;
    this.#waiting.length = 0;
  }

  /** What a failing disk did not take is not tried again. */
  close(): void {
    try {
      if (!this.#isFailing) this.flush();
    } finally {
      closeSync(this.#file);
    }
  }

  /** `doc` is put in as the bytes that it is, so that its digits survive; `original` is the source's text as a JSON string. */
  #write(reject: Reject, output: OutputBuffer): void {
    const { origin, place, stage, step, code, message, entity, container, key, conflictsWith, original, doc } = reject;
    const at = { source: place.source, line: place.line, offset: place.offset, output: origin.ordinal };
    const status = stage === 'write' ? codeInfo(code).status : undefined;
    const isGiven = this.#givenShard === origin.shard && this.#givenIndex === origin.index;
    const text = original === undefined || isGiven ? undefined : originalText(original);
    if (original !== undefined) [this.#givenShard, this.#givenIndex] = [origin.shard, origin.index];
    const head = { at, stage, step, code, message, status, entity, container, key, conflictsWith, ...text };
    const line = JSON.stringify(head);
    if (doc === undefined) {
      output.text(`${line}\n`);
    } else {
      output.text(`${line.slice(0, -1)},"doc":`);
      output.copy(doc, 0, doc.length);
      output.text('}\n');
    }
  }
}

function noticeOf({ code, container, entity, path, key, message, place, id }: Reject): Notice {
  const shownPath = path ?? key?.uniqueKey.join(', ');
  return {
    code,
    entity,
    message,
    ...(container === undefined ? {} : { container }),
    ...(shownPath === undefined ? {} : { path: shownPath }),
    example: id === undefined ? { place } : { place, id },
  };
}

/** Text that is no UTF-8 is given byte by byte as Latin-1, and says so, so that nothing is lost. */
function originalText(original: Buffer | string): { readonly original: string; readonly originalEncoding?: 'latin1' } {
  if (typeof original === 'string') return { original };
  if (isUtf8(original)) return { original: original.toString('utf8') };
  return { original: original.toString('latin1'), originalEncoding: 'latin1' };
}
