// Does a run into Cosmos DB come to the same end, whatever goes wrong between it and the service?
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/serve/faults/fault.ts';
import { localAccount } from '../serve/local-account.ts';
import { itemsOf, runThere } from './cosmos-target.ts';
import { folderWith, planIn } from './running.ts';

const PLAN = `
version: 1
name: orders
source: { file: orders.ndjson, entity: order }
containers:
  orders: { entities: [order], partitionKey: /customer, uniqueKeys: [/number], throughput: { manual: 900000 } }
`;

const COUNT = 1_200;
/** Every 50th has the number of the one before. */
const LINES = Array.from({ length: COUNT }, (_, i) =>
  JSON.stringify({
    id: `o${i}`,
    customer: `c${Math.floor(i / 2) % 40}`,
    number: i % 50 === 1 ? i - 1 : i,
    total: i / 4,
  }),
);
const LOSERS = COUNT / 50;

const FAULTS: readonly (readonly [name: string, faults: readonly Fault[]])[] = [
  ['nothing', []],
  ['429 of requests', [{ fault: 'throttled', on: 'bulk', probability: 0.4, milliseconds: 5 }]],
  ['429 of operations', [{ fault: 'throttled', on: 'bulk', operations: 0.3, milliseconds: 5 }]],
  ['449 of operations', [{ fault: 'retry-with', on: 'bulk', operations: 0.2 }]],
  ['408', [{ fault: 'timeout', on: 'bulk', times: 4 }]],
  ['408 after the work was done', [{ fault: 'timeout', on: 'bulk', applied: true, times: 4 }]],
  ['410/1002 while the range is listed', [{ fault: 'range-gone', on: 'bulk', times: 4 }]],
  ['410/1007', [{ fault: 'range-locked', on: 'bulk', times: 6 }]],
  ['413/3402', [{ fault: 'response-too-large', on: 'bulk', times: 3 }]],
  ['500', [{ fault: 'error', on: 'bulk', times: 4 }]],
  ['503', [{ fault: 'unavailable', on: 'bulk', times: 4 }]],
  ['an expired token', [{ fault: 'expired-token', on: 'bulk', after: 1, times: 1 }]],
  ['a page of HTML', [{ fault: 'html', on: 'bulk', times: 3 }]],
  ['an empty answer', [{ fault: 'empty', on: 'bulk', times: 3 }]],
  ['resets before the work was done', [{ fault: 'reset', on: 'bulk', times: 4 }]],
  ['resets after the work was done', [{ fault: 'reset', on: 'bulk', applied: true, times: 6 }]],
  ['answers that are cut off', [{ fault: 'cut', on: 'bulk', times: 3 }]],
  ['slow answers', [{ fault: 'slow', on: 'bulk', times: 3, milliseconds: 300 }]],
  [
    'everything, also where conflicts are looked into',
    [
      { fault: 'reset', on: 'bulk', applied: true, probability: 0.15 },
      { fault: 'throttled', on: 'bulk', probability: 0.15, milliseconds: 5 },
      { fault: 'unavailable', on: 'bulk', probability: 0.1 },
      { fault: 'throttled', on: 'read', probability: 0.2, milliseconds: 5 },
      { fault: 'unavailable', on: 'read', probability: 0.05 },
      { fault: 'reset', on: 'ranges', probability: 0.1 },
    ],
  ],
];

describe('a run into Cosmos DB', () => {
  it.each(FAULTS)('loses, doubles and changes nothing at %s', async (_, faults) => {
    const account = await localAccount({ seed: 7, ranges: 3 });
    for (const fault of faults) account.server.faults.add(fault);
    const folder = folderWith({ 'orders.ndjson': LINES.join('\n') });
    const { report, failure, rejects } = await runThere(folder, await planIn(folder, PLAN), account);
    account.server.faults.clear();
    expect(failure).toBeUndefined();
    expect(report.balance.ok).toBe(true);
    expect(report.entities['order']).toMatchObject({ read: COUNT, written: COUNT - LOSERS, rejected: LOSERS });
    expect(
      rejects.every(({ code, conflictsWith }) => code === 'UNIQUE_KEY_CONFLICT' && conflictsWith !== undefined),
    ).toBe(true);
    const items = await itemsOf(account.client.database('shop').container('orders'));
    const lost = new Set(rejects.map(({ doc }) => doc?.['id']));
    const expected = LINES.map((line) => JSON.parse(line) as { readonly id: string }).filter(({ id }) => !lost.has(id));
    expect(items).toEqual(new Map(expected.map((item) => [item.id, item])));
    for (const planned of account.server.faults.planned) expect(planned.happened).toBeGreaterThan(0);
  });
});
