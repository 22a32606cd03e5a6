// What does a seed stand for? Data, the shape in which it comes, a plan, a target, and whether workers take part.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from './random.ts';
import { planText } from './scenario/plan.ts';
import { makeRecords } from './scenario/records.ts';
import { type Shape, SHAPES, writeSources } from './scenario/sources.ts';

export const TARGETS = ['folder', 'embedded', 'embedded with --out'] as const;
export type Target = (typeof TARGETS)[number];

export interface Scenario {
  readonly seed: number;
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
  /** So many records are read, if not all. */
  readonly limit: number | undefined;
}

/**
 * Thirty seeds in a row have every shape with every target.
 * @param records at least; several thousand make several commits. @default 5,000
 */
export function makeScenario(seed: number, root: string, records = 5_000): Scenario {
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
  writeFileSync(plan, planText(random, source, { across, extracts }));
  return { seed, folder, plan, shape, target, workers, across, extracts, limit };
}
