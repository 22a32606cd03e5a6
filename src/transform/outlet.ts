/** Where do documents go that are through the chain? The contract between the chain and the run that it works for. */
import type { Document } from '../document/document.ts';
import type { Notice } from '../document/notice.ts';
import type { Rejection } from '../document/rejection.ts';
import type { Departure } from './step.ts';

/** What a document that comes out of the chain was made of. */
export interface Descent {
  /** What `emit` answered for the document it was made of; -1 for a document of the source, or one that was not written. */
  readonly parent: number;
  /** The document it was made of has been rejected. */
  readonly parentRejected: boolean;
  /** Number of the family within the record that is written or rejected together; 0: none. */
  readonly family: number;
}

/** The answer of `emit` for a document that the container's rules reject. */
export const REFUSED = -2;

/** Takes what comes out of the chain. */
export interface ChainOutlet {
  /** A document is through; answers a number by which those made of it refer to it, -1 when it is not written, or `REFUSED`. */
  emit(document: Document, descent: Descent): number;
  /** Why the document could not be written, known before writing; asked for members of families. */
  check(document: Document): Rejection | undefined;
  /** `step` is undefined when it was the container's rules. */
  reject(document: Document, step: string | undefined, rejection: Rejection): void;
  /** The document has left the run on purpose. */
  leave(document: Document, how: Departure): void;
  /** A step made this document of another one. */
  made(document: Document): void;
  drop(step: string, path: string, count: number): void;
  note(notice: Notice): void;
}
