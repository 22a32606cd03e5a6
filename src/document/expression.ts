/** What does an expression of a plan promise to those that work on documents? How it is read is `src/expression`. */
import type { Document } from './document.ts';
import type { Path } from './path.ts';
import type { Rejection } from './rejection.ts';
import type { Value } from './tape.ts';

export interface Expression {
  /** As the plan has it. */
  readonly text: string;
  /** The places of the document that it reads, as far as they are known beforehand. */
  readonly paths: readonly Path[];
  /**
   * Whether the document is as the expression says; a rejection when that is an error or neither true nor false.
   * @param startedAt the run's start, which is `now`.
   */
  holds(document: Document, startedAt: number): boolean | Rejection;
  /** What the expression makes of the document, as a value on its tape. */
  value(document: Document, startedAt: number): Value | Rejection;
}
