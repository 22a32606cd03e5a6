/**
 * In which stages is a plan carried out? The first reads the sources. A step across documents ends a stage: what it has
 * made of all that came stands in a file then, which the next stage reads, through the steps behind it. Stages follow
 * the order of these steps, and the documents of one stage stand behind those of the one before.
 */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Settled } from '../document/settled.ts';
import type { Plan, StepPlan } from '../plan/plan.ts';
import { fileShard } from '../source/file-shard.ts';
import type { Shard } from '../source/source.ts';
import type { SavedRun, StageProgress } from '../state/saved-run.ts';
import type { Barrier, Gathering, GatherPlace } from '../transform/gathering.ts';
import { GatheredByKey } from './gathered/by-key.ts';
import { sha256 } from './digests.ts';
import { Memories } from './memories.ts';
import { inState, ofPart } from './state-names.ts';

/** The folder in the state folder in which steps across documents keep what they gather. */
const GATHERED = 'gathered';

/** A shard, and where in the chain its documents enter. */
export interface StageShard extends Shard {
  /** Index of the first step that they pass. */
  readonly enters: number;
}

export interface Stage {
  readonly number: number;
  readonly shards: readonly StageShard[];
}

export class Stages {
  /** By the index of the step. */
  readonly gatherings: ReadonlyMap<number, Gathering>;
  /** What steps remember over all stages. */
  readonly memories: Memories;
  /** The shards of all stages begun so far, at their numbers. */
  readonly shards: Shard[];
  readonly #steps: readonly StepPlan[];
  readonly #folder: string;
  #done: number;

  constructor(plan: Plan, sources: readonly Shard[], stateFolder: string, resumed: SavedRun | undefined) {
    this.#steps = plan.steps.filter(({ gather }) => gather !== undefined);
    this.#folder = join(stateFolder, GATHERED);
    this.#done = resumed?.stages.filter(({ done }) => done).length ?? 0;
    this.shards = [...sources];
    if (resumed === undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.memories = new Memories(plan, stateFolder, resumed);
    this.gatherings = new Map(this.#steps.map((step) => [step.index, this.#open(step, resumed)]));
  }

  /** What is to be committed of them. */
  get progress(): StageProgress[] {
    const names = ['documents', ...this.#steps.map(placeOf)];
    return names.map((name, number) => ({ name, done: number < this.#done }));
  }

  /** The stages that are left, each to be entered when the one before has been taken through its barrier by `pass`. */
  async *left(): AsyncGenerator<Stage, void, undefined> {
    for (let number = 0; number <= this.#steps.length; number++) {
      const shards = number === 0 ? this.shards.map((shard) => ({ ...shard, enters: 0 })) : [await this.#made(number)];
      if (number > 0) this.shards.push(...shards);
      if (number >= this.#done) yield { number, shards };
    }
  }

  /** The barrier behind a stage: all its documents have come. What the next one reads is complete when this resolves. */
  async pass({ number }: Stage, barrier: Barrier): Promise<void> {
    const step = this.#steps[number];
    if (step !== undefined) await this.gatherings.get(step.index)!.combine(barrier);
    this.#done = number + 1;
  }

  /** Resolves when everything that steps keep so far is in the files. */
  async flush(): Promise<void> {
    for (const gathering of this.gatherings.values()) await gathering.flush();
    await this.memories.flush();
  }

  /** What describes everything that steps keep so far, by the names that its facts are kept by. */
  settle(): [name: string, Settled][] {
    const gathered = [...this.gatherings].map(([index, gathering]): [string, Settled] => {
      return [gatheringName(index), inState(partFolder(index), gathering.settle())];
    });
    return [...gathered, ...this.memories.settle()];
  }

  close(): void {
    this.memories.close();
    for (const gathering of this.gatherings.values()) gathering.close();
  }

  /** What steps have kept is of no use behind the end of the run. */
  remove(): void {
    this.memories.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #open(step: StepPlan, resumed: SavedRun | undefined): Gathering {
    const folder = join(this.#folder, String(step.index));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const opened = (its: Settled | undefined): Gathering => step.gather!(placeFor(step, folder, its));
    if (resumed === undefined) return opened(undefined);
    const facts = resumed.facts[gatheringName(step.index)];
    return opened({ files: ofPart(partFolder(step.index), resumed.files), facts });
  }

  /** What the step at the end of the stage before has made. */
  async #made(number: number): Promise<StageShard> {
    const step = this.#steps[number - 1]!;
    const { file, entity } = this.gatherings.get(step.index)!.combined;
    const plan = { entity, file, format: 'ndjson', maxDocument: Number.POSITIVE_INFINITY } as const;
    const found = { name: placeOf(step), path: file, size: statSync(file).size, isPipe: false };
    return { ...fileShard(this.shards.length, plan, found), enters: step.index + 1 };
  }
}

function placeFor({ index, name }: StepPlan, folder: string, resumed: Settled | undefined): GatherPlace {
  return {
    folder,
    resumed,
    sha256,
    byKey: (setting) => new GatheredByKey({ index, name, folder, resumed }, setting),
  };
}

/** Where in the state folder the files of a step lie. */
function partFolder(step: number): string {
  return `${GATHERED}/${step}`;
}

/** What its facts are kept by. */
function gatheringName(step: number): string {
  return `transforms[${step}]`;
}

/** As people find it in the plan. */
function placeOf({ index, name }: StepPlan): string {
  return `${gatheringName(index)} ${name}`;
}
