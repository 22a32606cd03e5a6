/** Where do the documents go for real? Into the folder that the command line or the plan names. */
import { dirname, resolve } from 'node:path';
import { Fatal } from '../errors.ts';
import type { ExitStatus } from '../exit-status.ts';
import type { Plan } from '../plan/plan.ts';
import type { MaxErrors } from '../run/max-errors.ts';
import { carryOut } from './carry-out.ts';

export interface RunCommandOptions {
  readonly to?: string;
  readonly state?: string;
  readonly fresh?: boolean;
  readonly json?: boolean;
  readonly limit?: number;
  readonly maxErrors?: MaxErrors;
  readonly dryRun?: boolean;
}

export async function run(planFile: string, options: RunCommandOptions, stop: () => void): Promise<ExitStatus> {
  const { to } = options;
  const targetOf = (plan: Plan) =>
    ({ kind: 'folder', folder: to === undefined ? folderOf(plan) : resolve(to) }) as const;
  return carryOut(planFile, { ...options, lenientTarget: to !== undefined, targetOf, stop });
}

function folderOf(plan: Plan): string {
  if (plan.target?.folder !== undefined) return resolve(dirname(plan.file), plan.target.folder);
  throw new Fatal('usage', `${plan.file} names no target folder.`, {
    advice: 'Add --to <dir>, or "target: { folder: out/ }" to the plan.',
  });
}
