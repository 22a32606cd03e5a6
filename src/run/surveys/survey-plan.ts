/**
 * What is left of a plan for a survey? The steps that make the documents what they are where they are seen, for those
 * entities only of which something is seen further on; the surveying steps themselves only look.
 */
import type { Plan, SourcePlan, StepPlan } from '../../plan/plan.ts';
import type { ApplyStep } from '../../transform/step.ts';
import type { Surveyed } from './levels.ts';

export interface SurveyPlan {
  readonly plan: Plan;
  /** Whether anything that is seen comes of a source. */
  readonly needs: (source: SourcePlan) => boolean;
}

/** @param look what a surveying step does with each document that comes to it */
export function planForSurvey(
  plan: Plan,
  level: readonly Surveyed[],
  look: (surveyed: Surveyed) => ApplyStep,
): SurveyPlan {
  const last = Math.max(...level.map(({ step }) => step.index));
  // From the last step to the first: entities of which something is seen behind the step at hand.
  const needed = new Set<string>();
  const steps: StepPlan[] = [];
  for (const step of plan.steps.toReversed()) {
    if (step.index > last) continue;
    const surveyed = level.find((one) => one.step === step);
    if (surveyed !== undefined) {
      steps.push(looking(surveyed, look(surveyed)));
      for (const entity of surveyed.sees) needed.add(entity);
      continue;
    }
    const makes = step.makes.some((entity) => needed.has(entity));
    // What a step gathers is a shard of its own, whose number must not depend on what is needed.
    const worksOn = step.for.filter((entity) => makes || needed.has(entity));
    if (worksOn.length > 0 || step.gather !== undefined) steps.push({ ...step, for: worksOn });
    for (const entity of worksOn) needed.add(entity);
  }
  return {
    plan: { ...plan, steps: steps.toReversed() },
    needs: ({ entity, sort }) => [entity, ...(sort?.known ?? [])].some((name) => needed.has(name)),
  };
}

/** Documents pass it unchanged. A lookup finds all of an entity; what a step asks of its own documents it asks of those that it works on. */
function looking({ step, sees }: Surveyed, apply: ApplyStep): StepPlan {
  const { index, name, overwrite, contest, looksUp, if: condition } = step;
  const isOfItsOwn = contest !== undefined || looksUp?.reference === undefined;
  const asks = isOfItsOwn && condition !== undefined ? { if: condition } : {};
  return { index, name, overwrite, for: sees, makes: [], ...asks, compile: () => apply };
}
