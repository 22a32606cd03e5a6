// Embedded objects become documents once a key over the whole run, also when it is stopped and goes on.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import { Store } from '../../src/state/store.ts';
import { replay } from '../../src/run/replay.ts';
import { folderWith, planIn, type Ran, runIn, stoppedBehind } from './running.ts';

/** Two steps share the keys of stocks, and what they extract is extracted from. */
const planText = (onConflict: string): string => `version: 1
name: portfolios
source: { file: "in.*.ndjson", entity: portfolio }
transforms:
  - extract: { path: /holdings/*/stock, into: stock, key: /symbol, replaceWith: { stockId: /id }, onConflict: ${onConflict} }
  - extract: { path: /favourite, into: stock, key: /symbol, onConflict: ${onConflict} }
  - extract: { path: /exchange, into: exchange, key: /code, replaceWith: { exchangeId: /id } }
    for: stock
containers:
  portfolios: { entities: [portfolio], partitionKey: /id }
  stocks: { entities: [stock], partitionKey: /id, uniqueKeys: [/symbol] }
  exchanges: { entities: [exchange], partitionKey: /id }
`;

/** A few hundred stocks, one in ten with another price; some portfolios are rejected. */
function portfolios(from: number, count: number): string {
  const stock = (i: number): string => {
    const symbol = `s${(i * i) % 397}`;
    const exchange = i % 5 === 0 ? '' : `,"exchange":{"code":"x${((i * i) % 397) % 7}"}`;
    return `{"symbol":"${symbol}","price":${i % 10 === 0 ? i : 1}${exchange}}`;
  };
  return Array.from({ length: count }, (_, k) => {
    const i = from + k;
    const holdings = Array.from({ length: i % 4 }, (_hold, h) => `{"held":${h},"stock":${stock(i + h)}}`);
    const favourite = i % 50 === 9 ? '"none"' : i % 3 === 0 ? 'null' : stock(i * 7);
    return i % 41 === 7
      ? '{"broken"\n'
      : `{"id":"p${i}","holdings":[${holdings.join(',')}],"favourite":${favourite}}\n`;
  }).join('');
}

function kept({ files, rejects, report: { entities, findings, containers, balance, lost } }: Ran): unknown {
  return { files, rejects, entities, findings, containers, balance, lost };
}

const INPUTS = {
  'in.a.ndjson': portfolios(0, 1_500),
  'in.b.ndjson': portfolios(1_500, 1_500),
  'in.c.ndjson': portfolios(3_000, 100),
};

describe('extract', () => {
  it('balances, names who came first, and leaves no reference without its document', async () => {
    const folder = folderWith(INPUTS);
    const { report, files, rejects, exitStatus } = await runIn(folder, await planIn(folder, planText('reject')));
    expect(exitStatus).toBe(EXIT_STATUS.rejects);
    expect(report.balance.ok).toBe(true);
    const stocks = files['stocks.ndjson']!.map((line) => JSON.parse(line) as { id: string; exchangeId?: string });
    const ids = new Set(stocks.map(({ id }) => id));
    expect(ids.size).toBe(stocks.length);
    const { read: _, ...counts } = report.entities['stock']!;
    expect(counts.written).toBe(stocks.length);
    expect(counts.merged).toBeGreaterThan(stocks.length);
    expect(counts.made).toBe(counts.written + counts.merged + counts.rejected);
    const conflicts = rejects.filter(({ code }) => code === 'EXTRACT_CONFLICT');
    expect(conflicts).toHaveLength(counts.rejected);
    for (const { conflictsWith, message, step, entity, doc } of conflicts) {
      expect([step, entity, ids.has(conflictsWith!.id), doc!['id']]).toEqual([
        'extract',
        'stock',
        true,
        conflictsWith!.id,
      ]);
      expect(message).toMatch(/came first from in\.[abc]\.ndjson:\d+, with other content/);
    }
    interface Portfolio {
      readonly holdings: readonly { readonly stockId: string }[];
      readonly favourite: string | null;
    }
    for (const line of files['portfolios.ndjson']!) {
      const { holdings, favourite } = JSON.parse(line) as Portfolio;
      for (const { stockId } of holdings) expect(ids.has(stockId)).toBe(true);
      expect(favourite === null || ids.has(favourite)).toBe(true);
    }
    expect(files['exchanges.ndjson']!.map((line) => (JSON.parse(line) as { id: string }).id).toSorted()).toEqual([
      'x0',
      'x1',
      'x2',
      'x3',
      'x4',
      'x5',
      'x6',
    ]);
    expect(existsSync(join(folder, 'state/remembered'))).toBe(false);
  });

  it('counts what differs as merged with onConflict: first, and reports it', async () => {
    const folder = folderWith(INPUTS);
    const { report, rejects } = await runIn(folder, await planIn(folder, planText('first')));
    expect(report.balance.ok).toBe(true);
    expect(report.entities['stock']!.rejected).toBe(0);
    expect(rejects.filter(({ code }) => code === 'EXTRACT_CONFLICT')).toEqual([]);
    const found = report.findings.filter(({ code }) => code === 'EXTRACT_CONFLICT');
    expect(found.map(({ path, severity }) => `${path} ${severity}`).toSorted()).toEqual([
      '/favourite warning',
      '/holdings/*/stock warning',
    ]);
  });

  it.each([
    ['folder', 'reject', 1_600],
    ['folder', 'first', 1_000],
    ['embedded', 'reject', 1_000],
  ] as const)('goes on as if it had not been stopped (%s, %s, behind %i)', async (kind, onConflict, documents) => {
    const whole = folderWith(INPUTS);
    const expected = kept(await runIn(whole, await planIn(whole, planText(onConflict)), kind));
    const folder = folderWith(INPUTS);
    const plan = await planIn(folder, planText(onConflict));
    const stopped = await runIn(folder, plan, kind, stoppedBehind(documents));
    expect(stopped.exitStatus).toBe(EXIT_STATUS.interrupted);
    const store = Store.open(join(folder, 'state'));
    expect(store.saved!.files['remembered/0/keys']).toBeGreaterThan(100 * 24);
    store.close();
    expect(kept(await runIn(folder, plan, kind))).toEqual(expected);
  });

  it('comes to the same with workers and without', async () => {
    const one = folderWith(INPUTS);
    const alone = kept(await runIn(one, await planIn(one, planText('reject'))));
    const two = folderWith(INPUTS);
    const plan = await planIn(two, planText('reject'));
    expect(kept(await runIn(two, plan, 'folder', { workers: 2, workersFrom: 0 }))).toEqual(alone);
  });

  it('keeps no key of a document that it rejects', async () => {
    const folder = folderWith({
      'in.a.ndjson': [
        '{"id":"p1","holdings":[{"stock":{"symbol":"a","price":1}},{"stock":5}]}',
        '{"id":"p2","holdings":[{"stock":{"symbol":"a","price":2}}]}',
        '',
      ].join('\n'),
    });
    const { files, report } = await runIn(folder, await planIn(folder, planText('reject')));
    expect(files['stocks.ndjson']).toEqual(['{"symbol":"a","price":2,"id":"a"}']);
    expect(report.entities['stock']).toMatchObject({ made: 1, written: 1, rejected: 0, merged: 0 });
  });

  it('keeps the key of a document that a container refuses', async () => {
    const folder = folderWith({
      'in.a.ndjson': ['a/b', 'a/b', 'c']
        .map((symbol, i) => `{"id":"p${i}","favourite":{"symbol":"${symbol}"}}\n`)
        .join(''),
    });
    const { files, rejects, report } = await runIn(folder, await planIn(folder, planText('reject')), 'embedded');
    expect(files['stocks.ndjson']).toEqual(['{"symbol":"c","id":"c"}']);
    expect(rejects.map(({ code }) => code)).toEqual(['ID_INVALID']);
    expect(report.entities['stock']).toMatchObject({ made: 3, written: 1, rejected: 1, merged: 1 });
  });

  it('refuses to replay a record alone', async () => {
    const folder = folderWith(INPUTS);
    const plan = await planIn(folder, planText('reject'));
    await runIn(folder, plan);
    const stateFolder = join(folder, 'state');
    const replayed = replay({ stateFolder, rejects: join(stateFolder, 'rejects.ndjson'), planOf: async () => plan });
    await expect(replayed).rejects.toThrow('The step extract works across documents');
  });
});
