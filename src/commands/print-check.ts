/** What is wrong with a plan? Problems are what `check` was asked for, so they go to standard output. */
import process from 'node:process';
import type { ExitStatus } from '../exit-status.ts';
import { check } from './check.ts';

export async function printCheck(planFile: string, { json = false }: { readonly json?: boolean }): Promise<ExitStatus> {
  const { lines, problems, status } = await check(planFile, { env: process.env });
  process.stdout.write(json ? `${JSON.stringify({ problems }, null, 2)}\n` : `${lines.join('\n')}\n`);
  return status;
}
