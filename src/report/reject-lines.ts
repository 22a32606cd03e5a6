/**
 * How does a reject look in the file? One line of JSON with its place, its reason and its text; the lines wait here
 * until they are taken.
 */
import { type Buffer, isUtf8 } from 'node:buffer';
import { appendJsonString } from '../document/json-string.ts';
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
  /** What the report says instead of the message. */
  readonly finding?: string;
  /** The path that it is about. */
  readonly path?: string;
  readonly entity: string;
  /** The entity of the record's source, where that of the rejected document is another. */
  readonly sourceEntity?: string;
  readonly container?: string;
  /** The id of the document, for people. */
  readonly id?: string;
  readonly key?: RejectKey;
  readonly conflictsWith?: RejectHolder;
  /** Why it was rejected before, where it was replayed: the last few reasons, oldest first. */
  readonly earlier?: readonly RejectReason[];
  /** The text of the source document, any bytes. */
  readonly original?: Buffer | string;
  /** The JSON text of the document as it was rejected. */
  readonly doc?: Buffer;
}

export type RejectReason = Pick<Reject, 'stage' | 'step' | 'code' | 'message'>;

export interface RejectKey {
  readonly partitionKey: readonly unknown[];
  readonly uniqueKey: readonly string[];
  readonly values: readonly unknown[];
}

export interface RejectHolder {
  readonly id: string;
  /** Where it was a container that decided. */
  readonly partitionKey?: readonly unknown[];
}

export class RejectLines {
  readonly #observe: Observe;
  readonly #waiting: OutputBuffer;
  /** The source document whose text was given last; a record's rejects come one after the other. */
  #givenShard = -1;
  #givenIndex = -1;

  /** @param waiting where the lines wait */
  constructor(observe: Observe, waiting: OutputBuffer = new OutputBuffer()) {
    this.#observe = observe;
    this.#waiting = waiting;
  }

  /** Bytes that wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Adds a line and counts it as a finding. */
  add(reject: Reject): void {
    this.#write(reject);
    this.#observe(noticeOf(reject));
  }

  /** Adds lines that are made and counted already. */
  append(lines: Buffer): void {
    this.#waiting.copy(lines, 0, lines.length);
  }

  /** The lines that wait; they hold until the next one is added. */
  get waiting(): Buffer {
    return this.#waiting.bytes.subarray(0, this.#waiting.length);
  }

  /** The lines that wait are somewhere else now. */
  clear(): void {
    this.#waiting.length = 0;
  }

  /** `doc` is put in as the bytes that it is, so that its digits survive; `original` is the source's text as a JSON string. */
  #write(reject: Reject): void {
    const output = this.#waiting;
    const { origin, place, stage, step, code, message, path, entity, container, key, conflictsWith } = reject;
    const { earlier, original, doc } = reject;
    const sourceEntity = reject.sourceEntity === entity ? undefined : reject.sourceEntity;
    const at = { source: place.source, line: place.line, offset: place.offset, output: origin.ordinal };
    const status = stage === 'write' ? codeInfo(code).status : undefined;
    const isGiven = this.#givenShard === origin.shard && this.#givenIndex === origin.index;
    const reason = { stage, step, code, message, path, status, earlier };
    output.text(JSON.stringify({ at, ...reason, entity, sourceEntity, container, key, conflictsWith }).slice(0, -1));
    if (original !== undefined && !isGiven) writeOriginal(output, original);
    if (original !== undefined) [this.#givenShard, this.#givenIndex] = [origin.shard, origin.index];
    if (doc !== undefined) {
      output.text(',"doc":');
      output.copy(doc, 0, doc.length);
    }
    output.text('}\n');
  }
}

function noticeOf({ code, container, entity, path, key, message, finding, place, id }: Reject): Notice {
  const shownPath = path ?? key?.uniqueKey.join(', ');
  return {
    code,
    entity,
    message: finding ?? message,
    rejects: true,
    ...(container === undefined ? {} : { container }),
    ...(shownPath === undefined ? {} : { path: shownPath }),
    example: id === undefined ? { place } : { place, id },
  };
}

/** Text that is no UTF-8 is given byte by byte as Latin-1, and says so, so that nothing is lost. */
function writeOriginal(output: OutputBuffer, original: Buffer | string): void {
  output.text(',"original":');
  if (typeof original === 'string') output.text(JSON.stringify(original));
  else if (isUtf8(original)) appendJsonString(output, original);
  else output.text(`${JSON.stringify(original.toString('latin1'))},"originalEncoding":"latin1"`);
}
