// How did it go? A line a seed while it runs, each failure with the command that repeats it, and the figures at the end.
import { type Difference, DIFFERENCES } from './compare.ts';
import { faultText } from './fault.ts';
import type { Outcome } from './one-case.ts';
import { type Scenario, TARGETS } from './scenario.ts';

export function scenarioText({ seed, shape, target, workers, across, extracts, relation, limit }: Scenario): string {
  const others = [
    ...(workers > 0 ? [`${workers} workers`] : []),
    ...(across ? ['a step across documents'] : []),
    ...(extracts ? ['keys to remember'] : []),
    ...(relation === undefined ? [] : [`across documents: ${relation}`]),
    ...(limit === undefined ? [] : [`${limit} records at most`]),
  ];
  return `seed ${seed}: ${shape} → ${target}${others.length > 0 ? ` (${others.join(', ')})` : ''}`;
}

export function failureText({ truth, number, folder, strikes, differences }: Outcome): string {
  const { scenario } = truth;
  return [
    `${scenarioText(scenario)}, case ${number}: not the same result.`,
    ...strikes.map(({ fault, ending, at }) => `  ${faultText(fault)}: ${ending}${at === undefined ? '' : ` at ${at}`}`),
    ...differences.map(({ kind, file, detail }) => `  ${kind}: ${file}: ${detail}`),
    `  plan: ${scenario.plan}`,
    `  left in: ${folder}`,
    `  again: npm run test:kill -- --seed ${scenario.seed} --case ${number}${drawnText(scenario)}`,
  ].join('\n');
}

/** Whichever plans were drawn from, this one comes of its own. */
function drawnText({ relation, records }: Scenario): string {
  return ` --plans ${relation === undefined ? 'records' : 'across'} --records ${records}`;
}

export function killsIn(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, { strikes }) => sum + strikes.filter(({ ending }) => ending === 'killed').length, 0);
}

export function summaryText(outcomes: readonly Outcome[]): string {
  const kinds = new Map<string, number>();
  const targets = new Map<string, number>(TARGETS.map((target) => [target, 0]));
  const shapes = new Map<string, number>();
  const areas = new Map<string, number>();
  const relations = new Map<string, number>();
  for (const { truth, strikes } of outcomes) {
    for (const { fault, ending, area } of strikes) {
      if (ending !== 'killed' && ending !== 'stopped') continue;
      const kind = fault.kind === 'kill' ? `killed ${fault.moment} an act` : fault.kind;
      add(kinds, kind);
      if (ending !== 'killed') continue;
      add(targets, truth.scenario.target);
      add(areas, area ?? 'wherever it was');
      if (truth.scenario.relation !== undefined) add(relations, truth.scenario.relation);
      add(shapes, truth.scenario.shape);
      if (truth.scenario.workers > 0) add(shapes, 'with workers');
      if (truth.scenario.across) add(shapes, 'in several stages');
      if (truth.scenario.extracts) add(shapes, 'with keys to remember');
      if (truth.scenario.limit !== undefined) add(shapes, 'with a limit');
    }
  }
  const differences = outcomes.flatMap((outcome) => outcome.differences);
  const resumes = outcomes.reduce((sum, outcome) => sum + outcome.resumes, 0);
  const resumable = outcomes.reduce((sum, outcome) => sum + outcome.resumable, 0);
  return [
    `${killsIn(outcomes)} kills in ${outcomes.length} cases of ${new Set(outcomes.map(({ truth }) => truth)).size} seeds`,
    `  struck: ${listed(kinds)}`,
    `  kills by target: ${listed(targets)}`,
    `  kills by place: ${listed(areas)}`,
    `  kills by run: ${listed(shapes)}`,
    `  kills by steps across documents: ${listed(relations)}`,
    `  ${resumable} starts that came to the end had something to go on from, ${resumes} went on from it`,
    `  ${DIFFERENCES.map((kind) => `${countOf(differences, kind)} ${kind}`).join(', ')}`,
  ].join('\n');
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

function countOf(differences: readonly Difference[], kind: Difference['kind']): number {
  return differences.filter((difference) => difference.kind === kind).length;
}
