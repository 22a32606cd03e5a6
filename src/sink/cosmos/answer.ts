/**
 * What does the writer do about an answer of the service? One table, as a pure function: for a whole request and for each
 * operation of it alike.
 */

/** The status of an answer; none where the connection broke, the time was over, or what came was not the service's. */
export interface Verdict {
  readonly status: number | undefined;
  readonly substatus?: number | undefined;
  /** Milliseconds that the service asks to wait. */
  readonly retryAfter?: number | undefined;
}

export type Action =
  | { readonly kind: 'done' }
  /** It has not been looked at: send it again after so many milliseconds. */
  | { readonly kind: 'wait'; readonly milliseconds: number }
  /** It may have been written, or not: send it again after a while; ask for the ranges before, where they have moved. */
  | { readonly kind: 'resend'; readonly ranges: boolean }
  /** Something has the key: read (partition key, id) to see what. */
  | { readonly kind: 'readBack' }
  /** Another item has a unique key. */
  | { readonly kind: 'findHolder' }
  /** The request is too much: send it in two parts. */
  | { readonly kind: 'divide' }
  /** The item is refused, for good. */
  | { readonly kind: 'refuse'; readonly why: 'size' | 'content' | 'partitionFull' }
  /** Once with a new token, then stop. */
  | { readonly kind: 'authorize' }
  /** No document of this run can be written. */
  | { readonly kind: 'stop' };

export type WriteMode = 'create' | 'upsert';

/** Where the service asks for a wait and does not say how long, milliseconds. */
const USUAL_WAIT = 100;

/** @param operations in what was answered: one, or a whole request of them */
export function actionFor({ status, substatus = 0, retryAfter }: Verdict, operations: number, mode: WriteMode): Action {
  const isOne = operations === 1;
  switch (status) {
    case 200:
    case 201:
    case 204:
      return { kind: 'done' };
    case 429:
      return { kind: 'wait', milliseconds: retryAfter ?? USUAL_WAIT };
    case undefined:
    case 408:
    case 424:
    case 449:
    case 500:
    case 502:
    case 503:
    case 504:
      return { kind: 'resend', ranges: false };
    case 410:
      return { kind: 'resend', ranges: true };
    case 409:
      return { kind: mode === 'create' ? 'readBack' : 'findHolder' };
    case 413:
      return isOne ? { kind: 'refuse', why: 'size' } : { kind: 'divide' };
    case 400:
      // 1024: the container was made anew meanwhile.
      if (substatus === 1024) return { kind: 'stop' };
      return isOne ? { kind: 'refuse', why: 'content' } : { kind: 'divide' };
    case 401:
      return { kind: 'authorize' };
    case 403:
      if (substatus !== PARTITION_FULL) return { kind: 'stop' };
      return isOne ? { kind: 'refuse', why: 'partitionFull' } : { kind: 'divide' };
    case 404:
      return substatus === SESSION_NOT_THERE ? { kind: 'resend', ranges: false } : { kind: 'stop' };
    default:
      // Any other answer of the 500s is the service's trouble; any other of the 400s is ours.
      return status >= 500 ? { kind: 'resend', ranges: false } : { kind: 'stop' };
  }
}

/** A logical partition has its 20 GB. */
const PARTITION_FULL = 1014;
const SESSION_NOT_THERE = 1002;
