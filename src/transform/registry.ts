/** Which step has this name? The one importer of the steps. */
import { STEPS } from '../../transforms/index.ts';
import type { StepDefinition } from './step.ts';

const byName: ReadonlyMap<string, StepDefinition> = new Map(STEPS.map((step) => [step.name, step]));

export const stepNames: readonly string[] = [...byName.keys()];

export function findStep(name: string): StepDefinition | undefined {
  return byName.get(name);
}
