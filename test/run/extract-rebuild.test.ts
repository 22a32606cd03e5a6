// Does looking up what was extracted make the documents again, byte for byte?
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyTree, print } from '../document/json-tree.ts';
import { holdsAsync } from '../property.ts';
import { folderWith, planIn, runIn } from './running.ts';

const planText = (onConflict: string): string => `version: 1
name: rebuild
source: { file: "in.*.ndjson", entity: order }
transforms:
  - extract: { path: /lines/*/item, into: item, key: [/shop, /nr], onConflict: ${onConflict} }
  - extract: { path: /seller, into: seller, key: /id, onConflict: ${onConflict}, replaceWith: { sellerId: /id } }
  - lookup: { in: item, local: /lines/*/item, foreign: /id, as: /lines/*/item, one: true }
  - lookup: { in: seller, local: /sellerId, foreign: /id, as: /seller, one: true }
  - remove: [/sellerId]
containers: { orders: { entities: [order], partitionKey: /id } }
discard: [item, seller]
`;

/** Orders that hold copies of a few things, in files. */
const orders = fc
  .record({
    things: fc.array(anyTree, { minLength: 1, maxLength: 6 }),
    orders: fc.array(fc.tuple(fc.array(fc.nat(5), { maxLength: 4 }), fc.option(fc.nat(5))), { maxLength: 25 }),
  })
  .map((drawn) => {
    const texts = drawn.things.map((tree, i) => `{"shop":${i % 2},"id":"i\\u00e9${i}","nr":"${i}","":${print(tree)}}`);
    const textOf = (thing: number): string => texts[thing % texts.length]!;
    return drawn.orders.map(([items, seller], i) => {
      const lines = items.map((thing, n) => `{"n":${n},"item":${textOf(thing)}}`);
      return `{"id":"o${i}","lines":[${lines.join(',')}]${seller === null ? '' : `,"seller":${textOf(seller)}`}}`;
    });
  });

it.each(['reject', 'first', 'last', 'merge'])(
  'gives back what was extracted with onConflict: %s',
  async (onConflict) => {
    await holdsAsync(
      fc.asyncProperty(orders, fc.nat(25), fc.constantFrom(0, 0, 0, 2), async (lines, cut, workers) => {
        const text = (part: readonly string[]): string => part.map((line) => `${line}\n`).join('');
        const folder = folderWith({ 'in.a.ndjson': text(lines.slice(0, cut)), 'in.b.ndjson': text(lines.slice(cut)) });
        const plan = await planIn(folder, planText(onConflict));
        const { files, report } = await runIn(folder, plan, 'folder', { workers, workersFrom: 0 });
        expect(files['orders.ndjson']).toEqual(lines);
        expect(report.findings.filter(({ code }) => code !== 'DUPLICATE_KEY' && code !== 'NUMBER_UNSAFE')).toEqual([]);
        expect(report.balance.ok).toBe(true);
      }),
      6,
    );
  },
  60_000,
);
