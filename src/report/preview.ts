/** What is told of documents on their way through a plan? Texts are JSON as it is written, digits and bytes. */
import type { Place } from '../document/position.ts';
import type { Rejection } from '../document/rejection.ts';

/** A record of a source, or a document that a step across documents made. */
export interface PreviewedRecord {
  readonly at: Place;
  readonly entity: string;
  /** Absent where the record is no document. */
  readonly document?: PreviewedDocument;
  /** What it was made of, where a step across documents has made it. */
  readonly of?: readonly GatheredDocument[];
  readonly unreadable?: { readonly original: string; readonly rejection: Rejection };
}

/** A document as a step has gathered it. */
export interface GatheredDocument {
  readonly at: Place;
  readonly entity: string;
  readonly text: string;
}

export interface PreviewedDocument {
  readonly entity: string;
  /** As it came from the source, or as a step made it. */
  readonly before: string;
  readonly steps: readonly PreviewedStep[];
  readonly ending: Ending;
}

export interface PreviewedStep {
  /** Its place in the plan, from 1. */
  readonly number: number;
  readonly name: string;
  /** Its condition is false, so that the document passes it by. */
  readonly isSkipped?: boolean;
  /** The document stands in what the step makes of all of them. */
  readonly isGathered?: boolean;
  /** The document behind it, where it is another one. */
  readonly after?: string;
  readonly made: readonly PreviewedDocument[];
  readonly lost: readonly { readonly path: string; readonly count: number }[];
  readonly notes: readonly { readonly code: string; readonly path?: string; readonly message: string }[];
}

export type Ending =
  /** It is through; as a container would store it. */
  | { readonly kind: 'out'; readonly text: string; readonly arrivals: readonly PreviewedArrival[] }
  | { readonly kind: 'rejected'; readonly step?: string; readonly rejection: Rejection }
  | { readonly kind: 'filtered' | 'expired' | 'consumed' | 'merged' | 'discarded' };

export interface PreviewedArrival {
  readonly container: string;
  readonly answer: 'written' | 'same' | Rejection;
}

/** All documents of a record, with those that were made of them. */
export function* documentsIn({ document }: PreviewedRecord): Generator<PreviewedDocument, void, undefined> {
  const open = document === undefined ? [] : [document];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    for (const { made } of next.steps) open.push(...made);
  }
}

/** Whether anything of the record would be rejected. */
export function hasRejects(record: PreviewedRecord): boolean {
  if (record.unreadable !== undefined) return true;
  for (const { ending } of documentsIn(record)) {
    if (ending.kind === 'rejected') return true;
    if (ending.kind === 'out' && ending.arrivals.some(({ answer }) => typeof answer === 'object')) return true;
  }
  return false;
}
