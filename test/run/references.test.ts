// References are indexed before the first document, and lookups give the same whatever becomes of the run.
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import { preview } from '../../src/run/preview.ts';
import { runExamples } from '../../src/run/examples.ts';
import { replay } from '../../src/run/replay.ts';
import { folderWith, planIn, type Ran, runIn, stoppedBehind } from './running.ts';
import { transformed } from './transforming.ts';

const PLAN = `version: 1
name: orders
source: { file: orders.ndjson, entity: order }
references:
  products: { file: "products.*" }
  customers: { file: customers.json, select: /all, extendedJson: true }
transforms:
  - lookup: { in: products, local: /skus/*, foreign: /sku, as: /products, pick: [/sku, /price], aggregate: { total: "sum /price" } }
  - lookup: { in: customers, local: /customer, foreign: /id, as: /customerName, pick: "{/name|upper}", one: true }
  - lookup: { in: customers, local: /referredBy, foreign: /id, as: /referrer, one: true, missing: reject }
containers:
  orders: { entities: [order], partitionKey: /id }
`;

function orders(count: number): string {
  return Array.from({ length: count }, (_, i) => {
    if (i % 101 === 7) return '{"broken"\n';
    const skus = Array.from({ length: i % 4 }, (_sku, k) => `"s${(i * 7 + k * 3) % 60}"`);
    const referredBy = i % 50 === 3 ? ',"referredBy":"nobody"' : '';
    return `{"id":"o${i}","skus":[${skus.join(',')}],"customer":${i % 5 === 0 ? `"${i % 7}"` : i % 7}${referredBy}}\n`;
  }).join('');
}

const products = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `{"sku":"s${from + i}","price":${from + i}.10}\n`).join('');

/** Six customers, of whom one is there twice. */
const CUSTOMERS = `{"all":[${[0, 1, 2, 3, 4, 5, 5].map((n, i) => `{"_id":{"$numberInt":"${n}"},"name":"c${n}-${i}"}`).join(',\n')}]}`;

const INPUTS = {
  'orders.ndjson': orders(1_200),
  'products.a.ndjson': `${products(0, 20)}{"sku":\n`,
  'products.b.ndjson.gz': gzipSync(products(20, 50)),
  'customers.json': CUSTOMERS,
};

function kept({ files, rejects, report: { entities, findings, containers, balance, lost } }: Ran): unknown {
  return { files, rejects, entities, findings, containers, balance, lost };
}

describe('lookups', () => {
  it('find what is there, and report with its count what is not', async () => {
    const folder = folderWith(INPUTS);
    const { report, files, rejects, exitStatus } = await runIn(folder, await planIn(folder, PLAN));
    expect(exitStatus).toBe(EXIT_STATUS.rejects);
    expect(report.balance.ok).toBe(true);
    const written = files['orders.ndjson']!.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(written[2]).toEqual({
      id: 'o2',
      skus: ['s14', 's17'],
      customer: 2,
      products: [
        { sku: 's14', price: 14.1 },
        { sku: 's17', price: 17.1 },
      ],
      total: 31.2,
      customerName: 'C2-2',
    });
    // As many as the data says, counted without any lookup.
    const all = orders(1_200)
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as { skus: string[]; customer: unknown; referredBy?: string });
    const passed = all.filter(({ referredBy }) => referredBy === undefined);
    const counts = Object.fromEntries(report.findings.map(({ code, path, count }) => [`${code} ${path ?? ''}`, count]));
    expect(counts).toMatchObject({
      'REFERENCE_MISSING /skus/*': all.flatMap(({ skus }) => skus).filter((sku) => Number(sku.slice(1)) >= 50).length,
      'REFERENCE_MISSING /customer': all.filter(({ customer }) => typeof customer === 'string' || customer === 6)
        .length,
      'REFERENCE_AS_TEXT /customer': all.filter(({ customer }) => typeof customer === 'string' && customer !== '6')
        .length,
      'REFERENCE_MISSING /referredBy': all.length - passed.length,
      'REFERENCE_KEY_REPEATED /id': 1,
      'REFERENCE_UNREADABLE ': 1,
    });
    expect(rejects.filter(({ step }) => step === 'lookup')).toHaveLength(all.length - passed.length);
    expect(report.source.documents).toBe(1_200);
    expect(existsSync(join(folder, 'state/knowledge'))).toBe(false);
  });

  it('give the same in a run that is stopped and goes on, and with workers', async () => {
    const whole = folderWith(INPUTS);
    const expected = kept(await runIn(whole, await planIn(whole, PLAN)));
    for (const documents of [1]) {
      const folder = folderWith(INPUTS);
      const plan = await planIn(folder, PLAN);
      const { exitStatus } = await runIn(folder, plan, 'folder', stoppedBehind(documents));
      expect(exitStatus).toBe(EXIT_STATUS.interrupted);
      expect(kept(await runIn(folder, plan))).toEqual(expected);
      expect(existsSync(join(folder, 'state/knowledge'))).toBe(false);
    }
    const shared = folderWith(INPUTS);
    expect(kept(await runIn(shared, await planIn(shared, PLAN), 'folder', { workers: 2, workersFrom: 0 }))).toEqual(
      expected,
    );
  });

  it('are refused to go on with another reference', async () => {
    const folder = folderWith(INPUTS);
    const plan = await planIn(folder, PLAN);
    await runIn(folder, plan, 'folder', stoppedBehind(1));
    writeFileSync(join(folder, 'products.a.ndjson'), products(0, 21));
    await expect(runIn(folder, plan)).rejects.toThrow(
      /of the references, products\.a\.ndjson had \d+ bytes, has \d+ bytes/,
    );
    writeFileSync(join(folder, 'products.a.ndjson'), INPUTS['products.a.ndjson']);
    utimesSync(join(folder, 'products.a.ndjson'), 1, 1);
    expect((await runIn(folder, plan)).report.balance.ok).toBe(true);
    const other = await planIn(folder, PLAN.replace('{ file: "products.*" }', '{ file: products.a.ndjson }'));
    expect(other.hash).not.toBe(plan.hash);
  });

  it('stop the run before it begins where a reference cannot be read', async () => {
    const folder = folderWith({ ...INPUTS, 'products.b.ndjson.gz': gzipSync(products(20, 50)).subarray(0, 60) });
    const running = runIn(folder, await planIn(folder, PLAN));
    await expect(running).rejects.toThrow('products.b.ndjson.gz');
    await expect(running).rejects.toMatchObject({ exitStatus: EXIT_STATUS.fatal });
    expect([existsSync(join(folder, 'out')), existsSync(join(folder, 'state/knowledge'))]).toEqual([false, false]);
    const gone = folderWith({ 'orders.ndjson': orders(3) });
    await expect(runIn(gone, await planIn(gone, PLAN))).rejects.toThrow(/products/);
  });

  it('are refused to write over a reference', async () => {
    const folder = folderWith({ ...INPUTS, 'out/orders.ndjson': products(0, 5) });
    const plan = await planIn(folder, PLAN.replace('products.*', 'out/orders.ndjson'));
    await expect(runIn(folder, plan)).rejects.toThrow('out/orders.ndjson is read by the plan');
  });

  it('work in a rehearsal, a dry run, a preview, a filter and a replay', async () => {
    const folder = folderWith({ ...INPUTS, 'orders.ndjson': orders(40) });
    const plan = await planIn(folder, PLAN);
    const rehearsed = folderWith({ ...INPUTS, 'orders.ndjson': orders(40) });
    const lines = (await runIn(rehearsed, await planIn(rehearsed, PLAN), 'embedded')).files['orders.ndjson']!;
    expect((await runIn(folder, plan)).files['orders.ndjson']).toEqual(lines);
    const dry = await runIn(folder, plan, 'folder', { dryRun: true, stateFolder: join(folder, 'dry') });
    expect(dry.report.entities['order']!.written).toBe(lines.length);
    const [first] = await preview(plan, { id: 'o2' });
    expect(JSON.stringify(first)).toContain('C2-2');
    const { output, exitStatus } = await transformed(plan, [orders(40)]);
    expect([output.trimEnd().split('\n').toSorted(), exitStatus]).toEqual([lines.toSorted(), EXIT_STATUS.rejects]);
    const state = join(folder, 'state');
    const mended = PLAN.replace(', missing: reject', '');
    const { report } = await replay({
      rejects: join(state, 'rejects.ndjson'),
      stateFolder: state,
      planOf: () => planIn(folder, mended),
      dryRun: true,
    });
    expect(report.replay).toMatchObject({ passed: 1 });
  });

  it('read the references of an example from the example', async () => {
    const plan = await planIn(
      '/nowhere',
      `${PLAN}examples:
  - given: { id: o1, skus: [a], customer: 1 }
    references: { products: { sku: a, price: 1.50 }, customers: [{ id: 1, name: ann }] }
    expect: { order: { id: o1, skus: [a], customer: 1, products: [{ sku: a, price: 1.5 }], total: 1.5, customerName: ANN } }
  - given: { id: o1, referredBy: 3 }
    rejected: REFERENCE_MISSING
`,
    );
    expect((await runExamples(plan)).map(({ passed }) => passed)).toEqual([true, true]);
  });
});
