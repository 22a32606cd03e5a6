/** Do the examples of a plan come out as it says? Prints in what they differ; `--update` makes what came out expected. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { EXIT_STATUS, type ExitStatus } from '../exit-status.ts';
import type { Plan } from '../plan/plan.ts';
import { examplesJson } from '../report/examples-json.ts';
import { examplesText } from '../report/examples-text.ts';
import { paintFor } from '../report/text/paint.ts';
import { amountText } from '../report/text/quantities.ts';
import { type ExampleRun, runExamples } from '../run/examples.ts';
import { updatePlan } from '../run/examples/update-plan.ts';
import { replaceText } from './replaced-file.ts';
import { usablePlan } from './usable-plan.ts';

export interface TestCommandOptions {
  readonly update?: boolean;
  readonly json?: boolean;
}

export async function test(
  planFile: string,
  { update = false, json = false }: TestCommandOptions,
): Promise<ExitStatus> {
  const plan = await usablePlan(planFile);
  if (plan === undefined) return EXIT_STATUS.usage;
  if (plan.examples.length === 0) {
    process.stderr.write(`${planFile} has no examples, so that nothing is tested.\n${HOW_TO_WRITE_ONE}\n`);
    return EXIT_STATUS.usage;
  }
  const first = await runExamples(plan);
  const runs = update ? await updated(plan, planFile, first) : first;
  process.stdout.write(json ? examplesJson(runs) : examplesText(runs, paintFor(process.stdout)));
  return runs.every(({ passed }) => passed) ? EXIT_STATUS.done : EXIT_STATUS.differences;
}

const HOW_TO_WRITE_ONE = `Add one to the plan, and let --update fill in what comes out:

examples:
  - name: what it shows
    given: { id: "1" }
    expect: {}`;

/** Writes the plan where something else came out, and runs the examples as they are now. */
async function updated(plan: Plan, planFile: string, runs: readonly ExampleRun[]): Promise<readonly ExampleRun[]> {
  if (runs.every(({ passed }) => passed)) return runs;
  const options = { env: process.env, lenientTarget: true };
  const result = await updatePlan(plan, readFileSync(planFile, 'utf8'), runs, options);
  if (result.updated === 0) return runs;
  replaceText(planFile, result.text);
  process.stderr.write(`${planFile}: ${amountText(result.updated, 'example')} updated.\n`);
  return runExamples(result.plan);
}
