/** What turns records into documents and documents into outputs? Joins the chain of a plan's steps with the router behind it. */
import type { Plan } from '../plan/plan.ts';
import { Chain } from '../transform/chain.ts';
import type { ChainOutlet } from '../transform/outlet.ts';
import { hmac, sha256 } from './digests.ts';
import { Intake } from './intake.ts';
import type { References } from './references.ts';
import type { Books, Router } from './route.ts';
import type { Stages } from './stages.ts';

export interface IntakeSetting {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** What steps look up. */
  readonly references: Pick<References, 'indexes'>;
  /** What steps keep; without them none works across documents, and keys are remembered in memory alone. */
  readonly stages?: Pick<Stages, 'gatherings' | 'memories'>;
  /** Stands between the chain and the router, where somebody wants to see what passes. @default the router */
  readonly outlet?: ChainOutlet;
}

export function openIntake(
  plan: Plan,
  router: Router,
  books: Books,
  { startedAt, references, stages, outlet = router }: IntakeSetting,
): Intake {
  const { entities } = plan;
  const kept = stages && { gatherings: stages.gatherings, memories: stages.memories.bySpace };
  const setting = { startedAt, entities, sha256, hmac, references: references.indexes, ...kept };
  const chain = new Chain(plan.steps, setting, outlet);
  return new Intake(plan.sources, chain, router, books);
}
