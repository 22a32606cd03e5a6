/**
 * What may be done with a range? Work is charged to it, and refused with 429 when its request units are used up, or with
 * 410 while it is being split or merged.
 */
import { type Answer, refusal } from './answer.ts';
import type { PhysicalRange } from './ranges.ts';
import type { ContainerResource } from './resources.ts';

/** Request units are used up. */
const THROTTLED = 3200;
/** The range is being split or merged. */
const MOVING = 1007;

export function metered(container: ContainerResource, range: PhysicalRange, work: () => Answer): Answer {
  const refused = refusedNow(container, range);
  if (refused !== undefined) return refused;
  const answer = work();
  container.budgets.get(range.id)?.spend(answer.charge ?? 0);
  return answer;
}

/** The refusal of whatever is asked of the range. */
export function refusedNow({ budgets, locked }: ContainerResource, { id }: PhysicalRange): Answer | undefined {
  if (locked.has(id)) return refusal(410, { substatus: MOVING, charge: 0 });
  const wait = budgets.get(id)?.wait ?? 0;
  if (wait === 0) return undefined;
  return refusal(429, { substatus: THROTTLED, charge: 0, headers: { [RETRY_AFTER]: String(wait) } });
}

/** Milliseconds. */
export const RETRY_AFTER = 'x-ms-retry-after-ms';

/** Adds how far a client has seen the container, and which container it was. */
export function withSession(container: ContainerResource, { id }: PhysicalRange, answer: Answer): Answer {
  const lsn = String(container.items.lsn);
  const headers = {
    ...answer.headers,
    'x-ms-session-token': `${id}:-1#${lsn}`,
    lsn,
    'x-ms-content-path': container.rid,
  };
  return { ...answer, headers };
}
