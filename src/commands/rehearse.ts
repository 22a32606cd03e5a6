/** What would the service refuse? The whole run into an embedded container that holds the plan's policies. */
import { resolve } from 'node:path';
import type { ExitStatus } from '../exit-status.ts';
import type { MaxErrors } from '../run/max-errors.ts';
import { carryOut } from './carry-out.ts';

export interface RehearseOptions {
  readonly out?: string;
  readonly state?: string;
  readonly fresh?: boolean;
  readonly json?: boolean;
  readonly limit?: number;
  readonly maxErrors?: MaxErrors;
}

export async function rehearse(planFile: string, options: RehearseOptions, stop: () => void): Promise<ExitStatus> {
  const { out } = options;
  const target = { kind: 'embedded', ...(out === undefined ? {} : { out: resolve(out) }) } as const;
  return carryOut(planFile, { ...options, lenientTarget: true, targetOf: () => target, stop });
}
