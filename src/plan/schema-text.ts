/** What does the published file of the JSON Schema hold? */
import { findStep, stepNames } from '../transform/registry.ts';
import { planSchema } from './json-schema.ts';

export function schemaText(): string {
  const steps = stepNames.map(findStep).filter((step) => step !== undefined);
  return `${JSON.stringify(planSchema(steps), undefined, 2)}\n`;
}
