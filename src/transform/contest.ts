/**
 * How does a step keep one of all that have a key in common, wherever in the data they stand? Before the run, all enter a
 * contest, and a judge decides for each key; in the run the step asks what was decided, for the same entries in the same
 * order. So every answer depends on the data alone, and documents stay at their places.
 */
import type { Document } from '../document/document.ts';
import type { OutputBuffer } from '../document/output-buffer.ts';
import type { RecordPlace } from '../document/position.ts';
import type { Tape, Value } from '../document/tape.ts';
import type { StepContext } from './step.ts';

/** Takes what competes. */
export interface Contest {
  /**
   * The next one, in the order of the data. What is asked later is told apart by its record and by how many of that
   * record were entered before it.
   * @param document it, or the part of a document that competes; its text is kept
   * @param key 128 bits of the hash of what those have in common that compete with each other
   */
  enter(document: Document, key: Int32Array, from: RecordPlace): void;
}

/** Decides between those with one key. */
export interface Judge {
  /** The next one of them, in the order of the data; it holds until this returns. */
  take(document: Document): void;
  /**
   * There are no more; asked only where there were several. Appends the text of what has won, and answers the number of
   * the one in whose place it stands, counted from 0; begins anew.
   */
  finish(output: OutputBuffer): number;
}

/** How one contest is held. */
export interface ContestRules {
  readonly judge: Judge;
  readonly enter: EnterContest;
  /** Whether people are to see who has lost: then each is a line of `duplicates.ndjson`. */
  readonly tellsLosers: boolean;
}

/** What has been decided. */
export interface Outcomes {
  /** Of the next entry of this record; undefined where no other one has the key. Every entry has to be asked for, in turn. */
  of(key: Int32Array, from: RecordPlace): Outcome | undefined;
}

/** It holds until the next one is asked for. */
export interface Outcome {
  /** Whether what has won stands in its place. */
  readonly wins: boolean;
  /** Puts what has won onto the tape. */
  winner(tape: Tape): Value;
}

/**
 * How a document enters, as it comes to the step: with what the step asks the outcome of, in the same order, or not at all
 * where the step rejects it. It is only read.
 */
export type EnterContest = (document: Document, context: StepContext, contest: Contest) => void;
