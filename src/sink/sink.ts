/** What receives documents? A sink takes outputs in order and answers each of them with one of four answers. */
import type { Buffer } from 'node:buffer';
import type { Document } from '../document/document.ts';
import type { Origin, Place } from '../document/position.ts';
import type { Rejection } from '../document/rejection.ts';
import type { Settled } from '../document/settled.ts';
import type { TextCounts } from './file-text.ts';

/** One document on its way into one container. */
export interface Output {
  readonly document: Document;
  /** Label of the container. */
  readonly container: string;
  readonly origin: Origin;
  /** Ordinal, within the same record, of the output it was made of; -1 for a document of the source or a rejected one. */
  readonly parent: number;
  /**
   * Number of the family within the record that is written or rejected together (`onReject: family`); 0: none.
   * All members have passed `check`; when one loses a key, all are rejected, and their keys stay occupied.
   */
  readonly family: number;
  /**
   * Whether it was written before the run was resumed, as far as it could be: it is answered as it was then, and not
   * written again.
   */
  readonly isThere: boolean;
}

/** Another document that already has the key. */
export interface Holder {
  readonly id: string;
  /** Values of the partition key; `{}` stands for a missing one. */
  readonly partitionKey: readonly unknown[];
}

/** Which key it was. */
export interface ConflictKey {
  readonly partitionKey: readonly unknown[];
  /** The paths of the constraint, or `["/id"]`. */
  readonly uniqueKey: readonly string[];
  readonly values: readonly unknown[];
}

export type Answer =
  | { readonly kind: 'written'; /** Length of its text. */ readonly bytes: number }
  /** The container has it already, with equal content. */
  | { readonly kind: 'same' }
  | {
      readonly kind: 'conflict';
      readonly code: 'UNIQUE_KEY_CONFLICT' | 'ID_DUPLICATE';
      readonly key: ConflictKey;
      readonly holder: Holder;
    }
  | { readonly kind: 'rejected'; readonly rejection: Rejection };

/** An answer other than written. */
export type Refusal = Exclude<Answer, { readonly kind: 'written' }>;

/** An answer that comes later than the document was taken: only its text is left of it. */
export interface LateAnswer {
  readonly answer: Refusal;
  readonly entity: string;
  readonly container: string;
  readonly origin: Origin;
  readonly place: Place;
  /** The document's id, for people. */
  readonly id: string;
  readonly text: Buffer;
}

/** What describes a moment of a sink, whose files may still lack something of it. */
export interface Marked {
  readonly settled: Settled;
  /** Whether all of it is in the files. */
  isWritten(): boolean;
}

export interface Sink {
  /**
   * Why this container would refuse the document, as far as the document alone decides it; takes nothing.
   * `shard` is the source's, which may say that the last of a repeated key counts.
   */
  check(document: Document, container: string, shard: number): Rejection | undefined;
  /**
   * Takes one output and answers with the length of its text, or why it is not written. Everything is copied before this
   * returns: the caller uses `output` and `place` again. A sink that decides conflicts at the end takes first and answers
   * those that lose from `finish`.
   */
  take(output: Output, place: Place): number | Refusal;
  /** Resolves when the sink has room again; called between batches. */
  drain(): Promise<void>;
  /** Resolves when everything taken so far is in the files. */
  flush(): Promise<void>;
  /**
   * What describes everything taken so far, to be committed together with the positions; writes at once what `flush`
   * has not written. Handed over when the run is resumed.
   */
  settle(): Settled;
  /** The same without writing at once: what is not in the files yet is on its way there. */
  mark(): Marked;
  /** Decides what is left, closes, and gives finished files their names. */
  finish(options: FinishOptions): Promise<SinkSummary>;
  /** Closes without a decision: the run stopped before its end. */
  abandon(): Promise<void>;
}

/** A sink of files that refuses nothing, so that any thread may write their lines. */
export interface LineSink extends Sink {
  /** Takes lines that were written elsewhere for a container; their bytes may be used again when this returns. */
  takeLines(container: string, lines: Buffer, counts: TextCounts): void;
}

export function takesLines(sink: Sink): sink is LineSink {
  return 'takeLines' in sink;
}

export interface FinishOptions {
  /**
   * Is called for outputs that were taken and are not written after all, in the order of their origins, each when the
   * one before has been dealt with; all others that were taken are written.
   */
  readonly answer: (late: LateAnswer) => void | Promise<void>;
  /**
   * Is called when files are complete, with their lengths by path: from now on they are the run's own. `publish` gives
   * them their names, unless another process has taken the run over.
   */
  readonly announce: (files: Readonly<Record<string, number>>, publish: () => void) => void;
  /**
   * Makes or empties files that others may have made anew, unless another process has taken the run over; nobody can do
   * so meanwhile.
   */
  readonly whileHeld: <Result>(act: () => Result) => Result;
}

/** What a container holds at the end. */
export interface ContainerSummary {
  readonly label: string;
  readonly documents: number;
  readonly bytes: number;
  readonly maxItemBytes: number;
  /** Where partition keys are known to the sink. */
  readonly logicalPartitions?: number;
  readonly largestPartition?: { readonly key: readonly unknown[]; readonly documents: number; readonly bytes: number };
  readonly uniqueConflicts: number;
}

export interface SinkSummary {
  readonly containers: readonly ContainerSummary[];
  /** Lengths of the files that it has finished, by path. */
  readonly files: Readonly<Record<string, number>>;
}
