/** What becomes of a request that has a fault? The work is done or not, and the client is told something else. */
import { Buffer } from 'node:buffer';
import { setTimeout } from 'node:timers/promises';
import { type Answer, refusal } from '../answer.ts';
import type { Account } from '../handler.ts';
import { RETRY_AFTER } from '../metered.ts';
import type { ServedRequest } from '../request.ts';
import { answerTo } from '../routes.ts';
import type { Accident, Fault, Refusal } from './fault.ts';
import type { FaultPlan } from './fault-plan.ts';
import { moveRange } from './moved-range.ts';

export async function suffered(
  fault: Fault,
  request: ServedRequest,
  account: Account,
  faults: FaultPlan,
): Promise<Answer> {
  const { fault: name, applied = false, operations, milliseconds } = fault;
  if (isRefusal(name)) {
    const refused = (work: () => Answer): Answer => {
      if (applied) work();
      return refusedBy(fault, name);
    };
    if (operations === undefined) return refused(() => answerTo(request, account));
    const eachOperation = (work: () => Answer): Answer => (faults.chance(operations) ? refused(work) : work());
    return answerTo({ ...request, eachOperation }, account);
  }
  if (name === 'split' || name === 'merge') {
    moveRange(name, request, account, milliseconds);
    return answerTo(request, account);
  }
  if (name === 'slow') {
    await setTimeout(milliseconds ?? SLOW);
    return answerTo(request, account);
  }
  if (name === 'cut') return { ...answerTo(request, account), ending: 'cut' };
  if (applied) answerTo(request, account);
  return accident(name, fault.status);
}

const SLOW = 1000;
const THROTTLED = 10;

const STATUSES: Readonly<Record<Refusal, readonly [status: number, substatus?: number]>> = {
  timeout: [408],
  'range-gone': [410, 1002],
  'range-locked': [410, 1007],
  precondition: [412],
  'too-large': [413],
  'response-too-large': [413, 3402],
  throttled: [429, 3200],
  'retry-with': [449],
  error: [500],
  unavailable: [503],
  'expired-token': [401],
  refused: [400],
};

function isRefusal(name: Fault['fault']): name is Refusal {
  return Object.hasOwn(STATUSES, name);
}

function refusedBy({ status, substatus, milliseconds = THROTTLED }: Fault, name: Refusal): Answer {
  const [usual, more] = STATUSES[name];
  const isThrottled = (status ?? usual) === 429;
  return refusal(status ?? usual, {
    substatus: substatus ?? more,
    detail: 'A fault that this server was told to have.',
    ...(isThrottled ? { charge: 0, headers: { [RETRY_AFTER]: String(milliseconds) } } : {}),
  });
}

function accident(name: Exclude<Accident, 'slow' | 'cut' | 'split' | 'merge'>, status: number | undefined): Answer {
  if (name === 'html') return { status: status ?? 502, body: PAGE, headers: { 'content-type': 'text/html' } };
  if (name === 'empty') return { status: status ?? 503 };
  return { status: 500, ending: name };
}

const PAGE = Buffer.from('<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body></body>\r\n</html>\r\n');
