/** Can what came out become what the plan expects? The text of the plan with it, held against what it was before. */
import type { Plan } from '../../plan/plan.ts';
import { readPlanText, type ReadPlanOptions } from '../../plan/read.ts';
import { withExpected } from '../../plan/with-expected.ts';
import { Fatal } from '../../errors.ts';
import type { ExampleRun } from '../examples.ts';
import { differences } from './differences.ts';
import { type Example, exampleIn, type Texts } from './example.ts';

export interface UpdatedPlan {
  readonly text: string;
  readonly plan: Plan;
  /** Examples that expect something else now. */
  readonly updated: number;
}

/**
 * Examples whose `expect` does not hold expect what came out; all else stays.
 * @param text of the plan's file
 * @throws Fatal when the new text would say something else than that
 */
export async function updatePlan(
  plan: Plan,
  text: string,
  runs: readonly ExampleRun[],
  options: ReadPlanOptions,
): Promise<UpdatedPlan> {
  const expected = new Map<number, Texts>();
  for (const [number, { example, made }] of runs.entries()) {
    if (example.expect === undefined || differences(example.expect, made, 'exact').length === 0) continue;
    expected.set(number, inOrder(example.expect, made, plan.entities));
  }
  const patched = withExpected(text, expected);
  if (patched === undefined) throw unwritable(plan);
  const { plan: again } = await readPlanText(plan.file, patched, options);
  if (again === undefined || again.hash !== plan.hash || !says(again, plan, expected)) throw unwritable(plan);
  return { text: patched, plan: again, updated: expected.size };
}

/** As the example names them, then as the plan does; an entity of which nothing came keeps its place. */
function inOrder(expect: Texts, made: Texts, entities: readonly string[]): Texts {
  const names = new Set([...expect.keys(), ...entities.filter((entity) => made.has(entity))]);
  return new Map([...names].map((entity) => [entity, made.get(entity) ?? []]));
}

/** Whether the examples are as they were but for what these expect now. */
function says(again: Plan, before: Plan, expected: ReadonlyMap<number, Texts>): boolean {
  if (again.examples.length !== before.examples.length) return false;
  return again.examples.every(({ json }, number) => {
    const wanted = expected.get(number);
    if (wanted === undefined) return json === before.examples[number]!.json;
    const { expect, ...rest } = exampleIn(again, json);
    const { expect: _, ...restBefore } = exampleIn(before, before.examples[number]!.json);
    return isSame(expect!, wanted) && jsonOf(rest) === jsonOf(restBefore);
  });
}

function jsonOf(example: Omit<Example, 'expect'>): string {
  return JSON.stringify(example, (_key, value: unknown) => (value instanceof Map ? [...value] : value));
}

function isSame(one: Texts, other: Texts): boolean {
  return differences(one, other, 'exact').length === 0;
}

function unwritable({ file }: Plan): Fatal {
  return new Fatal('usage', `The examples of ${file} cannot be updated without changing something else.`, {
    advice: 'Is an "expect" an alias, or has it an anchor? Write it out, or update it by hand; nothing was changed.',
  });
}
