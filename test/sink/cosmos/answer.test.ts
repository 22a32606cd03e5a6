import { describe, expect, it } from 'vitest';
import { type Action, actionFor, type WriteMode } from '../../../src/sink/cosmos/answer.ts';

/** What is answered to a whole request of 50, to one operation under create, and to one under upsert. */
const TABLE: readonly (readonly [answer: string, many: string, create: string, upsert: string])[] = [
  ['200', 'done', 'done', 'done'],
  ['201', 'done', 'done', 'done'],
  ['204', 'done', 'done', 'done'],
  ['429', 'wait', 'wait', 'wait'],
  ['429/3200', 'wait', 'wait', 'wait'],
  ['408', 'resend', 'resend', 'resend'],
  ['410', 'resend after ranges', 'resend after ranges', 'resend after ranges'],
  ['410/1002', 'resend after ranges', 'resend after ranges', 'resend after ranges'],
  ['410/1007', 'resend after ranges', 'resend after ranges', 'resend after ranges'],
  ['410/1008', 'resend after ranges', 'resend after ranges', 'resend after ranges'],
  ['424', 'resend', 'resend', 'resend'],
  ['449', 'resend', 'resend', 'resend'],
  ['500', 'resend', 'resend', 'resend'],
  ['502', 'resend', 'resend', 'resend'],
  ['503', 'resend', 'resend', 'resend'],
  ['504', 'resend', 'resend', 'resend'],
  ['507', 'resend', 'resend', 'resend'],
  ['no answer', 'resend', 'resend', 'resend'],
  ['404/1002', 'resend', 'resend', 'resend'],
  ['409', 'readBack', 'readBack', 'findHolder'],
  ['409/3301', 'readBack', 'readBack', 'findHolder'],
  ['413', 'divide', 'refuse size', 'refuse size'],
  ['413/3402', 'divide', 'refuse size', 'refuse size'],
  ['400', 'divide', 'refuse content', 'refuse content'],
  ['400/1001', 'divide', 'refuse content', 'refuse content'],
  ['400/1024', 'stop', 'stop', 'stop'],
  ['401', 'authorize', 'authorize', 'authorize'],
  ['403/1014', 'divide', 'refuse partitionFull', 'refuse partitionFull'],
  ['403', 'stop', 'stop', 'stop'],
  ['403/3', 'stop', 'stop', 'stop'],
  ['403/5300', 'stop', 'stop', 'stop'],
  ['404', 'stop', 'stop', 'stop'],
  ['404/1003', 'stop', 'stop', 'stop'],
  ['404/1024', 'stop', 'stop', 'stop'],
  ['405', 'stop', 'stop', 'stop'],
  ['412', 'stop', 'stop', 'stop'],
];

describe('what is done about an answer', () => {
  it.each(TABLE)('%s: of many %s, of one under create %s, under upsert %s', (answer, many, create, upsert) => {
    expect(action(answer, 50, 'create')).toBe(many.replace('findHolder', 'readBack'));
    expect(action(answer, 1, 'create')).toBe(create);
    expect(action(answer, 1, 'upsert')).toBe(upsert);
  });

  it('waits as long as it is told, and a little where it is not', () => {
    expect(actionFor({ status: 429, retryAfter: 340 }, 1, 'create')).toEqual({ kind: 'wait', milliseconds: 340 });
    expect(actionFor({ status: 429, retryAfter: 0 }, 1, 'create')).toEqual({ kind: 'wait', milliseconds: 0 });
    expect(actionFor({ status: 429 }, 1, 'create')).toEqual({ kind: 'wait', milliseconds: 100 });
  });
});

function action(answer: string, operations: number, mode: WriteMode): string {
  const [status, substatus] = answer === 'no answer' ? [undefined, undefined] : answer.split('/').map(Number);
  return textOf(actionFor({ status, substatus }, operations, mode));
}

function textOf(one: Action): string {
  if (one.kind === 'resend') return one.ranges ? 'resend after ranges' : 'resend';
  return one.kind === 'refuse' ? `refuse ${one.why}` : one.kind;
}
