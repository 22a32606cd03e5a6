/** What may be said of how a plan is carried out, beside the plan itself? */
import type { LeaseLengths } from '../state/lease.ts';
import type { MaxErrors } from './max-errors.ts';
import type { RunTarget } from './target.ts';

export interface RunOptions {
  readonly target: RunTarget;
  /** The folder of the run's state, rejects and report. */
  readonly stateFolder: string;
  /** Discards what is kept of an earlier run and begins anew. @default false */
  readonly fresh?: boolean;
  /** What is typed to begin anew, for messages. */
  readonly freshCommand?: string;
  /** How long the lease of the state lasts, and how often it is renewed. */
  readonly lease?: Partial<LeaseLengths>;
  /** Takes what is to be said of how the run begins, in a sentence. */
  readonly onNotice?: (sentence: string) => void;
  /** Aborted: the run drains and ends with exit status 4. */
  readonly signal?: AbortSignal;
  /** Threads beside the run's own that may work on large files. @default 0 */
  readonly workers?: number;
  /** Bytes of files from which on they do. @default 64 MiB */
  readonly workersFrom?: number;
  /** Records of the sources that are read at most. */
  readonly limit?: number | undefined;
  /** Ends with exit status 3 once there are more rejects. */
  readonly maxErrors?: MaxErrors | undefined;
  /** Everything is read, counted and reported, and nothing is written. @default false */
  readonly dryRun?: boolean;
  readonly onProgress?: (progress: RunProgress) => void;
  /** The same of what is done before the first document: indexing references, surveying all documents. */
  readonly onPhase?: (progress: PhaseProgress) => void;
}

export interface RunProgress {
  /** Records read so far. */
  readonly documents: number;
  /** Bytes of the files read so far, and in all where that is known. */
  readonly bytesRead: number;
  readonly bytesTotal: number | undefined;
}

export interface PhaseProgress {
  /** What is done: `indexing reference books`. */
  readonly phase: string;
  /** Records read for it so far. */
  readonly documents: number;
  readonly bytesRead: number;
  readonly bytesTotal?: number;
}
