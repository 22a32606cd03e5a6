/** Which of several programs is faster? Whole processes in turn, A B A B …, so that what disturbs one disturbs all. */
import type { Measured } from './process.ts';

export interface Contestant {
  readonly name: string;
  /** Removes what an earlier run has left, so that each starts from nothing; not measured. */
  readonly prepare: () => void;
  readonly run: () => Promise<Measured>;
}

export interface Standing {
  readonly name: string;
  /** Medians over the runs. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** The highest of all runs. */
  readonly peakBytes: number;
  /** How many times as long it took as the first contestant: the median of the ratios round by round. */
  readonly times: { readonly seconds: number; readonly cpuSeconds: number };
}

export interface ContestOptions {
  /** Rounds that count; one before them warms up the disk's cache. */
  readonly runs: number;
  /** Told after the round that warms up, when all output is there. */
  readonly afterWarmUp?: () => void;
  readonly onRun?: (name: string, measured: Measured) => void;
}

export async function contest(
  contestants: readonly Contestant[],
  { runs, afterWarmUp, onRun }: ContestOptions,
): Promise<readonly Standing[]> {
  const rounds: (readonly Measured[])[] = [];
  for (let round = 0; round <= runs; round++) {
    const measured: Measured[] = [];
    for (const { name, prepare, run } of contestants) {
      prepare();
      const one = await run();
      measured.push(one);
      if (round > 0) onRun?.(name, one);
    }
    if (round === 0) afterWarmUp?.();
    else rounds.push(measured);
  }
  return contestants.map(({ name }, place) => standing(name, place, rounds));
}

function standing(name: string, place: number, rounds: readonly (readonly Measured[])[]): Standing {
  const own = rounds.map((round) => round[place]!);
  const ratio = (of: 'seconds' | 'cpuSeconds'): number =>
    median(rounds.map((round) => round[place]![of] / round[0]![of]));
  return {
    name,
    seconds: median(own.map(({ seconds }) => seconds)),
    cpuSeconds: median(own.map(({ cpuSeconds }) => cpuSeconds)),
    peakBytes: Math.max(...own.map(({ peakBytes }) => peakBytes)),
    times: { seconds: ratio('seconds'), cpuSeconds: ratio('cpuSeconds') },
  };
}

/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
