/** Where do the documents go for real? Into the folder that the command line names, or to the target of the plan. */
import { dirname, resolve } from 'node:path';
import { Fatal } from '../errors.ts';
import type { ExitStatus } from '../exit-status.ts';
import type { Plan } from '../plan/plan.ts';
import type { MaxErrors } from '../run/max-errors.ts';
import type { RunTarget } from '../run/target.ts';
import { carryOut } from './carry-out.ts';

export interface RunCommandOptions {
  readonly to?: string;
  readonly state?: string;
  readonly fresh?: boolean;
  readonly json?: boolean;
  readonly limit?: number;
  readonly maxErrors?: MaxErrors;
  readonly dryRun?: boolean;
  /** Request units a second that may be spent. */
  readonly ru?: number;
}

export async function run(planFile: string, options: RunCommandOptions, stop: () => void): Promise<ExitStatus> {
  const { to } = options;
  const targetOf = (plan: Plan): RunTarget =>
    to === undefined ? ownTarget(plan, options) : { kind: 'folder', folder: resolve(to) };
  return carryOut(planFile, { ...options, lenientTarget: to !== undefined, targetOf, stop });
}

function ownTarget(plan: Plan, { ru }: RunCommandOptions): RunTarget {
  const { folder, cosmos } = plan.target ?? {};
  if (folder !== undefined) return { kind: 'folder', folder: resolve(dirname(plan.file), folder) };
  if (cosmos !== undefined) return { kind: 'cosmos', cosmos: ru === undefined ? cosmos : { ...cosmos, ru } };
  throw new Fatal('usage', `${plan.file} names no target.`, {
    advice:
      'Add --to <dir>, or "target: { folder: out/ }" or "target: { cosmos: { endpoint, database } }" to the plan.',
  });
}
