/**
 * How does a request become an answer on the wire? Every one goes through here: its body is read whole, it is
 * authorized, answered, and sent with what all answers carry; or a fault of the plan stands in its way.
 */
import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, errorBody, refusal } from './answer.ts';
import { refuseUnauthorized } from './authorization.ts';
import type { FaultPlan } from './faults/fault-plan.ts';
import { suffered } from './faults/suffered.ts';
import type { Account } from './handler.ts';
import type { ServedRequest } from './request.ts';
import { readResourcePath } from './resource-path.ts';
import { answerTo } from './routes.ts';

export interface Exchange {
  readonly account: Account;
  readonly key: Buffer;
  readonly faults: FaultPlan;
}

/** A request may have 2 MB; an item that is a little larger is to be told so by the container. */
const LARGEST_BODY = 16 << 20;

export async function exchange(incoming: IncomingMessage, outgoing: ServerResponse, parts: Exchange): Promise<void> {
  const body = await readBody(incoming);
  send(incoming, outgoing, await answered(incoming, body, parts));
}

async function answered(
  { method = 'GET', headers, url = '/' }: IncomingMessage,
  body: Buffer | undefined,
  { account, key, faults }: Exchange,
): Promise<Answer> {
  const path = readResourcePath(url);
  if (path === undefined) return refusal(400, { detail: `${url} is not encoded as a URL.` });
  if (body === undefined) return refusal(413);
  const request: ServedRequest = { method, path, headers, body };
  try {
    const unauthorized = refuseUnauthorized(request, key);
    if (unauthorized !== undefined) return unauthorized;
    const fault = faults.faultOf(request);
    if (fault === undefined) return answerTo(request, account);
    return await suffered(fault, request, account, faults);
  } catch (error) {
    // A bug of ours, or a full disk: the client is told, and the server goes on.
    return refusal(500, { detail: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function send({ headers, url = '/', socket }: IncomingMessage, outgoing: ServerResponse, answer: Answer): void {
  if (answer.ending === 'hang') return;
  if (answer.ending === 'reset') {
    socket.resetAndDestroy();
    return;
  }
  const activityId = String(headers['x-ms-activity-id'] ?? randomUUID());
  const body = answer.problem === undefined ? answer.body : errorBody(answer, activityId, url.replace(/^\/+/, ''));
  outgoing.writeHead(answer.status, {
    'content-type': 'application/json',
    'content-length': body?.length ?? 0,
    'x-ms-activity-id': activityId,
    'x-ms-request-charge': String(answer.charge ?? 1),
    'x-ms-gatewayversion': 'version=2.0.0',
    ...(answer.substatus === undefined ? {} : { 'x-ms-substatus': String(answer.substatus) }),
    ...answer.headers,
  });
  if (answer.ending !== 'cut') outgoing.end(body);
  else outgoing.write((body ?? EMPTY).subarray(0, (body ?? EMPTY).length >> 1), () => socket.destroy());
}

const EMPTY = Buffer.alloc(0);

/** `undefined` when it is too large. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    // The rest is read all the same: a client that is still sending would not see the answer.
    if (length <= LARGEST_BODY) chunks.push(chunk);
  }
  return length > LARGEST_BODY ? undefined : chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length);
}
