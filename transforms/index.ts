/** Which steps are there? All of them, in the order of the documentation. */
import type { StepDefinition } from '../src/transform/step.ts';
import { split } from './split.ts';

export const STEPS: readonly StepDefinition[] = [split];
