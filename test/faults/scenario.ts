// What does a seed stand for? Data, the shape in which it comes, a plan, a target, and whether workers take part.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from './random.ts';
import { makeBlogs, makePeople } from './scenario/people.ts';
import { planText } from './scenario/plan.ts';
import { makeRecords } from './scenario/records.ts';
import { type Relation, relationPlan, RELATIONS } from './scenario/relations.ts';
import { type Shape, SHAPES, writeSources } from './scenario/sources.ts';

export const TARGETS = ['folder', 'embedded', 'embedded with --out'] as const;
export type Target = (typeof TARGETS)[number];

export interface Scenario {
  readonly seed: number;
  /** As many records as it was drawn with, at least. */
  readonly records: number;
  /** Where its files lie, and everything that is run on them. */
  readonly folder: string;
  readonly plan: string;
  readonly shape: Shape;
  readonly target: Target;
  readonly workers: number;
  /** Whether a step works across documents, so that there are several stages. */
  readonly across: boolean;
  /** Whether a step remembers keys over the whole run. */
  readonly extracts: boolean;
  /** Which steps across documents there are, where the plan is about them. */
  readonly relation: Relation | undefined;
  /** So many records are read, if not all. */
  readonly limit: number | undefined;
}

/** Which plans are drawn: about single records, about steps across documents, or the ones as often as the others. */
export type Plans = 'records' | 'across' | 'both';

/**
 * Thirty seeds in a row have every shape with every target, and every relation.
 * @param records at least; several thousand make several commits. @default 5,000
 */
export function makeScenario(seed: number, root: string, records = 5_000, plans: Plans = 'both'): Scenario {
  const random = new Random(seed);
  const folder = join(root, `seed-${seed}`);
  mkdirSync(folder, { recursive: true });
  const shape = SHAPES[seed % SHAPES.length]!;
  const target = TARGETS[seed % TARGETS.length]!;
  const workers = target === 'folder' && random.chance(0.5) ? 1 + random.below(2) : 0;
  const across = random.chance(0.3);
  const extracts = random.chance(0.4);
  const limit = random.chance(0.2) ? Math.round(records * (0.5 + random.next() / 2)) : undefined;
  const source = writeSources(folder, shape, makeRecords(random, records + random.below(records / 2)));
  const plan = join(folder, 'plan.yaml');
  const facts = { seed, records, folder, plan, shape, target, workers, limit };
  if (plans === 'across' || (plans === 'both' && random.chance(0.5))) {
    const relation = RELATIONS[seed % RELATIONS.length]!;
    writePeople(folder, random, Math.ceil(records / 20));
    writeFileSync(plan, relationPlan(random, relation, source));
    return { ...facts, across: false, extracts: false, relation };
  }
  writeFileSync(plan, planText(random, source, { across, extracts }));
  return { ...facts, across, extracts, relation: undefined };
}

function writePeople(folder: string, random: Random, count: number): void {
  const people = makePeople(random, count).map(({ text }) => `${text}\n`);
  writeFileSync(join(folder, 'people.ndjson'), people.join(''));
  writeFileSync(join(folder, 'blogs.ndjson'), makeBlogs(random));
}
