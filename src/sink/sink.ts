/** What receives documents? A sink takes outputs in order and answers each of them with one of four answers. */
import type { Buffer } from 'node:buffer';
import type { Document } from '../document/document.ts';
import type { Origin, Place } from '../document/position.ts';
import type { Rejection } from '../document/rejection.ts';

/** One document on its way into one container. */
export interface Output {
  readonly document: Document;
  readonly container: string;
  readonly origin: Origin;
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
  | { readonly kind: 'conflict'; readonly code: 'UNIQUE_KEY_CONFLICT' | 'ID_DUPLICATE'; readonly key: ConflictKey; readonly holder: Holder }
  | { readonly kind: 'rejected'; readonly rejection: Rejection };

/** An answer that comes later than the document was taken: only its text is left of it. */
export interface LateAnswer {
  readonly answer: Answer;
  readonly entity: string;
  readonly container: string;
  readonly origin: Origin;
  readonly place: Place;
  readonly text: Buffer;
}

/** What a sink answers at once: the final answer, or `undefined` when it is decided at the end (`finish`). */
export interface Sink {
  /** Takes one output; its text is copied before this returns. `undefined`: taken, the answer comes from `finish`. */
  take(output: Output, place: Place): Answer | undefined;
  /** Resolves when the sink has room again; called between batches. */
  drain(): Promise<void>;
  /** Decides what is left and closes; answers everything that `take` left open, losers and merges only if `written` is the rest. */
  finish(answer: (late: LateAnswer) => void): Promise<SinkSummary>;
}

/** What a container holds at the end. */
export interface ContainerSummary {
  readonly label: string;
  readonly documents: number;
  readonly bytes: number;
  readonly maxItemBytes: number;
  readonly logicalPartitions: number;
  readonly largestPartition?: { readonly key: readonly unknown[]; readonly documents: number; readonly bytes: number };
  readonly uniqueConflicts: number;
}

export interface SinkSummary {
  readonly containers: readonly ContainerSummary[];
}
