/**
 * What becomes of a plan when it meets data? Each document of the sample passes the real chain; before each step and
 * at each container somebody looks. Nothing is written, and what is kept does not grow with the sample.
 */
import { rmSync } from 'node:fs';
import type { Place } from '../../document/position.ts';
import { entryOf, type PlanNode } from '../../plan/node.ts';
import type { Plan, StepPlan } from '../../plan/plan.ts';
import type { Problems } from '../../plan/problem.ts';
import type { ReadStep } from '../../plan/steps.ts';
import { Findings } from '../../report/findings.ts';
import { Tally } from '../../report/tally.ts';
import type { Shard } from '../../source/source.ts';
import { HeldKeys, type KeyMemory } from '../../transform/key-memory.ts';
import { Knowledge } from '../knowledge.ts';
import { openIntake } from '../open-intake.ts';
import { ownKnowledge } from '../own-folder.ts';
import { referenceShards } from '../references.ts';
import { type Books, type CurrentRecord, type Outlet, Router } from '../route.ts';
import { scratchFolder } from '../unwritten.ts';
import { ContainerWatch } from './container-watch.ts';
import { ExtendedJsonWatch } from './extended-json-watch.ts';
import { LinkWatch } from './link-watch.ts';
import { LookupWatch } from './lookup-watch.ts';
import { StepWatch } from './step-watch.ts';
import { UNHEARD } from './unheard.ts';
import { reportUnreadable, sourceOffset, Unreadable } from './unreadable.ts';

/** A plan with what its reader knows of it; problems go where the reader's went. */
export interface PlanRead {
  readonly plan: Plan;
  readonly steps: readonly ReadStep[];
  readonly problems: Problems;
}

export interface SampleFigures {
  /** Records, unreadable ones included. */
  readonly documents: number;
  readonly bytes: number;
  /** Documents that the steps would reject, and records that are none. */
  readonly rejected: number;
  /** Files as they were named. */
  readonly sources: readonly string[];
}

/** So many keys are remembered by the steps that do so; as many ids as are compared. */
const MOST_KEYS = 400_000;

export async function holdAgainst(
  { plan, steps, problems }: PlanRead,
  shards: readonly Shard[],
): Promise<SampleFigures> {
  const tally = new Tally();
  const unreadable = new Unreadable();
  const findings = new Findings();
  const books = { tally, observe: findings.observe, rejects: unreadable };
  const transforms = entryOf(plan.written, 'transforms')?.value;
  const nodeOf = ({ index }: StepPlan): PlanNode | undefined =>
    transforms?.kind === 'list' ? transforms.items[index] : undefined;
  const watches = steps.map((step) => new StepWatch(step, nodeOf(step.plan)));
  const lookups = steps.map((step) => LookupWatch.of(step, nodeOf(step.plan)));
  const links = steps.flatMap((step) => LinkWatch.of(step, nodeOf(step.plan)));
  const inPlan = entryOf(plan.written, 'containers')?.value;
  const containers = new Map(plan.containers.map((one) => [one.label, new ContainerWatch(one, inPlan)]));
  const extendedJson = new ExtendedJsonWatch(plan);
  const router: SampleRouter = new SampleRouter(
    plan,
    {
      check: () => undefined,
      take({ document, container }, place) {
        containers.get(container)!.see(document, place);
        for (const link of links) link.see(document, place);
        for (const watch of watches) watch.atEnd(document, place);
        return 0;
      },
    },
    books,
    extendedJson,
  );
  const memories = new Map(steps.map(({ plan: { remembers } }) => [remembers, new HeldKeys(MOST_KEYS)]));
  const memoryOf = ({ remembers }: StepPlan): KeyMemory => memories.get(remembers)!;
  const watched = {
    ...plan,
    steps: steps.map((step, i) =>
      watchedStep(step.plan, { watch: watches[i]!, lookup: lookups[i] }, router, memoryOf(step.plan)),
    ),
  };
  const referred = await referenceShards(plan);
  const scratch = scratchFolder();
  const startedAt = Date.now();
  const { observe } = books;
  let knowledge: Knowledge | undefined;
  try {
    const knowables = { sources: shards, references: referred };
    knowledge = await Knowledge.build(plan, knowables, ownKnowledge(scratch), { startedAt, observe });
    const intake = openIntake(watched, router, books, { startedAt, knowing: knowledge.opened() });
    for (const shard of shards) {
      for await (const batch of shard.batches()) intake.take({ ...shard, enters: 0 }, batch);
    }
  } finally {
    knowledge?.remove();
    rmSync(scratch, { recursive: true, force: true });
  }
  unreadable.report(plan, problems);
  extendedJson.report(sourceOffset(plan), problems);
  if (tally.source.documents === 0)
    problems.warning(sourceOffset(plan), 'sample-empty', 'The sample holds no document, so that nothing can be said.');
  const mixed = new Set<string>();
  for (const watch of watches) watch.report(problems, mixed);
  const found = findings.list();
  for (const lookup of lookups) {
    lookup?.report(problems);
    lookup?.reportRepeated(found, problems);
    await lookup?.reportPath(referred, problems);
  }
  reportUnreadable(found, plan, problems);
  for (const link of links) link.report(problems);
  const makerOf = (entity: string): number | undefined =>
    steps.find((step) => step.plan.makes.includes(entity))?.offset;
  for (const watch of containers.values()) watch.report(problems, makerOf);
  return { ...tally.source, rejected: tally.rejected(), sources: shards.map(({ source }) => source) };
}

/** Knows where the document comes from that is passing. */
class SampleRouter extends Router {
  readonly #extendedJson: ExtendedJsonWatch;
  place!: Place;

  constructor(plan: Plan, sink: Outlet, books: Books, extendedJson: ExtendedJsonWatch) {
    super(plan, sink, books);
    this.#extendedJson = extendedJson;
  }

  override begin(record: CurrentRecord): void {
    this.place = record.place;
    this.#extendedJson.see(record);
    super.begin(record);
  }
}

interface Watches {
  readonly watch: StepWatch;
  readonly lookup: LookupWatch | undefined;
}

function watchedStep(step: StepPlan, { watch, lookup }: Watches, router: SampleRouter, memory: KeyMemory): StepPlan {
  const condition = step.if;
  const asking: StepPlan['if'] = condition && {
    ...condition,
    holds(document, startedAt) {
      watch.beforeCondition(document, router.place);
      return condition.holds(document, startedAt);
    },
  };
  return {
    ...step,
    ...(asking === undefined ? {} : { if: asking }),
    compile(setting) {
      const gathering = step.gather && UNHEARD;
      const apply = step.compile({ ...setting, memory, ...(gathering && { gathering }) });
      return (document, context) => {
        watch.before(document, router.place);
        const answer = apply(document, lookup?.before(document, context, router.place) ?? context);
        watch.after(answer, router.place);
        return answer;
      };
    },
  };
}
