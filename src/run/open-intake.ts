/** What turns records into documents and documents into outputs? Joins the chain of a plan's steps with the router behind it. */
import type { Plan } from '../plan/plan.ts';
import { Chain } from '../transform/chain.ts';
import type { Outcomes } from '../transform/contest.ts';
import type { ChainOutlet } from '../transform/outlet.ts';
import type { ReferenceIndex } from '../transform/reference.ts';
import { hmac, sha256 } from './digests.ts';
import { Intake } from './intake.ts';
import type { Books, Router } from './route.ts';
import type { Stages } from './stages.ts';

/** What steps know of other documents, by the step's index. */
export interface Knowing {
  /** What they look up. */
  readonly indexes: ReadonlyMap<number, ReferenceIndex>;
  /** What their contests came to; for this intake alone. */
  readonly outcomes: ReadonlyMap<number, Outcomes>;
}

export interface IntakeSetting {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly knowing: Knowing;
  /** What steps keep; without them none works across documents, and keys are remembered in memory alone. */
  readonly stages?: Pick<Stages, 'gatherings' | 'memories'>;
  /** Stands between the chain and the router, where somebody wants to see what passes. @default the router */
  readonly outlet?: ChainOutlet;
}

export function openIntake(
  plan: Plan,
  router: Router,
  books: Books,
  { startedAt, knowing, stages, outlet = router }: IntakeSetting,
): Intake {
  const { entities } = plan;
  const kept = stages && { gatherings: stages.gatherings, memories: stages.memories.bySpace };
  const known = { references: knowing.indexes, outcomes: knowing.outcomes };
  const setting = { startedAt, entities, sha256, hmac, ...known, ...kept };
  const chain = new Chain(plan.steps, setting, outlet);
  return new Intake(plan.sources, chain, router, books);
}
