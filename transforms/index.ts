/** Which steps are there? All of them, in the order of the documentation. */
import type { StepDefinition } from '../src/transform/step.ts';

export const STEPS: readonly StepDefinition[] = [];
