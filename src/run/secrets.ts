/**
 * Are the secrets of the plan's steps those that the run began with? Half a run masked under one key and half under
 * another would join nothing. What is kept of a secret are 24 bits of an HMAC under it, as banks check keys by: enough to
 * notice another one, too few to find it by.
 */
import { createHmac } from 'node:crypto';
import type { Plan } from '../plan/plan.ts';
import { variablesOf } from '../plan/plan-again.ts';
import type { RunIdentity } from '../state/saved-run.ts';

export function secretsOf(plan: Plan): Pick<RunIdentity, 'secrets'> {
  const entries = Object.entries(variablesOf(plan.steps)).map(([name, value]) => [name, checkValue(value)] as const);
  return entries.length === 0 ? {} : { secrets: Object.fromEntries(entries) };
}

/** Sentences without an end; none where they are the same. What comes or goes, the steps of the plan say. */
export function secretChanges(was: RunIdentity['secrets'], is: RunIdentity['secrets']): string[] {
  return Object.entries(is ?? {})
    .filter(([name, value]) => was?.[name] !== undefined && was[name] !== value)
    .map(([name]) => `the environment variable ${name} has another value`);
}

const HEX_OF_24_BITS = 6;

function checkValue(secret: string): string {
  return createHmac('sha256', secret).update('remodel check value').digest('hex').slice(0, HEX_OF_24_BITS);
}
