/** What is kept of a run? */
import type { Position } from '../document/position.ts';
import type { ExitName } from '../exit-status.ts';
import type { PlanPart } from '../plan/plan.ts';

export interface StageProgress {
  readonly name: string;
  readonly done: boolean;
}

export interface TargetIdentity {
  readonly kind: 'embedded' | 'folder' | 'cosmos';
  /** Where documents are written as files, absolute. */
  readonly folder?: string;
  /** The address of a database of Azure Cosmos DB. */
  readonly database?: string;
}

/** What tells one state of a file from another; a stream has nothing but its name. */
export interface SourceIdentity {
  /** As people know it. */
  readonly source: string;
  readonly size?: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt?: number;
  /** SHA-256, hex, of the first and of the last 64 KiB. */
  readonly head?: string;
  readonly tail?: string;
}

/** What identifies a run; fixed when it begins. */
export interface RunIdentity {
  readonly command: 'rehearse' | 'run';
  readonly planName: string;
  /** The plan's file, absolute, for people and for commands that need the plan again. */
  readonly planFile: string;
  readonly planHash: string;
  /** What the hash is over, part by part, to show what has changed. */
  readonly planParts: readonly PlanPart[];
  /** For each secret that a step has asked for, a value that tells it from another one and says nothing of it. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly target: TargetIdentity;
  readonly sources: readonly SourceIdentity[];
  /** The side inputs; absent where there are none. */
  readonly references?: readonly SourceIdentity[];
  /** Records of the sources that are read at most. */
  readonly limit?: number;
  /** Milliseconds since 1970; the same after a resume. */
  readonly startedAt: number;
}

/** How far it has come. */
export interface Progress {
  readonly stages: readonly StageProgress[];
  readonly positions: readonly Position[];
  /** Committed lengths in bytes, by the name of the file. */
  readonly files: Readonly<Record<string, number>>;
  /** What the sink (`sink`) and the steps across documents (by their place) know beside their files. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The snapshot of the tallies. */
  readonly tally: unknown;
  /** The snapshot of the findings. */
  readonly findings: unknown;
  /** Bytes of the files of the sources that have been read, as they lie on disk. */
  readonly bytesRead?: number;
  /** How the run ended, once it has; absent while it runs, and when it died. */
  readonly ended?: string;
  /** What its exit status was called, where it ended before its end. */
  readonly endedBy?: ExitName;
}

/** When the process began that has worked on the run last, and what had been done by then. */
export interface Start {
  /** Milliseconds since 1970; later by the time that a correction afterwards came later than the end of the run. */
  readonly at: number;
  readonly tally: unknown;
  /** Milliseconds that earlier processes had worked on it. */
  readonly worked: number;
}

export interface SavedRun extends RunIdentity, Progress {
  /** When the last commit was made, milliseconds since 1970. */
  readonly committedAt: number;
  readonly start: Start;
}

/** Milliseconds that processes have worked on a run, as far as it is committed; the time between them does not count. */
export function workedOn({ start, committedAt }: SavedRun): number {
  return start.worked + Math.max(0, committedAt - start.at);
}
