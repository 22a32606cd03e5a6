// Documents become one document a group, whatever order, batches and stops they come with.
import { gzipSync } from 'node:zlib';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import type { RunOptions } from '../../src/run.ts';
import { runExamples } from '../../src/run/examples.ts';
import { preview } from '../../src/run/preview.ts';
import { Store } from '../../src/state/store.ts';
import { holdsAsync } from '../property.ts';
import { folderWith, planIn, type Ran, runIn, stoppedBehind } from './running.ts';

const PLAN = `version: 1
name: readings
source: { file: "in.*", entity: reading }
transforms:
  - set: { /seen: "{/ts}" }
  - group:
      key: { device: /device, hour: "{/ts|hour}" }
      into: deviceHour
      gather: { values: { pick: /c, by: /ts }, ids: { pick: /id } }
      aggregate: { n: count, sum: "sum /c", mean: "avg /c" }
      latest: /seq
  - set: { /kind: "{/device}-{/n}" }
    for: deviceHour
  - remove: [/ts, /seen, /c, /seq]
    for: deviceHour
containers:
  hours: { entities: [deviceHour], partitionKey: /device }
`;

/** A few hundred groups; some documents are broken, some have no key, and some spoil the sum of their group. */
function readings(from: number, count: number): string {
  return Array.from({ length: count }, (_, k) => {
    const i = from + k;
    if (i % 211 === 5) return '{"broken"\n';
    const device = i % 97 === 11 ? 'null' : `"d${(i * 31) % 37}"`;
    const c = i % 503 === 17 ? '"hot"' : `${(i * 7919) % 1000}.${i % 10}`;
    const minute = String((i * 13) % 60).padStart(2, '0');
    return `{"id":"r${i}","device":${device},"ts":"2025-03-01T0${(i * 7) % 10}:${minute}:00Z","c":${c},"seq":${(i * 17) % 41}}\n`;
  }).join('');
}

const INPUTS = {
  'in.a.ndjson': readings(0, 1_500),
  'in.b.ndjson': readings(1_500, 1_500),
  'in.c.ndjson': readings(3_000, 100),
};

function kept({ files, rejects, report: { entities, findings, containers, balance, lost } }: Ran): unknown {
  return { files, rejects, entities, findings, containers, balance, lost };
}

async function ran(inputs: Readonly<Record<string, string | Uint8Array>>, text: string = PLAN): Promise<Ran> {
  const folder = folderWith(inputs);
  return runIn(folder, await planIn(folder, text));
}

describe('group', () => {
  it('books what it consumes, makes and rejects, and tells rejects in the order of the source', async () => {
    const { report, rejects, files, exitStatus } = await ran(INPUTS);
    expect(exitStatus).toBe(EXIT_STATUS.rejects);
    expect(report.balance.ok).toBe(true);
    const { reading, deviceHour } = report.entities;
    expect(reading!.consumed + reading!.rejected).toBe(3_100);
    expect(deviceHour).toMatchObject({ made: files['hours.ndjson']!.length, rejected: 0 });
    const late = rejects.filter(({ code }) => code === 'AGGREGATE_NOT_A_NUMBER');
    expect(late.length).toBeGreaterThan(20);
    const places = late.map(({ at }) => [at.source, at.line] as const);
    expect(places).toEqual(places.toSorted(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x - y)));
    for (const { at, original, doc, step, entity } of late) {
      expect([step, entity]).toEqual(['group', 'reading']);
      expect(original).toBe(INPUTS[at.source as keyof typeof INPUTS].split('\n')[at.line - 1]);
      expect(doc).toEqual({ ...(JSON.parse(original!) as object), seen: doc!['ts'] });
    }
    // Each group is rejected whole: none of its documents is in a result.
    const inResults = files['hours.ndjson']!.flatMap((line) => (JSON.parse(line) as { ids: string[] }).ids);
    expect(inResults).toHaveLength(reading!.consumed);
    expect(inResults.filter((id) => late.some(({ doc }) => doc!['id'] === id))).toEqual([]);
    expect(existsSync(join(report.files.rejects!, '../gathered'))).toBe(false);
  });

  it.each(['folder', 'embedded'] as const)('counts nothing twice when the run is stopped, with %s', async (kind) => {
    const whole = folderWith(INPUTS);
    const expected = kept(await runIn(whole, await planIn(whole, PLAN), kind));
    const folder = folderWith(INPUTS);
    const plan = await planIn(folder, PLAN);
    for (const documents of [1_000, 1_600]) {
      const stopped = await runIn(folder, plan, kind, stoppedBehind(documents));
      expect(stopped.exitStatus).toBe(EXIT_STATUS.interrupted);
    }
    expect(kept(await runIn(folder, plan, kind))).toEqual(expected);
  });

  it('can be stopped at the barrier, whose refusals are booked whole or not at all', async () => {
    const folder = folderWith(INPUTS);
    const plan = await planIn(folder, PLAN);
    const controller = new AbortController();
    // What is told last before the barrier is that all has been read.
    const onProgress: RunOptions['onProgress'] = ({ documents }) => {
      if (documents === 3_100) setImmediate(() => controller.abort());
    };
    const stopped = await runIn(folder, plan, 'folder', { onProgress, signal: controller.signal });
    expect(stopped.exitStatus).toBe(EXIT_STATUS.interrupted);
    expect(stopped.rejects.filter(({ code }) => code === 'AGGREGATE_NOT_A_NUMBER')).toEqual([]);
    const store = Store.open(join(folder, 'state'));
    expect(store.saved!.stages.map(({ done }) => done)).toEqual([false, false]);
    store.close();
    expect(kept(await runIn(folder, plan))).toEqual(kept(await ran(INPUTS)));
  });

  it('tells the text of rejects also where the source can only be read from its beginning', async () => {
    const { rejects } = await ran({ 'in.a.gz': gzipSync(INPUTS['in.a.ndjson']) });
    const late = rejects.filter(({ code }) => code === 'AGGREGATE_NOT_A_NUMBER');
    expect(late.length).toBeGreaterThan(5);
    for (const { at, original } of late) expect(original).toBe(INPUTS['in.a.ndjson'].split('\n')[at.line - 1]);
  });

  it('makes nothing of nothing', async () => {
    const { report, files } = await ran({ 'in.a.ndjson': '{"id":"1"}\n' });
    expect(files['hours.ndjson']).toEqual([]);
    expect(report.entities).toMatchObject({ reading: { read: 1, rejected: 1 }, deviceHour: { made: 0 } });
    expect(report.balance.ok).toBe(true);
  });

  it('stops by --max-errors when the barrier rejects too many', async () => {
    const folder = folderWith(INPUTS);
    const plan = await planIn(folder, PLAN);
    const before = (await ran(INPUTS)).rejects.filter(({ code }) => code !== 'AGGREGATE_NOT_A_NUMBER').length;
    const stopped = await runIn(folder, plan, 'folder', { maxErrors: { count: before } });
    expect(stopped.exitStatus).toBe(EXIT_STATUS.maxErrors);
    expect(kept(await runIn(folder, plan))).toEqual(kept(await ran(INPUTS)));
  });

  it('rejects the result in the place of documents that are in the run already', async () => {
    const text = PLAN.replace('      latest: /seq', '      latest: /seq\n      consume: false').replace(
      'containers:',
      'containers:\n  readings: { entities: [reading], partitionKey: /device }',
    );
    const { report, rejects } = await ran(INPUTS, text);
    const late = rejects.filter(({ code }) => code === 'AGGREGATE_NOT_A_NUMBER');
    expect(report.entities['deviceHour']).toMatchObject({ rejected: late.length });
    expect(report.entities['reading']).toMatchObject({ consumed: 0, written: 3_100 - (rejects.length - late.length) });
    expect(new Set(late.map(({ entity }) => entity))).toEqual(new Set(['deviceHour']));
    expect(report.balance.ok).toBe(true);
  });
});

describe('the results of groups', () => {
  const plan = `version: 1
name: sums
source: { file: "in.*.ndjson", entity: doc }
transforms:
  - group:
      key: [/k]
      into: sum
      gather: { ids: { pick: /id, by: /id } }
      aggregate: { n: count, sum: "sum /v", mean: "avg /v", min: "min /v", max: "max /v" }
containers: { sums: { entities: [sum], partitionKey: /k } }
`;
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
    fc.maxSafeInteger(),
  );
  const documents = fc.array(fc.record({ k: fc.integer({ min: 0, max: 5 }), v: fc.option(number) }), { maxLength: 40 });

  it('do not depend on the order of the documents, nor on the files in which they come', async () => {
    await holdsAsync(
      fc.asyncProperty(
        documents,
        fc.integer({ min: 1, max: 7 }),
        fc.infiniteStream(fc.nat()),
        async (given, files, order) => {
          const lines = given.map(({ k, v }, i) => `{"id":"${String(i).padStart(3, '0')}","k":${k},"v":${v}}\n`);
          const ranks = new Map(lines.map((line) => [line, order.next().value as number]));
          const shuffled = lines.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!);
          const inputs = Object.fromEntries(
            Array.from({ length: files }, (_, file) => [
              `in.${file}.ndjson`,
              shuffled.filter((_line, i) => Math.floor((i * files) / shuffled.length) === file).join(''),
            ]),
          );
          const one = await ran({ 'in.0.ndjson': lines.join('') }, plan);
          const other = await ran(inputs, plan);
          expect(other.files['sums.ndjson']!.toSorted()).toEqual(one.files['sums.ndjson']!.toSorted());
          expect(other.report.balance.ok).toBe(true);
        },
      ),
      15,
    );
  });

  it('are the documents again that a split has taken apart', async () => {
    const text = `version: 1
name: again
source: { file: in.ndjson, entity: doc }
transforms:
  - split: { path: /items, into: item, link: { docId: /id }, value: it, id: "{parent/id}:{#}" }
  - group: { key: { docId: /docId }, into: again, id: "{/docId}", gather: { items: { pick: /it } } }
    for: item
  - remove: [/docId]
    for: again
containers: { again: { entities: [again], partitionKey: /id } }
discard: [doc]
`;
    const items = fc.array(fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.integer())), { minLength: 1 });
    await holdsAsync(
      fc.asyncProperty(fc.array(items, { minLength: 1, maxLength: 10 }), async (lists) => {
        const lines = lists.map((list, i) => JSON.stringify({ id: `d${i}`, items: list }));
        const { files } = await ran({ 'in.ndjson': `${lines.join('\n')}\n` }, text);
        expect(files['again.ndjson']).toEqual(lines);
      }),
      15,
    );
  });
});

describe('beside a run', () => {
  it('examples see the groups of their documents, and what a barrier rejects', async () => {
    const folder = folderWith({});
    const reading = (id: string, c: string): string =>
      `{ id: ${id}, device: d, ts: "2025-03-01T00:00:00Z", c: ${c}, seq: 1 }`;
    const plan = await planIn(
      folder,
      `${PLAN}examples:
  - name: makes one
    given: [${reading('a', '1')}, ${reading('b', '0.5')}]
    expect:
      deviceHour: { id: "d:2025-03-01T00", device: d, hour: "2025-03-01T00", values: [1, 0.5], ids: [a, b], n: 2, sum: 1.5, mean: 0.75, kind: d-2 }
  - name: rejects both
    given: [${reading('a', '1')}, ${reading('b', 'hot')}]
    expect: {}
    rejected: AGGREGATE_NOT_A_NUMBER
`,
    );
    const runs = await runExamples(plan);
    expect(runs.map(({ name, passed, differences }) => [name, passed, differences])).toEqual([
      ['makes one', true, []],
      ['rejects both', true, []],
    ]);
    expect(runs[1]!.rejections).toHaveLength(2);
  });

  it('a preview shows what becomes of the groups of its documents', async () => {
    const folder = folderWith(INPUTS);
    const records = await preview(await planIn(folder, PLAN), { count: 2 });
    expect(records.map(({ entity, document }) => [entity, document?.ending.kind])).toEqual([
      ['reading', 'consumed'],
      ['reading', 'consumed'],
      ['deviceHour', 'out'],
      ['deviceHour', 'out'],
    ]);
  });

  it('a preview shows what the barrier rejects where it belongs', async () => {
    const reading = (id: string, c: string): string =>
      `{"id":"${id}","device":"d","ts":"2025-03-01T00:00:00Z","c":${c},"seq":1}\n`;
    const folder = folderWith({ 'in.a.ndjson': reading('a', '1') + reading('b', '"hot"') });
    const shown = async (text: string): Promise<unknown[]> => {
      const records = await preview(await planIn(folder, text), { count: 2 });
      return records.map(({ entity, document, unreadable }) => [
        entity,
        document?.ending.kind ?? unreadable!.rejection.code,
      ]);
    };
    expect(await shown(PLAN)).toEqual([
      ['reading', 'rejected'],
      ['reading', 'rejected'],
    ]);
    const staying = PLAN.replace('latest: /seq', 'consume: false');
    expect(await shown(`${staying}discard: [reading]\n`)).toEqual([
      ['reading', 'discarded'],
      ['reading', 'discarded'],
      ['deviceHour', 'AGGREGATE_NOT_A_NUMBER'],
    ]);
  });
});
