/**
 * Which faults can a local account be told to have? For tests: what goes wrong between a client and the service, and how
 * often. A server is started with a list of them, or gets one later:
 *
 *     const server = await startServer({
 *       seed: 7,
 *       faults: [
 *         { fault: 'throttled', on: 'bulk', probability: 0.1, milliseconds: 20 },
 *         { fault: 'throttled', on: 'bulk', operations: 0.2 }, // of the operations of each; the others are done
 *         { fault: 'reset', on: ['bulk', 'upsert'], applied: true, after: 3, times: 1 }, // the fourth of them
 *         { fault: 'range-locked', on: 'bulk', times: 5 },
 *         { fault: 'refused', status: 403, substatus: 1014, where: (request) => request.body.includes('hot') },
 *       ],
 *     });
 *     const planned = server.faults.add({ fault: 'hang', on: 'query' });
 *     planned.happened; // how often, until now
 *     server.faults.clear();
 *
 * A request is shown to the faults in their order, and the first that happens is its fate; a fault counts the requests
 * that are shown to it and fit. What is decided by chance follows from the seed and the order of the requests. Requests
 * that the account would refuse for their signature have no faults.
 */
import type { ServedRequest } from '../request.ts';
import type { RequestKind } from '../request-kind.ts';

/** Refusals. */
export const REFUSALS = [
  /** 408: took too long; with `applied` it had been done all the same. */
  'timeout',
  /** 410/1002: the range is gone, which is not true: it is listed as before. */
  'range-gone',
  /** 410/1007: the range is being split or merged. */
  'range-locked',
  /** 412: the etag is another one. */
  'precondition',
  /** 413. */
  'too-large',
  /** 413/3402: the answer to the batch would be too large. */
  'response-too-large',
  /** 429/3200, to be repeated after `milliseconds`. */
  'throttled',
  /** 449: somebody else writes the same item. */
  'retry-with',
  /** 500. */
  'error',
  /** 503. */
  'unavailable',
  /** 401: the token has expired. */
  'expired-token',
  /** Any other, by `status` and `substatus`. */
  'refused',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** What happens on the way. */
export const ACCIDENTS = [
  /** A page of a gateway instead of the answer: text/html, by default with 502. */
  'html',
  /** An answer without a body, by default 503. */
  'empty',
  /** The connection is reset before anything is answered; `applied` says whether after the work was done. */
  'reset',
  /** The work is done, and the connection ends in the middle of the answer. */
  'cut',
  /** The answer comes as it is, after `milliseconds`, by default 1000. */
  'slow',
  /** There is no answer, and the connection stays. */
  'hang',
  /** The range that the request is for is split, after having been locked for `milliseconds`; the request meets that. */
  'split',
  /** The same with merging the range and the one behind it. */
  'merge',
] as const;
export type Accident = (typeof ACCIDENTS)[number];

export interface Fault {
  readonly fault: Refusal | Accident;
  /** Kinds of request that have it. @default all */
  readonly on?: RequestKind | readonly RequestKind[];
  /** Whether a request may have it. @default every one */
  readonly where?: (request: ServedRequest) => boolean;
  /** So many requests go by before the first that may have it. @default 0 */
  readonly after?: number;
  /** It happens so often, and no more. @default without end */
  readonly times?: number;
  /** Of a request, from 0 to 1. @default 1 */
  readonly probability?: number;
  /** Whether the work is done before the client is told something else. @default false */
  readonly applied?: boolean;
  /** Refuses single operations of a bulk request, with this probability each, instead of the request. */
  readonly operations?: number;
  /** How long to wait. @default 10 where throttled, 1000 where slow, else 0 */
  readonly milliseconds?: number;
  /** Instead of the usual one. */
  readonly status?: number;
  readonly substatus?: number;
}
