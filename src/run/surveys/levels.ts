/**
 * Which steps have to know all documents before the first one, and in which order can they come to know them? A step sees
 * documents as they come to it, so that every step that has worked on them must know before. Steps that do not depend on
 * each other share a level: one pass over the documents serves them all.
 */
import type { Plan, StepPlan } from '../../plan/plan.ts';

export interface Surveyed {
  readonly step: StepPlan;
  /** Entities whose documents it has to see; none, where it reads what other surveys have found. */
  readonly sees: readonly string[];
}

/** What is asked of a plan here. */
export type SurveyedPlan = Pick<Plan, 'steps' | 'references' | 'entities'>;

export function surveyLevels(plan: SurveyedPlan): readonly (readonly Surveyed[])[] {
  const levels: Surveyed[][] = [];
  const before: { readonly surveyed: Surveyed; readonly level: number }[] = [];
  for (const step of plan.steps) {
    const sees = seenBy(step, plan);
    if (sees === undefined) continue;
    const surveyed = { step, sees };
    const needs = before.filter((one) => dependsOn(surveyed, one.surveyed, plan));
    const level = Math.max(-1, ...needs.map((one) => one.level)) + 1;
    before.push({ surveyed, level });
    (levels[level] ??= []).push(surveyed);
  }
  return levels;
}

/** Whether a step does not work on each document by itself, or with references alone. */
export function worksAcross(step: StepPlan, plan: SurveyedPlan): boolean {
  return step.gather !== undefined || step.remembers !== undefined || seenBy(step, plan) !== undefined;
}

function seenBy(step: StepPlan, { references, entities }: SurveyedPlan): readonly string[] | undefined {
  const { looksUp } = step;
  if (step.contest !== undefined) return step.for;
  if (looksUp === undefined) return undefined;
  const { reference } = looksUp;
  if (reference === undefined) return step.for;
  if (references.some(({ entity }) => entity === reference)) return undefined;
  return entities.includes(reference) ? [reference] : [];
}

/** Whether `one` needs what `other`, a step in front of it, comes to know. */
function dependsOn(one: Surveyed, other: Surveyed, plan: SurveyedPlan): boolean {
  if (one.sees.length === 0) return other.step.contest?.tellsLosers === true;
  const changed = changedBy(other.step, plan);
  return one.sees.some((entity) => changed.has(entity));
}

/** The entities of all documents that the step has worked on, or that are made of such. */
function changedBy({ index, for: worksOn, makes }: StepPlan, { steps }: SurveyedPlan): ReadonlySet<string> {
  const changed = new Set([...worksOn, ...makes]);
  for (const step of steps) {
    if (step.index <= index || !step.for.some((entity) => changed.has(entity))) continue;
    for (const made of step.makes) changed.add(made);
  }
  return changed;
}
