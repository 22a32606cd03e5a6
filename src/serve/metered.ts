/** What may be done with the request units of a range? Work is charged to it, and refused with 429 when they are used up. */
import { type Answer, refusal } from './answer.ts';
import type { PhysicalRange } from './ranges.ts';
import type { ContainerResource } from './resources.ts';

/** Request units are used up. */
const THROTTLED = 3200;

export function metered({ budgets }: ContainerResource, { id }: PhysicalRange, work: () => Answer): Answer {
  const budget = budgets.get(id);
  const wait = budget?.wait ?? 0;
  if (wait > 0) {
    return refusal(429, { substatus: THROTTLED, charge: 0, headers: { 'x-ms-retry-after-ms': String(wait) } });
  }
  const answer = work();
  budget?.spend(answer.charge ?? 0);
  return answer;
}

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
