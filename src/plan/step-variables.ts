/** Which secrets does a step take from the environment? What it asks for has to be there. */
import type { StepVariable } from '../transform/step.ts';
import type { Problems } from './problem.ts';
import type { Environment } from './variables.ts';

/** The values by name; those that are missing or empty are reported. */
export function readStepVariables(
  step: string,
  wanted: readonly StepVariable[],
  env: Environment,
  offset: number,
  problems: Problems,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const { name, purpose } of wanted) {
    const value = env[name];
    if (value !== undefined && value !== '') {
      problems.hide(name, value);
      values[name] = value;
      continue;
    }
    const found = value === undefined ? 'is not set' : 'is empty';
    const message = `${step} needs the environment variable ${name}, which ${found}: ${purpose}`;
    problems.error(offset, 'missing-variable', message);
  }
  return values;
}
