// Embedded objects become documents where all of them are known before: the last one with a key, or all of them together.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import { preview } from '../../src/run/preview.ts';
import type { RunOptions } from '../../src/run.ts';
import { holdsAsync } from '../property.ts';
import { folderWith, planIn, type Ran, runIn } from './running.ts';

type Decides = 'last' | 'merge';

const planText = (onConflict: Decides): string => `version: 1
name: orders
source: { file: "in.*.ndjson", entity: order }
transforms:
  - extract: { path: /lines/*/item, into: item, key: [/shop, /sku], id: "{/name?}{/shop}:{/sku}", replaceWith: { itemId: /id }, onConflict: ${onConflict} }
  - extract: { path: /customer, into: customer, key: /mail, onConflict: ${onConflict} }
  - extract: { path: /maker, into: maker, key: /name, replaceWith: { makerId: /id }, onConflict: ${onConflict} }
    for: item
containers:
  orders: { entities: [order], partitionKey: /id }
  items: { entities: [item], partitionKey: /id }
  customers: { entities: [customer], partitionKey: /id }
  makers: { entities: [maker], partitionKey: /id }
`;

type Json = Readonly<Record<string, unknown>>;

interface Order {
  readonly id: string;
  readonly lines?: readonly Json[];
  readonly customer?: unknown;
}

const maker = fc.record(
  { name: fc.constantFrom('m', 'n'), site: fc.constantFrom(null, 'x', [1]) },
  { requiredKeys: ['name'] },
);
const item = fc.record(
  {
    shop: fc.constantFrom(1, 2),
    sku: fc.constantFrom('a', 'b', 'c'),
    name: fc.constantFrom('', 'x', 'y'),
    price: fc.constantFrom(1, 2.5, null),
    maker,
    tags: fc.array(fc.constantFrom('t', 'u'), { maxLength: 2 }),
  },
  { requiredKeys: ['shop', 'sku'] },
);
const orderLine = fc.record({ item, n: fc.integer({ min: 0, max: 9 }) });
const customer = fc.record(
  { id: fc.constantFrom('c1', 'c2', 7), mail: fc.constantFrom('p', 'q', 'r'), phone: fc.constantFrom('1', '2') },
  { requiredKeys: ['mail'] },
);
/** One in some is rejected, so that nothing of it may be left. */
const orders = fc.array(
  fc.record(
    {
      lines: fc.array(
        fc.oneof({ weight: 20, arbitrary: orderLine }, { weight: 1, arbitrary: fc.constant({ item: 5 }) }),
        {
          maxLength: 4,
        },
      ),
      customer: fc.oneof({ weight: 12, arbitrary: customer }, { weight: 1, arbitrary: fc.constant({ mail: null }) }),
    },
    { requiredKeys: [] },
  ),
  { maxLength: 40 },
);

interface Placed {
  readonly document: Json;
  readonly id: string;
}

/** What a step makes of objects in their order: by key, with the number of the one in whose place it stands. */
function decided(
  objects: readonly Json[],
  keyOf: (object: Json) => string,
  idOf: (object: Json) => string,
  decides: Decides,
): { readonly winners: ReadonlyMap<string, Placed>; readonly made: readonly Json[] } {
  const winners = new Map<string, Placed & { readonly place: number }>();
  objects.forEach((object, place) => {
    const made = { ...object, id: idOf(object) };
    const before = winners.get(keyOf(object));
    if (before === undefined || decides === 'last') winners.set(keyOf(object), { document: made, id: made.id, place });
    else winners.set(keyOf(object), { ...before, document: { ...before.document, ...made, id: before.id } });
  });
  const made = [...winners.values()].toSorted((a, b) => a.place - b.place).map(({ document }) => document);
  return { winners, made };
}

/** A scalar as text. */
function textIn(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

function model(given: readonly Order[], decides: Decides): Readonly<Record<string, readonly Json[]>> {
  const withoutItems = given.filter(({ lines = [] }) => lines.every((one) => typeof one['item'] === 'object'));
  const itemKey = ({ shop, sku }: Json): string => `${String(shop)}:${String(sku)}`;
  const items = decided(
    withoutItems.flatMap(({ lines = [] }) => lines.map((one) => one['item'] as Json)),
    itemKey,
    (object) => `${textIn(object['name'])}${itemKey(object)}`,
    decides,
  );
  const whole = withoutItems.filter((order) => (order.customer as Json | undefined)?.['mail'] !== null);
  const mail = (object: Json): string => String(object['mail']);
  const customers = decided(
    whole.flatMap((order) => (order.customer === undefined ? [] : [order.customer as Json])),
    mail,
    (object) => textIn(object['id']) || mail(object),
    decides,
  );
  const name = (object: Json): string => String(object['name']);
  const makers = decided(
    items.made.flatMap(({ maker: made }) => (made === undefined ? [] : [made as Json])),
    name,
    name,
    decides,
  );
  return {
    orders: whole.map(({ lines, customer: buyer, ...order }) => ({
      ...order,
      ...(lines && {
        lines: lines.map(({ item: object, ...rest }) => {
          return { ...rest, itemId: items.winners.get(itemKey(object as Json))!.id };
        }),
      }),
      ...(buyer !== undefined && { customer: customers.winners.get(mail(buyer as Json))!.id }),
    })),
    items: items.made.map(({ maker: made, ...object }) => {
      return made === undefined ? object : { ...object, makerId: name(made as Json) };
    }),
    customers: customers.made,
    makers: makers.made,
  };
}

function textOf(given: readonly unknown[]): string {
  return given.map((document) => `${JSON.stringify(document)}\n`).join('');
}

function documentsOf({ files }: Ran): Record<string, readonly unknown[]> {
  return Object.fromEntries(
    Object.entries(files).map(([file, texts]) => [
      file.replace('.ndjson', ''),
      texts.map((text) => JSON.parse(text) as unknown),
    ]),
  );
}

function kept({ files, rejects, report: { entities, findings, containers, balance, lost } }: Ran): unknown {
  return { files, rejects, entities, findings, containers, balance, lost };
}

async function ranOn(
  files: Readonly<Record<string, string>>,
  decides: Decides,
  more?: Partial<RunOptions>,
): Promise<Ran> {
  const folder = folderWith(files);
  return runIn(folder, await planIn(folder, planText(decides)), 'folder', more);
}

describe.each(['last', 'merge'] as const)('extract with onConflict: %s', (decides) => {
  it('gives what deciding in memory gives', async () => {
    await holdsAsync(
      fc.asyncProperty(orders, fc.nat(40), async (drawn, cut) => {
        const given = drawn.map((order, i) => ({ id: `o${i}`, ...order }));
        const files = { 'in.a.ndjson': textOf(given.slice(0, cut)), 'in.b.ndjson': textOf(given.slice(cut)) };
        const ran = await ranOn(files, decides);
        expect(documentsOf(ran)).toEqual(model(given, decides));
        expect(ran.report.balance.ok).toBe(true);
      }),
      15,
    );
  });

  /** Enough for several batches. */
  const many = (count: number): Order[] =>
    Array.from({ length: count }, (_, i) => ({
      id: `o${i}`,
      lines: Array.from({ length: i % 4 }, (_line, k) => ({
        n: k,
        item:
          i % 97 === 96 ? null : { shop: (i + k) % 3, sku: `s${(i * i + k) % 151}`, price: i % 10, [`p${i % 5}`]: i },
      })),
      customer: {
        mail: i % 89 === 88 ? null : `m${(i * 7) % 211}`,
        phone: String(i % 3),
        id: `c${(i * 7) % 211}-${i % 2}`,
      },
    }));
  const INPUTS = {
    'in.a.ndjson': textOf(many(1_500)),
    'in.b.ndjson': `{"broken"\n${textOf(many(3_000).slice(1_500))}`,
  };

  it('comes to the same with workers and without', async () => {
    const alone = await ranOn(INPUTS, decides);
    expect(alone.report.balance.ok).toBe(true);
    expect(alone.rejects.map(({ code }) => code)).toContain('KEY_MISSING');
    expect(kept(await ranOn(INPUTS, decides, { workers: 2, workersFrom: 0 }))).toEqual(kept(alone));
  });

  it('goes on as if it had not been stopped', async () => {
    const expected = kept(await ranOn(INPUTS, decides));
    const folder = folderWith(INPUTS);
    const plan = await planIn(folder, planText(decides));
    const controller = new AbortController();
    const stopped = await runIn(folder, plan, 'folder', {
      signal: controller.signal,
      onProgress: ({ documents }) => {
        if (documents > 1_000) controller.abort();
      },
    });
    expect(stopped.exitStatus).toBe(EXIT_STATUS.interrupted);
    expect(kept(await runIn(folder, plan))).toEqual(expected);
    expect(existsSync(join(folder, 'state/knowledge'))).toBe(false);
  });

  it('leaves no reference without its document', async () => {
    const { orders: all, items, customers } = documentsOf(await ranOn(INPUTS, decides)) as Record<string, Json[]>;
    const ids = new Set([...items!, ...customers!].map(({ id }) => id));
    expect(ids.size).toBe(items!.length + customers!.length);
    for (const order of all!) {
      expect(ids).toContain(order['customer']);
      for (const one of order['lines'] as Json[])
        expect(ids).toContain(one['item'] === null ? order['customer'] : one['itemId']);
    }
  });
});

const CUSTOMERS = textOf([
  { id: 'o1', customer: { id: 'c1', mail: 'p', phone: '1' } },
  { id: 'o2', customer: { id: 'c1', mail: 'p', vip: true } },
  { id: 'o3', customer: { id: 'c2', mail: 'p', phone: '2' } },
  { id: 'o4', customer: { phone: '2', mail: 'p', id: 'c2' } },
  { id: 'o5', customer: { mail: 'q' } },
]);

it.each([
  [
    'last',
    [1, 2],
    'The customer with /mail "p" has other content at /id than the last one, "c2", which stands for all of them. Mend the source if another one is right.',
  ],
  // What only others have said is no conflict.
  [
    'merge',
    [1, 3, 4],
    'The customer with /mail "p" has another value at /phone than a later one, whose value stands in "c1". Mend the source if another one is right.',
  ],
] as const)('extract with onConflict: %s reports what was decided, with where', async (decides, lines, message) => {
  const { report } = await ranOn({ 'in.a.ndjson': CUSTOMERS }, decides);
  const found = report.findings.filter(({ code }) => code === 'EXTRACT_CONFLICT');
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ severity: 'warning', path: '/customer', count: lines.length, message });
  expect(found[0]!.examples.map(({ source, line }) => `${source}:${line}`)).toEqual(
    lines.map((line) => `in.a.ndjson:${line}`),
  );
  expect(report.entities['customer']).toMatchObject({ made: 5, written: 2, merged: 3, rejected: 0 });
});

it('shows in a preview what the whole data says of the few documents that are looked at', async () => {
  const folder = folderWith({ 'in.a.ndjson': CUSTOMERS });
  const records = await preview(await planIn(folder, planText('last')), { id: 'o2' });
  expect(records.map(({ entity }) => entity)).toEqual(['order']);
  expect(records[0]).toHaveProperty('document.text', '{"id":"o2","customer":"c2"}');
});
