/** What turns records into documents and documents into outputs? Joins the chain of a plan's steps with the router behind it. */
import { createHash, createHmac } from 'node:crypto';
import type { Plan } from '../plan/plan.ts';
import { Chain } from '../transform/chain.ts';
import type { ChainOutlet } from '../transform/outlet.ts';
import { Intake } from './intake.ts';
import type { Books, Router } from './route.ts';
import type { Stages } from './stages.ts';

/**
 * @param stages what steps keep; without them none works across documents, and keys are remembered in memory alone
 * @param outlet stands between the chain and the router, where somebody wants to see what passes
 */
export function openIntake(
  plan: Plan,
  router: Router,
  books: Books,
  startedAt: number,
  stages?: Pick<Stages, 'gatherings' | 'memories'>,
  outlet: ChainOutlet = router,
): Intake {
  const kept = stages && { gatherings: stages.gatherings, memories: stages.memories.bySpace };
  const chain = new Chain(plan.steps, { startedAt, entities: plan.entities, sha256, hmac, ...kept }, outlet);
  return new Intake(plan.sources, chain, router, books);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
