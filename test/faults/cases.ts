// Which cases are run? Round after round over all seeds, until there were enough kills; some side by side.
import { rmSync } from 'node:fs';
import { type CaseOptions, type Outcome, runCase } from './one-case.ts';
import { makeScenario, type Plans } from './scenario.ts';
import { killsIn } from './summary.ts';
import { findTruth, type Truth } from './truth.ts';

export interface CasesOptions extends CaseOptions {
  readonly seeds: readonly number[];
  /** Where everything is kept. */
  readonly root: string;
  /** As in `makeScenario`. */
  readonly records?: number;
  readonly plans?: Plans;
  /** After so many it ends. */
  readonly kills: number;
  /** Cases side by side. @default 1 */
  readonly jobs?: number;
  readonly onTruth?: (truth: Truth) => void;
  readonly onOutcome?: (outcome: Outcome) => void;
}

/** What is left of a case that went well is removed. */
export async function runCases({
  seeds,
  root,
  records,
  plans,
  kills,
  jobs = 1,
  ...options
}: CasesOptions): Promise<Outcome[]> {
  const truths: Truth[] = [];
  for (const seed of seeds) {
    const truth = await findTruth(makeScenario(seed, root, records, plans));
    options.onTruth?.(truth);
    truths.push(truth);
  }
  const outcomes: Outcome[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (killsIn(outcomes) < kills) {
      const turn = next++;
      const outcome = await runCase(truths[turn % truths.length]!, Math.floor(turn / truths.length), options);
      outcomes.push(outcome);
      options.onOutcome?.(outcome);
      if (outcome.differences.length === 0) rmSync(outcome.folder, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return outcomes;
}
