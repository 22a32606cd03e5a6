/** What is a benchmark, and what does it find? */
import type { Settings } from '../settings.ts';
import type { Workplace } from '../workplace.ts';

export interface Benchmark {
  /** Bytes that it has on the disk at most, outputs included. */
  readonly diskNeed: (settings: Settings) => number;
  readonly run: (settings: Settings, workplace: Workplace) => Promise<Result>;
}

export interface Result {
  readonly title: string;
  /** What was measured, in sentences. */
  readonly about: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
