/**
 * How does a step find documents of a reference? By what they hold at one path. All of a reference is indexed before the
 * first document of the run, so that an answer depends on the data alone, whoever asks and when.
 */
import type { Path } from '../document/path.ts';
import type { Tape, Value } from '../document/tape.ts';

/** How two values are the same: by type and exact value, or by the text that both are. */
export type Match = 'value' | 'text';

/** What a step wants to look things up in. */
export interface LookedUp {
  /**
   * By its name in the plan: a reference, or an entity, whose documents are found as they come to the step; or
   * `duplicates`. Absent: the documents that the step works on.
   */
  readonly reference?: string;
  /** Nothing else of the documents is asked for. */
  readonly keeps?: readonly Path[];
  /** What is taken of the documents; all of each is kept. */
  readonly takes?: readonly Path[];
  /** Where its documents hold what they are found by. */
  readonly foreign: Path;
  /** Only the first of several documents with one value is taken, so that people should know of the others. */
  readonly takesFirst: boolean;
}

/** A reference, by one path. */
export interface ReferenceIndex {
  /**
   * Places of the documents that may hold the value, in the order of the reference; nearly always they do, and whoever
   * asks has to look.
   */
  candidates(tape: Tape, value: Value, match: Match): Iterable<number>;
  /** Puts the document at a place onto the tape. */
  documentAt(tape: Tape, place: number): Value;
}
