/** What would the service refuse? The whole run into an embedded container that holds the plan's policies. */
import { resolve } from 'node:path';
import type { ExitStatus } from '../exit-status.ts';
import { carryOut } from './carry-out.ts';

export interface RehearseOptions {
  readonly out?: string;
  readonly state?: string;
  readonly fresh?: boolean;
  readonly json?: boolean;
}

export async function rehearse(planFile: string, options: RehearseOptions, stop: () => void): Promise<ExitStatus> {
  const { out } = options;
  const target = { kind: 'embedded', ...(out === undefined ? {} : { out: resolve(out) }) } as const;
  return carryOut(planFile, { ...options, lenientTarget: true, targetOf: () => target, stop });
}
