/** What is answered to a request? A status with a body, or a refusal in the words of the service with ours behind them. */
import { Buffer } from 'node:buffer';
import type { Result } from '../container/result.ts';

export interface Answer {
  readonly status: number;
  readonly substatus?: number;
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Request units. */
  readonly charge?: number;
  /** Why it was refused; the body is made of it when it is sent. */
  readonly problem?: readonly string[];
  /** What the client is to know beside: how to ask for it, as JSON. */
  readonly additional?: string;
  /** How the exchange ends where a fault does not let the answer through: in the middle of it, or without it. */
  readonly ending?: 'cut' | 'reset' | 'hang';
}

export interface RefusalOptions {
  readonly substatus?: number | undefined;
  /** What was found and what is expected, for people. */
  readonly detail?: string | undefined;
  readonly charge?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body: Buffer.from(JSON.stringify(value)), headers };
}

export function refusal(status: number, { substatus, detail, charge, headers }: RefusalOptions = {}): Answer {
  const said = (substatus === undefined ? undefined : SUBSTATUS_TEXTS[substatus]) ?? STATUS_TEXTS[status] ?? '';
  return {
    status,
    problem: detail === undefined ? [said] : [said, detail],
    ...(substatus === undefined ? {} : { substatus }),
    ...(charge === undefined ? {} : { charge }),
    ...(headers === undefined ? {} : { headers }),
  };
}

/** The refusal of a container: its own words stand behind those of the service. */
export function refusalOf(result: Result, charge?: number): Answer {
  const { status, substatus, message, uniqueKey } = result;
  const answer = refusal(status, { substatus, detail: message, charge });
  if (status !== 409 || uniqueKey === undefined || uniqueKey[0] === '/id') return answer;
  return { ...answer, problem: [UNIQUE_KEY_TEXT, ...(answer.problem?.slice(1) ?? [])] };
}

/** The name of an error and its text, as JSON. */
export function errorBody(answer: Answer, activityId: string, target: string): Buffer {
  const { status, problem = [], additional } = answer;
  const message = `Message: ${JSON.stringify({ Errors: problem })}\r\nActivityId: ${activityId}, Request URI: /${target}`;
  const code = STATUS_NAMES[status] ?? String(status);
  return Buffer.from(JSON.stringify({ code, message, additionalErrorInfo: additional }));
}

const UNIQUE_KEY_TEXT = 'Unique index constraint violation.';

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'PreconditionFailed',
  413: 'RequestEntityTooLarge',
  449: 'RetryWith',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
};

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'One of the specified inputs is invalid',
  401: 'The input authorization token cannot serve the request. Please check that the expected payload is built as per the protocol, and check the key being used.',
  403: 'The request is not allowed.',
  404: 'Resource Not Found. Learn more: https://aka.ms/cosmosdb-tsg-not-found',
  405: 'The requested verb is not supported.',
  408: 'The request timed out; it may have been done.',
  409: 'Entity with the specified id already exists in the system.',
  410: 'The requested resource is no longer available at the server.',
  412: 'One of the specified pre-condition is not met. Learn more: https://aka.ms/CosmosDB/sql/errors/precondition-failed',
  413: 'Request size is too large',
  424: 'The operation failed because another operation of its batch did.',
  429: 'Request rate is large. More Request Units may be needed, so no changes were made. Please retry this request later. Learn more: http://aka.ms/cosmosdb-error-429',
  449: 'Conflicting request to resource has been attempted. Retry to avoid conflicts.',
  500: 'Unknown server error occurred when processing this request.',
  503: 'Service is currently unavailable.',
};

const SUBSTATUS_TEXTS: Readonly<Record<number, string>> = {
  1001: "PartitionKey extracted from document doesn't match the one specified in the header. Learn more: https://aka.ms/CosmosDB/sql/errors/wrong-pk-value",
  1002: 'The requested resource is no longer available at the server: the partition key range is gone.',
  1004: 'The provided cross partition query can not be directly served by the gateway. This is a first chance (internal) exception that all newer clients will know how to handle gracefully.',
  1007: 'The requested resource is no longer available at the server: the partition key range is being split or merged.',
};
