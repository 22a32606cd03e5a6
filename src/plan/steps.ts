/** Which steps does a plan take, in order, and which entities exist behind each? */
import type { GatherPlace } from '../transform/gathering.ts';
import type { OptionsOf, OptionSpecs, StepDefinition } from '../transform/step.ts';
import { readEntities } from './entities.ts';
import { expectBoolean, expectList } from './expect.ts';
import { readExpression } from './expression-node.ts';
import type { PlanFiles } from './files.ts';
import { canonicalOptions } from './hash.ts';
import { KnownPlaces } from './known-places.ts';
import type { PlanMap, PlanNode } from './node.ts';
import { entryOf } from './node.ts';
import { longForm, readOptions } from './options.ts';
import type { StepPlan } from './plan.ts';
import type { Problems } from './problem.ts';
import { refuseSharedKeys } from './shared-keys.ts';
import { readStepVariables } from './step-variables.ts';
import { type StepItem, type StepVocabulary, readStepItem } from './step-item.ts';
import type { StepPlace } from './step-place.ts';
import type { Environment } from './variables.ts';

/** A step with what only the reader of the plan wants to know of it. */
export interface ReadStep {
  readonly plan: StepPlan;
  readonly definition: StepDefinition;
  readonly options: OptionsOf<OptionSpecs>;
  /** Where its name stands. */
  readonly offset: number;
  /** What decides its output, for the hash. */
  readonly canonical: string;
}

export interface ReadSteps {
  readonly steps: readonly ReadStep[];
  /** Those of the sources first, then those that steps make. */
  readonly entities: readonly string[];
  /** Entities that steps would make which could not be read: to be taken as known, so that one problem is not two. */
  readonly presumed: readonly string[];
  /** Whether a step that could not be read may use up documents, so that they need no container. */
  readonly mayConsume: boolean;
  /** Entities of which no document gets behind the last step. */
  readonly consumed: readonly string[];
  /** Whether all of them could be read. */
  readonly isComplete: boolean;
  /** What is certainly gone behind the last step. */
  readonly known: KnownPlaces;
}

/** What steps are read with. */
export interface StepsSetting {
  readonly vocabulary: StepVocabulary;
  readonly env: Environment;
  readonly files: PlanFiles;
  readonly references: readonly string[];
}

export function readSteps(
  node: PlanNode | undefined,
  sources: readonly string[],
  { vocabulary, env, files, references }: StepsSetting,
  problems: Problems,
): ReadSteps {
  const list = node === undefined || node.kind === 'null' ? undefined : expectList(node, '"transforms"', problems);
  const items = list?.items ?? [];
  const entities = [...new Set(sources)];
  const presumed: string[] = [];
  const steps: ReadStep[] = [];
  const known = new KnownPlaces();
  let mayConsume = false;
  const consumed = new Set<string>();
  items.forEach((item, index) => {
    const madeLater = linesOfMakers(items.slice(index), problems);
    const before = items.slice(0, index);
    const followsDedupe = before.some((one) => one.kind === 'map' && entryOf(one, 'dedupe') !== undefined);
    const place = { problems, files, references, followsDedupe, entities: [...entities, ...presumed], madeLater };
    const found = readStepItem(item, vocabulary, problems);
    const step = found && readStep(found, index, sources, place, env);
    if (step === undefined) {
      known.forgetAll();
      presumed.push(...madeBy(item));
      mayConsume ||= item.kind === 'map' && entryOf(item, 'group') !== undefined;
    } else {
      refuseSharedKeys(step, steps, problems);
      steps.push(step);
      known.passStep(step, problems);
      if (consumes(step)) for (const entity of step.plan.for) consumed.add(entity);
      for (const made of step.plan.makes) {
        consumed.delete(made);
        if (!entities.includes(made)) entities.push(made);
      }
    }
  });
  return {
    steps,
    entities,
    presumed,
    mayConsume,
    consumed: [...consumed],
    isComplete: steps.length === items.length,
    known,
  };
}

function consumes({ plan, definition, options }: ReadStep): boolean {
  return plan.if === undefined && definition.consumes?.(options) === true;
}

function readStep(
  item: StepItem,
  index: number,
  sources: readonly string[],
  place: StepPlace,
  env: Environment,
): ReadStep | undefined {
  const { definition, step } = item;
  const { problems } = place;
  const overwrite = readOverwrite(item, problems);
  const condition = item.if && readExpression(item.if.value, '"if"', 'condition', problems);
  const worksOn =
    item.for === undefined
      ? definition.defaultFor === '*'
        ? place.entities
        : sources
      : readEntities(item.for.value, '"for"', place);
  const map = longForm(definition, step.value, place);
  const options =
    map && (readOptions(definition.options, map, definition.name, place) as OptionsOf<OptionSpecs> | undefined);
  if (map === undefined || options === undefined || worksOn === undefined) return undefined;
  if (item.if !== undefined && condition === undefined) return undefined;
  const conflicts = definition.check?.(options) ?? [];
  for (const sentence of conflicts)
    problems.error(step.keyOffset, 'conflicting-options', `${definition.name}: ${sentence}`);
  const wanted = definition.variables?.(options) ?? [];
  const variables = readStepVariables(definition.name, wanted, env, step.keyOffset, problems);
  const makes = definition.makes?.(options) ?? [];
  const space = definition.remembers?.(options);
  const rules = definition.contest?.(options, overwrite);
  const plan: StepPlan = {
    index,
    name: definition.name,
    for: worksOn,
    ...(condition && { if: condition }),
    overwrite,
    makes,
    ...(wanted.length > 0 && { variables }),
    ...(definition.gather && { gather: (its: GatherPlace) => definition.gather!(options, its) }),
    ...(space !== undefined && { remembers: `${definition.name} ${space}` }),
    ...(definition.looksUp && { looksUp: definition.looksUp(options) }),
    ...(rules && {
      contest: { tellsLosers: rules.tellsLosers, rules: () => definition.contest!(options, overwrite)! },
    }),
    compile: (setting) => definition.compile(options, { ...setting, variables }),
  };
  const canonical = canonicalStep(plan, definition, map, place.files);
  return { plan, definition, options, offset: step.keyOffset, canonical };
}

function readOverwrite({ definition, overwrite }: StepItem, problems: Problems): boolean {
  if (overwrite === undefined) return false;
  const value = expectBoolean(overwrite.value, '"overwrite"', problems) ?? false;
  if (value && definition.overwrites !== true) {
    const message = `"overwrite" has no meaning for ${definition.name}; leave it out.`;
    problems.error(overwrite.keyOffset, 'conflicting-options', message);
  }
  return value;
}

function canonicalStep(plan: StepPlan, { options }: StepDefinition, map: PlanMap, files: PlanFiles): string {
  const { name, for: worksOn, overwrite, if: condition } = plan;
  const always = [name, [...worksOn].toSorted(), overwrite, canonicalOptions(options, map, files)];
  return JSON.stringify(condition === undefined ? always : [...always, condition.text]);
}

/** For each entity that one of these items seems to make, the line of that item. */
function linesOfMakers(items: readonly PlanNode[], problems: Problems): Map<string, number> {
  const lines = new Map<string, number>();
  for (const item of items) {
    for (const entity of madeBy(item)) if (!lines.has(entity)) lines.set(entity, problems.lineOf(item.offset));
  }
  return lines;
}

/** What an item seems to make, whether or not it can be read: steps name it by `into`. */
export function madeBy(item: PlanNode): string[] {
  if (item.kind !== 'map') return [];
  return item.entries.flatMap(({ key, value }) => {
    const into = value.kind === 'map' ? entryOf(value, 'into')?.value : key === 'into' ? value : undefined;
    // That of nest is a path.
    return into?.kind === 'text' && into.text !== '' && !into.text.startsWith('/') ? [into.text] : [];
  });
}
