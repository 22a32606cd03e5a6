// What is said of references when a plan meets data?
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { check } from '../../../src/commands/check.ts';

/** The lines that are said of orders that look customers up, the plan's folder left out. */
async function said(
  lookup: string,
  orders: readonly object[],
  customers: readonly (object | string)[],
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'remodel-sample-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lines = (documents: readonly (object | string)[]): string =>
    documents.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('');
  writeFileSync(join(folder, 'orders.ndjson'), lines(orders));
  writeFileSync(join(folder, 'customers.ndjson'), lines(customers));
  writeFileSync(
    join(folder, 'plan.yaml'),
    `version: 1
name: shop
source: { file: orders.ndjson, entity: order }
references:
  customers: { file: customers.ndjson }
transforms:
  - lookup: { in: customers, as: /found, ${lookup} }
containers:
  orders: { entities: [order], partitionKey: /id }
`,
  );
  const result = await check(join(folder, 'plan.yaml'), { env: {}, sample: true });
  return result.lines.slice(0, -1).map((line) => line.replaceAll(`${folder}/`, ''));
}

const ONE = 'local: /customer, foreign: /id, one: true';
const orders = (...customers: unknown[]): object[] => customers.map((customer, i) => ({ id: `o${i + 1}`, customer }));

it('nothing, where all of them lead somewhere, or there are none', async () => {
  expect(await said(ONE, orders('a', null, 'a'), [{ id: 'a' }])).toEqual([]);
});

it('how many lead nowhere, how many of them only as text, and where first', async () => {
  expect(await said(ONE, orders('a', 'x', 1, 'y', 1, 'a', null), [{ id: 'a' }, { id: '1' }])).toEqual([
    'plan.yaml:7:49 mixed-types warning: lookup: the values at /customer are strings (4, first orders.ndjson:1) and numbers (2, first orders.ndjson:3); bring them to one type before, with convert or stringify.',
    'plan.yaml:7:49 reference-missing warning: lookup: 4 of 6 values at /customer lead nowhere (first orders.ndjson:2): /customer holds "x", and no document of customers has it at /id.',
    'plan.yaml:7:49 reference-as-text warning: lookup: 2 of 6 values at /customer lead somewhere only as text (first orders.ndjson:3): /customer holds 1, and /id of customers holds it as string: they match only as text. Write match: text, or bring both to one type before.',
  ]);
});

it('no more than that, where all that lead nowhere would as text', async () => {
  expect(await said(ONE, orders(1, 1), [{ id: 'a' }, { id: '1' }])).toEqual([
    'plan.yaml:7:49 reference-as-text warning: lookup: all 2 values at /customer lead somewhere only as text (first orders.ndjson:1): /customer holds 1, and /id of customers holds it as string: they match only as text. Write match: text, or bring both to one type before.',
  ]);
});

it('of each element by itself', async () => {
  const lines = await said(
    'local: /lines/*/sku, foreign: /id',
    [
      { id: 'o1', lines: [{ sku: 'a' }, { sku: 'x' }, {}] },
      { id: 'o2', lines: [{ sku: 'y' }, { sku: null }] },
    ],
    [{ id: 'a' }],
  );
  expect(lines).toEqual([
    'plan.yaml:7:49 reference-missing warning: lookup: 2 of 3 values at /lines/*/sku lead nowhere (first orders.ndjson:1): /lines/*/sku holds "x", and no document of customers has it at /id.',
  ]);
});

it('which path was meant, where no document of the reference has the one that is named', async () => {
  expect(await said(ONE, orders('a'), [{ Id: 'a' }, { Id: 'b' }])).toEqual([
    'plan.yaml:7:49 reference-missing warning: lookup: the one value at /customer leads nowhere (first orders.ndjson:1): /customer holds "a", and no document of customers has it at /id.',
    'plan.yaml:7:69 path-not-in-data warning: lookup: in customers, none of 2 documents has /id; did you mean "/Id" (the case differs)?',
  ]);
});

it('how many are rejected for it, where the plan says so', async () => {
  expect(await said(`${ONE}, missing: reject`, orders('a', 'x', 7), [{ id: 'a' }, { id: '7' }])).toEqual([
    'plan.yaml:7:49 step-rejects warning: lookup rejects 1 of 3 documents (REFERENCE_MISSING, first orders.ndjson:2): /customer holds "x", and no document of customers has it at /id.',
    'plan.yaml:7:49 step-rejects warning: lookup rejects 1 of 3 documents (REFERENCE_AS_TEXT, first orders.ndjson:3): /customer holds 7, and /id of customers holds it as string: they match only as text.',
  ]);
});

it('that the first of several is taken, and which records of a reference are none', async () => {
  const customers = [{ id: 'a' }, { id: 'a' }, '{"id":', { id: 'a' }];
  const told = await said(ONE, orders('a'), customers);
  expect(told).toEqual([
    expect.stringMatching(
      /^plan.yaml:5:3 record-unreadable warning: A record of the reference customers is no document, .+customers.ndjson:3/,
    ),
    'plan.yaml:7:69 reference-repeats warning: lookup: in customers, 2 documents have a value at /id that another one before has; one: true takes the first.',
  ]);
  expect(await said('local: /customer, foreign: /id', orders('a'), customers.slice(0, 2))).toEqual([]);
});

it('what is taken of a reference, where none of its documents has it', async () => {
  const taking = `${ONE}, pick: { name: /nmae, label: '{/name} {/ctiy?}' }, aggregate: { spent: sum /totl }`;
  const lines = await said(taking, orders('a'), [{ id: 'a', name: 'Ann', city: 'Faro', total: 3 }]);
  expect(lines.map((line) => line.replace(/^.*path-not-in-data warning: /, ''))).toEqual([
    'lookup: in customers, the one document does not have /nmae; did you mean "/name"?',
    'lookup: in customers, the one document does not have /ctiy; did you mean "/city"?',
    'lookup: in customers, the one document does not have /totl; did you mean "/total"?',
  ]);
});
