/**
 * How does a step work across documents? It gathers what it needs of each until the last one has come: that is the
 * barrier at which its stage ends. What it makes of them stands in a file then, and the next stage reads that file as the
 * first one read the sources, through the steps behind this one.
 *
 * `open` → contributions, in the order of the documents; committed with the positions by `settle` → `combine`, once,
 * or again where the run is stopped before it was committed → `close`.
 */
import type { Buffer } from 'node:buffer';
import type { Document } from '../document/document.ts';
import type { OutputBuffer } from '../document/output-buffer.ts';
import type { RecordOrigin, RecordPlace } from '../document/position.ts';
import type { Rejection } from '../document/rejection.ts';
import type { Settled } from '../document/settled.ts';

export interface Gathering {
  /** Resolves when every contribution so far is in the files. */
  flush(): Promise<void>;
  /** What describes the contributions so far, files by their names in `folder`; writes at once what `flush` has not written. */
  settle(): Settled;
  /** All documents have come. Makes the documents of the next stage of them; a second time it makes the same. */
  combine(barrier: Barrier): Promise<void>;
  /** Where they are then. */
  readonly combined: Combined;
  /** Closes its files; they stay. */
  close(): void;
}

/** What a step across documents has made. */
export interface Combined {
  /** A file of NDJSON, absolute. */
  readonly file: string;
  /** The entity of its documents. */
  readonly entity: string;
}

/** What a gathering may ask for while it combines. */
export interface Barrier {
  /** Books a document that goes into nothing. They come in the order in which they were gathered. */
  refuse(refused: Refused): Promise<void>;
  /** To be awaited now and then, so that others get their turn. @throws Fatal when the run is to stop */
  breathe(): Promise<void>;
}

/** A document that was gathered, or that would have been made, and is rejected at the barrier. */
export interface Refused {
  /** The step. */
  readonly index: number;
  readonly name: string;
  readonly rejection: Rejection;
  readonly entity: string;
  /** Where its record is. */
  readonly origin: RecordOrigin;
  readonly line: number;
  readonly offset: number;
  /** The document as it was gathered; absent for one that would have been made. */
  readonly text?: Buffer;
}

/** Documents that are kept by a key, to be had again key by key. */
export interface KeyedGathering extends Gathering {
  /** @param key 128 bits of the hash of what documents have in common that belong together */
  add(document: Document, key: Int32Array, from: RecordPlace): void;
}

/** Makes one document of those that have a key in common. */
export interface Combiner {
  /** The next one of them, in the order in which they came; it holds until this returns. */
  take(document: Document): void;
  /** There are no more. Appends the text of what they come to, or says why they come to nothing; begins anew. */
  finish(output: OutputBuffer): Rejection | undefined;
}

export interface KeyedSetting {
  /** The entity of what is made. */
  readonly entity: string;
  /** Whether the documents go on in the run as well; then it is what would have been made that is rejected. */
  readonly keeps: boolean;
  readonly combiner: Combiner;
}

export interface GatherPlace {
  /** A folder of its own, which is there; the step's files are to lie in it. */
  readonly folder: string;
  /** What was committed when the run stopped, if it goes on; everything else in the folder is of no use. */
  readonly resumed: Settled | undefined;
  /** Hex of the SHA-256 of text, for templates. */
  readonly sha256: (text: string) => string;
  /** Opens what keeps documents by a key, in the folder. Sorting is on disk: memory does not grow with their number. */
  byKey(setting: KeyedSetting): KeyedGathering;
}
