// Files, steps, and a database behind the protocol: the command as a process of its own, which is killed on the way.
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { splitRange } from '../../src/serve/range-moves.ts';
import { itemsOf } from '../run/cosmos-target.ts';
import { localAccount } from '../serve/local-account.ts';
import { folderWith, startRemodel } from './remodel.ts';

const PLAN = `version: 1
name: shop
source: { file: orders.ndjson, entity: order }
transforms:
  - split: { path: /lines, into: line, link: { customer: /customer } }
  - type: type
containers:
  orders: { entities: [order], partitionKey: /customer, uniqueKeys: [/number], throughput: { manual: 900000 } }
  lines: { entities: [line], partitionKey: /customer, throughput: { manual: 900000 } }
target: { cosmos: { endpoint: "\${TEST_ENDPOINT}", database: shop, auth: { key: "\${TEST_KEY}" } } }
`;

const COUNT = 1_500;
const ORDERS = Array.from({ length: COUNT }, (_, i) => ({
  id: `o${i}`,
  customer: `c${i % 30}`,
  // Each hundredth has that of another order of the customer.
  number: i % 100 === 99 ? i - 60 : i,
  lines: [{ id: 'a', n: i }, { id: 'b' }],
}));

it('comes to the same end when it is killed, replies get lost and ranges are split', { timeout: 120_000 }, async () => {
  const account = await localAccount({ seed: 3, ranges: 2 });
  account.server.faults.add({ fault: 'reset', on: 'bulk', applied: true, probability: 0.1 });
  const folder = folderWith({
    'plan.yaml': PLAN,
    'orders.ndjson': ORDERS.map((order) => JSON.stringify(order)).join('\n'),
  });
  const env = { TEST_ENDPOINT: account.server.endpoint, TEST_KEY: account.server.key };
  const state = join(folder, 'state');
  const run = (): ReturnType<typeof startRemodel> =>
    startRemodel(['run', join(folder, 'plan.yaml'), '--state', state, '--json'], env);
  const database = (): ReturnType<typeof account.server.catalog.container> =>
    account.server.catalog.container('shop', 'orders');
  for (const requests of [2, 9]) {
    const killed = run();
    const ended = once(killed, 'exit');
    // So many bulk requests have come through in all.
    const planned = account.server.faults.planned[0]!;
    while (planned.seen < requests && killed.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2));
    killed.kill('SIGKILL');
    await ended;
    const container = database();
    if (container !== undefined) splitRange(account.server.catalog, container, container.ranges[0]!.id);
  }
  const last = run();
  let said = '';
  let told = '';
  last.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  last.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const [status] = (await once(last, 'close')) as [number];
  expect({ status, told }).toEqual({ status: 9, told: expect.stringContaining('taking over from it') as string });
  const report = JSON.parse(said) as {
    readonly entities: Readonly<Record<string, unknown>>;
    readonly balance: unknown;
  };
  expect(report.balance).toMatchObject({ ok: true });
  expect(report.entities).toMatchObject({
    order: { read: COUNT, written: COUNT - 15, rejected: 15 },
    line: { made: 2 * COUNT, written: 2 * COUNT },
  });
  account.server.faults.clear();
  const shop = account.client.database('shop');
  const losers = new Set(ORDERS.filter((_, i) => i % 100 === 99).map(({ id }) => id));
  const expected = ORDERS.filter(({ id }) => !losers.has(id)).map(({ id, customer, number }) => ({
    id,
    customer,
    number,
    type: 'order',
  }));
  expect(await itemsOf(shop.container('orders'))).toEqual(new Map(expected.map((order) => [order.id, order])));
  const lines = await itemsOf(shop.container('lines'));
  expect(lines.size).toBe(2 * COUNT);
  expect(lines.get('o7:a')).toEqual({ id: 'o7:a', n: 7, customer: 'c7', type: 'line' });
  // The key is nowhere but in the environment.
  for (const file of filesIn(state)) expect(readFileSync(file, 'latin1')).not.toContain(account.server.key);
});

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
