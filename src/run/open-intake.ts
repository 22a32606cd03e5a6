/** What turns records into documents and documents into outputs? Joins the chain of a plan's steps with the router behind it. */
import { createHash } from 'node:crypto';
import type { Plan } from '../plan/plan.ts';
import { Chain } from '../transform/chain.ts';
import type { Gathering } from '../transform/gathering.ts';
import type { ChainOutlet } from '../transform/outlet.ts';
import { Intake } from './intake.ts';
import type { Books, Router } from './route.ts';

/** @param outlet stands between the chain and the router, where somebody wants to see what passes */
export function openIntake(
  plan: Plan,
  router: Router,
  books: Books,
  startedAt: number,
  gatherings: ReadonlyMap<number, Gathering> = new Map(),
  outlet: ChainOutlet = router,
): Intake {
  const chain = new Chain(plan.steps, { startedAt, entities: plan.entities, sha256, gatherings }, outlet);
  return new Intake(plan.sources, chain, router, books);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
