/** Which step is an item of the transforms? It holds one step's name, and beside it `for:`, `if:` and `overwrite:`. */
import type { StepDefinition } from '../transform/step.ts';
import { wrong } from './expect.ts';
import { notAvailable } from './keys.ts';
import type { PlanEntry, PlanNode } from './node.ts';
import { entryOf, quoted } from './node.ts';
import { STEPS_TO_COME, isStepToCome } from './not-available.ts';
import type { Problems } from './problem.ts';
import { didYouMean } from './suggestion.ts';

/** The steps that a plan may use. */
export interface StepVocabulary {
  readonly stepNames: readonly string[];
  findStep(name: string): StepDefinition | undefined;
}

export interface StepItem {
  readonly definition: StepDefinition;
  /** The step's name and its options. */
  readonly step: PlanEntry;
  readonly for: PlanEntry | undefined;
  readonly if: PlanEntry | undefined;
  readonly overwrite: PlanEntry | undefined;
}

export const BESIDE_STEP = {
  for: 'The entities whose documents the step works on: one, a list, or "*" for all.',
  if: 'An expression over doc: the step works on the documents for which it is true, the others pass it unchanged.',
  overwrite: 'Whether the step may replace a property that is there with a different value.',
} as const;

export function readStepItem(node: PlanNode, vocabulary: StepVocabulary, problems: Problems): StepItem | undefined {
  if (node.kind !== 'map') {
    const hint =
      node.kind === 'text' && isStepName(node.text, vocabulary) ? `; write "${node.text}: …" with its options` : '';
    return wrong(node, 'An item of the transforms', `a map with a step's name and its options${hint}`, problems);
  }
  const candidates = node.entries.filter(({ key }) => !Object.hasOwn(BESIDE_STEP, key));
  const known = candidates.filter(({ key }) => isStepName(key, vocabulary));
  const step = known[0] ?? candidates[0];
  if (step === undefined) {
    problems.error(node.offset, 'invalid-step', 'This item of the transforms names no step.');
    return undefined;
  }
  const definition = vocabulary.findStep(step.key);
  const others = candidates.filter((other) => other !== step);
  for (const other of others) reportNeighbour(other, step, definition, vocabulary, problems);
  if (definition === undefined) {
    reportUnknown(step, vocabulary, problems);
    return undefined;
  }
  // Without the options that stand beside it, the step cannot be judged.
  if (others.some(({ key }) => Object.hasOwn(definition.options, key))) return undefined;
  return {
    definition,
    step,
    for: entryOf(node, 'for'),
    if: entryOf(node, 'if'),
    overwrite: entryOf(node, 'overwrite'),
  };
}

function isStepName(name: string, { stepNames }: StepVocabulary): boolean {
  return stepNames.includes(name) || isStepToCome(name);
}

function reportUnknown({ key, keyOffset }: PlanEntry, { stepNames }: StepVocabulary, problems: Problems): void {
  if (isStepToCome(key)) {
    notAvailable(keyOffset, `The step ${quoted(key)}`, problems);
    return;
  }
  const meant = didYouMean(key, [...stepNames, ...STEPS_TO_COME]) || `; possible: ${stepNames.join(', ')}.`;
  problems.error(keyOffset, 'unknown-step', `There is no step ${quoted(key)}${meant}`);
}

/** A second key that is none of those that stand beside a step. */
function reportNeighbour(
  { key, keyOffset }: PlanEntry,
  step: PlanEntry,
  definition: StepDefinition | undefined,
  vocabulary: StepVocabulary,
  problems: Problems,
): void {
  const shown = quoted(key);
  if (definition !== undefined && Object.hasOwn(definition.options, key)) {
    problems.error(
      keyOffset,
      'invalid-step',
      `${shown} is an option of ${step.key} and stands beside it; indent it deeper.`,
    );
  } else if (isStepName(key, vocabulary)) {
    const message = `${shown} is a second step in one item; begin an item of its own for it with "- ".`;
    problems.error(keyOffset, 'invalid-step', message);
  } else {
    const meant = didYouMean(key, Object.keys(BESIDE_STEP)) || '; for, if and overwrite may stand there.';
    problems.error(keyOffset, 'unknown-key', `${shown} cannot stand beside a step${meant}`);
  }
}
