/**
 * Which places of the documents has a step certainly taken away? Carried forward from step to step, by entity. Nothing
 * is known of what a source gives, and a step that does not say what it does may do anything: then all is forgotten. What
 * a step under a condition writes may be there, what it removes may be there still.
 */
import type { Path, Segment } from '../document/path.ts';
import type { StepEffect } from '../transform/step.ts';
import type { Problems } from './problem.ts';
import type { ReadStep } from './steps.ts';

interface Removal {
  readonly path: Path;
  /** `remove in line 7`. */
  readonly by: string;
}

/** Places outside of these are gone; what is written later joins them. */
interface Selection {
  readonly paths: Path[];
  readonly by: string;
}

interface Knowledge {
  removals: Removal[];
  readonly selections: Selection[];
}

export class KnownPlaces {
  readonly #byEntity = new Map<string, Knowledge>();

  /** Reports places that the step needs and that are gone, and learns what it does. */
  passStep({ plan, definition, options, offset }: ReadStep, problems: Problems): void {
    const effects = definition.effects?.(options);
    const condition = plan.if;
    for (const path of condition?.paths ?? [])
      this.#reportGone(path, plan.for, `if beside ${plan.name}`, offset, problems);
    for (const entity of plan.makes) this.#byEntity.delete(entity);
    if (effects === undefined) {
      for (const entity of plan.for) this.#byEntity.delete(entity);
      return;
    }
    const by = `${plan.name} in line ${problems.lineOf(offset)}`;
    for (const effect of effects) {
      for (const path of effect.reads ?? []) this.#reportGone(path, plan.for, plan.name, offset, problems);
      for (const entity of plan.for) learn(this.#of(entity), condition === undefined ? effect : mayBe(effect), by);
    }
  }

  forgetAll(): void {
    this.#byEntity.clear();
  }

  /** The step that took this place away, in words; `undefined` when it may be there. */
  goneAt(entity: string, path: Path): string | undefined {
    const known = this.#byEntity.get(entity);
    const removal = known?.removals.find((one) => isWithin(path, one.path));
    if (removal !== undefined) return removal.by;
    return known?.selections.find(({ paths }) => !paths.some((kept) => overlap(kept, path)))?.by;
  }

  /** Only where no entity of the step can have it. */
  #reportGone(path: Path, entities: readonly string[], step: string, offset: number, problems: Problems): void {
    const gone = entities.map((entity) => this.goneAt(entity, path));
    const by = gone[0];
    if (by === undefined || gone.includes(undefined)) return;
    const message = `${step} finds nothing at ${path.text}: ${by} has taken it away.`;
    problems.warning(offset, 'path-gone', message);
  }

  #of(entity: string): Knowledge {
    let known = this.#byEntity.get(entity);
    if (known === undefined) {
      known = { removals: [], selections: [] };
      this.#byEntity.set(entity, known);
    }
    return known;
  }
}

function learn(known: Knowledge, { removes = [], writes = [], keepsOnly }: StepEffect, by: string): void {
  if (keepsOnly !== undefined) known.selections.push({ paths: [...keepsOnly], by });
  // An element that goes lets the later ones move up: then its place is not empty.
  const certain = removes.filter(({ segments }) => segments.every(({ index }) => index < 0));
  known.removals.push(...certain.map((path) => ({ path, by })));
  for (const written of writes) {
    known.removals = known.removals.filter(({ path }) => !overlap(path, written));
    for (const { paths } of known.selections) paths.push(written);
  }
}

/** What is left of an effect that may not take place. */
function mayBe({ writes = [] }: StepEffect): StepEffect {
  return { writes };
}

/** Whether one of them is the other or lies within it. */
function overlap(one: Path, other: Path): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

function isWithin({ segments }: Path, outer: Path): boolean {
  return outer.segments.every((segment, at) => isSame(segment, segments[at]));
}

function isSame(one: Segment, other: Segment | undefined): boolean {
  return other !== undefined && one.each === other.each && one.key.name === other.key.name;
}
