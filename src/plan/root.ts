/** What do the parts of a plan mean together? Each part is read by its own reader; here they meet. */
import { readContainers, readDiscard } from './containers.ts';
import { fileNameProblem } from './file-name.ts';
import { readExamples } from './examples.ts';
import { expectText, wrong } from './expect.ts';
import type { PlanFiles } from './files.ts';
import { planHash } from './hash.ts';
import { readKeys } from './keys.ts';
import type { PlanMap, PlanNode } from './node.ts';
import { described, holdsVariable, quoted } from './node.ts';
import { NAME_PATTERN, PLAN_KEYS, VERSION } from './plan-keys.ts';
import type { Plan } from './plan.ts';
import type { Problems } from './problem.ts';
import { readReferences, warnOfUnread } from './references.ts';
import { readSources } from './sources.ts';
import type { StepVocabulary } from './step-item.ts';
import { adviseSteps } from './step-advice.ts';
import { type ReadStep, readSteps } from './steps.ts';
import { readTarget } from './target.ts';
import type { Environment } from './variables.ts';

export interface RootSetting {
  readonly file: string;
  readonly lenientTarget: boolean;
  readonly vocabulary: StepVocabulary;
  /** Those that belong to the plan. Where one has yet to be read, the plan is to be made once more. */
  readonly files: PlanFiles;
  readonly env: Environment;
  readonly problems: Problems;
}

/** A plan with what only the reader of the plan wants to know of its steps. */
export interface ReadRoot {
  readonly plan: Plan;
  readonly steps: readonly ReadStep[];
}

/** The plan; only to be used when no problem is an error. */
export function readRoot(
  root: PlanMap,
  { file, lenientTarget, vocabulary, env, files, problems }: RootSetting,
): ReadRoot {
  const values = readKeys(root, PLAN_KEYS, 'The plan', problems);
  checkVersion(root, values.get('version'), problems);
  const name = readName(values.get('name'), problems);
  const description = readDescription(values.get('description'), problems);
  const sources = readSources(root, values, problems);
  const ofSources = [...new Set(sources.flatMap(({ entities }) => [...entities.keys()]))];
  const references = readReferences(values.get('references'), ofSources, problems);
  const names = references.map(({ plan }) => plan.entity);
  const stepsSetting = { vocabulary, env, files, references: names };
  const read = readSteps(values.get('transforms'), ofSources, stepsSetting, problems);
  warnOfUnread(references, read, problems);
  const containers = readContainers(values.get('containers'), read, problems);
  adviseSteps(read.steps, containers, problems);
  const placeOf = (entity: string): number =>
    sources.find(({ entities }) => entities.has(entity))?.entities.get(entity) ??
    read.steps.find(({ plan }) => plan.makes.includes(entity))?.offset ??
    root.offset;
  const discard = readDiscard(values.get('discard'), containers, read, placeOf, problems);
  const targetNode = values.get('target');
  const target = targetNode && readTarget(targetNode, lenientTarget, problems);
  const examples = readExamples(
    values.get('examples'),
    { sources: sources.map(({ plan }) => plan.entity), all: read.entities, references: names },
    problems,
  );
  const hash = planHash({
    sources: sources.map(({ canonical }) => canonical),
    steps: read.steps.map(({ canonical }) => canonical),
    containers: containers.map(({ canonical }) => canonical),
    discard,
    references: references.map(({ canonical }) => canonical),
  });
  const whole: Plan = {
    file,
    written: root,
    files: files.texts,
    name,
    ...(description !== undefined && { description }),
    hash,
    parts: [
      ...sources.map(({ canonical }, i) => ({ place: `sources[${i}]`, text: canonical })),
      ...references.map(({ plan, canonical }) => ({ place: `references.${plan.entity}`, text: canonical })),
      ...read.steps.map(({ canonical }, i) => ({ place: `transforms[${i}]`, text: canonical })),
      ...containers.map(({ plan, canonical }) => ({ place: `containers.${plan.label}`, text: canonical })),
      { place: 'discard', text: JSON.stringify(discard.toSorted()) },
    ],
    sources: sources.map(({ plan }) => plan),
    references: references.map(({ plan }) => plan),
    steps: read.steps.map(({ plan }) => plan),
    containers: containers.map(({ plan }) => plan),
    discard,
    entities: read.entities,
    ...(target && { target }),
    examples,
  };
  return { plan: whole, steps: read.steps };
}

function checkVersion(root: PlanMap, node: PlanNode | undefined, problems: Problems): void {
  if (node === undefined) {
    problems.warning(
      root.offset,
      'missing-version',
      `The plan says no version and is read as version ${VERSION}; add "version: ${VERSION}".`,
    );
  } else if (node.kind !== 'number' || node.value !== VERSION) {
    const message = `This version of remodel reads plans of version ${VERSION}, found ${described(node)}.`;
    problems.error(node.offset, 'unknown-version', message);
  }
}

function readName(node: PlanNode | undefined, problems: Problems): string {
  const name = (node && expectText(node, '"name"', problems, "the plan's name")) ?? '';
  if (node === undefined || name === '') return name;
  if (holdsVariable(node)) {
    // It names folders and stands in every report.
    problems.error(node.offset, 'invalid-name', '"name" cannot come from a variable.');
  } else if (!new RegExp(NAME_PATTERN).test(name)) {
    const message = `"name" is made of at most 100 letters, digits, "-" and "_", found ${described(node)}.`;
    problems.error(node.offset, 'invalid-name', message);
  } else {
    const problem = fileNameProblem(name);
    if (problem !== undefined)
      problems.error(
        node.offset,
        'invalid-name',
        `"name" names a folder on any system, and ${quoted(name)} ${problem}.`,
      );
  }
  return name;
}

function readDescription(node: PlanNode | undefined, problems: Problems): string | undefined {
  if (node === undefined) return undefined;
  return node.kind === 'text' ? node.text : wrong(node, '"description"', 'a text', problems);
}
