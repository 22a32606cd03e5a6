/** What is kept of a run? */
import type { Position } from '../document/position.ts';

export interface Stage {
  readonly name: string;
  readonly done: boolean;
}

/** What identifies a run; fixed when it begins. */
export interface RunIdentity {
  readonly command: 'rehearse' | 'run';
  readonly planName: string;
  readonly planHash: string;
  /** Milliseconds since 1970; the same after a resume. */
  readonly startedAt: number;
}

/** How far it has come. */
export interface Progress {
  readonly stages: readonly Stage[];
  readonly positions: readonly Position[];
  /** Committed lengths in bytes, by the name of the file. */
  readonly files: Readonly<Record<string, number>>;
  /** The snapshot of the tallies. */
  readonly tally: unknown;
  /** The snapshot of the findings. */
  readonly findings: unknown;
  /** How the run ended, once it has; absent while it runs, and when it died. */
  readonly ended?: string;
}

export interface SavedRun extends RunIdentity, Progress {}
