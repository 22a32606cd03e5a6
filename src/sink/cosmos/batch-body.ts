/** What does a bulk request say, and what does its answer? Bodies are put together of the documents' own bytes. */
import { Buffer } from 'node:buffer';
import type { Verdict, WriteMode } from './answer.ts';
import type { Item } from './item.ts';

/** Operations of one request at most, by the service. */
export const MOST_OPERATIONS = 100;
/** Bytes of one request, as the SDK counts them: an item that is larger goes alone. */
export const MOST_BYTES = 220_201;

const OPERATIONS = { create: 'Create', upsert: 'Upsert' } as const;

export function batchBody(items: readonly Item[], mode: WriteMode): Buffer {
  const heads = items.map(({ partitionKey }, index) => {
    const key = JSON.stringify(JSON.stringify(partitionKey));
    return Buffer.from(
      `${index === 0 ? '[' : '},'}{"operationType":"${OPERATIONS[mode]}","partitionKey":${key},"resourceBody":`,
    );
  });
  const pieces: Buffer[] = [];
  for (const [index, { text }] of items.entries()) pieces.push(heads[index]!, text);
  pieces.push(END);
  return Buffer.concat(pieces);
}

const END = Buffer.from('}]');

/** What became of one operation. */
export interface OperationAnswer extends Verdict {
  readonly charge: number;
  readonly message: string | undefined;
}

/** The answers in the order of the operations; nothing where the text is no such answer. */
export function batchAnswers(text: string, operations: number): readonly OperationAnswer[] | undefined {
  let answers: unknown;
  try {
    answers = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(answers) || answers.length !== operations) return undefined;
  return (answers as (RawAnswer | null)[]).map((answer) => ({
    status: typeof answer?.statusCode === 'number' ? answer.statusCode : undefined,
    substatus: answer?.subStatusCode,
    retryAfter: answer?.retryAfterMilliseconds,
    charge: answer?.requestCharge ?? 0,
    message: typeof answer?.message === 'string' ? answer.message : undefined,
  }));
}

interface RawAnswer {
  readonly statusCode?: number;
  readonly subStatusCode?: number;
  readonly retryAfterMilliseconds?: number;
  readonly requestCharge?: number;
  readonly message?: unknown;
}
