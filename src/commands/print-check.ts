/** What is wrong with a plan? Problems are what `check` was asked for, so they go to standard output. */
import process from 'node:process';
import type { ExitStatus } from '../exit-status.ts';
import { check } from './check.ts';
import type { SampleOptions } from './sample-shards.ts';

export interface CheckCommandOptions extends SampleOptions {
  readonly json?: boolean;
}

export async function printCheck(planFile: string, options: CheckCommandOptions): Promise<ExitStatus> {
  const { json = false, ...given } = options;
  const { lines, problems, status, sample } = await check(planFile, { ...given, env: process.env });
  const all = { problems, ...(sample && { sample }) };
  process.stdout.write(json ? `${JSON.stringify(all, null, 2)}\n` : `${lines.join('\n')}\n`);
  return status;
}
