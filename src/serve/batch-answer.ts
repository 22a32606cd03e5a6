/** How are the results of a batch told? Each in its place, with its status and charge; HTTP 207 when one of them failed. */
import { Buffer } from 'node:buffer';
import type { Answer } from './answer.ts';
import { RETRY_AFTER } from './metered.ts';

export function batchAnswer(results: readonly Answer[]): Answer {
  const pieces: Buffer[] = [];
  let charge = 0;
  for (const result of results) {
    const head = Buffer.from(`${pieces.length === 0 ? '[' : ','}${JSON.stringify(headOf(result)).slice(0, -1)}`);
    if (result.body === undefined) pieces.push(head, CLOSE);
    else pieces.push(head, BODY, result.body, CLOSE);
    charge += result.charge ?? 0;
  }
  const status = results.some((result) => result.status >= 400) ? 207 : 200;
  return { status, charge: Math.round(charge * 100) / 100, body: Buffer.concat([...pieces, END]) };
}

const BODY = Buffer.from(',"resourceBody":');
const CLOSE = Buffer.from('}');
const END = Buffer.from(']');

function headOf({ status, substatus, charge = 0, headers = {}, problem }: Answer): object {
  return {
    statusCode: status,
    ...(substatus === undefined ? {} : { subStatusCode: substatus }),
    requestCharge: charge,
    ...(headers['etag'] === undefined ? {} : { eTag: headers['etag'] }),
    ...(headers[RETRY_AFTER] === undefined ? {} : { retryAfterMilliseconds: Number(headers[RETRY_AFTER]) }),
    ...(problem === undefined ? {} : { message: problem.join(' ') }),
  };
}
