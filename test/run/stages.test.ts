// A step across documents ends a stage: nothing that it makes goes on before everything has come, also after a stop.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { readPlanText } from '../../src/plan/read.ts';
import { replay } from '../../src/run/replay.ts';
import type { RunOptions } from '../../src/run.ts';
import { Store } from '../../src/state/store.ts';
import { findStep, stepNames } from '../../src/transform/registry.ts';
import { inOrder } from './in-order.ts';
import { folderWith, type Ran, runIn, stoppedBehind } from './running.ts';

const PLAN = `version: 1
name: ordered
source: { file: "in.*.ndjson", entity: post }
transforms:
  - split: { path: /tags, into: tag, link: { postId: /id }, id: "{^/id}-{#}" }
  - inOrder: { by: id, into: page }
    for: post
  - set: { /late: true }
    for: [page, tag]
containers:
  tags: { entities: [tag], partitionKey: /postId }
  pages: { entities: [page], partitionKey: /id }
discard: [post]
`;

/** Posts whose ids are in no order, among them what is no document. */
function posts(from: number, count: number, padding: number = 0): string {
  const lines = Array.from({ length: count }, (_, i) => {
    const number = ((from + i) * 7919) % 10_007;
    const id = String(number).padStart(5, '0');
    return i % 41 === 7 ? `{"id":"${id}"` : `{"id":"${id}","tags":[${number},1.0],"text":"${'x'.repeat(padding)}"}`;
  });
  return `${lines.join('\n')}\n`;
}

async function planIn(folder: string, text: string = PLAN): Promise<Plan> {
  const vocabulary = {
    stepNames: [...stepNames, inOrder.name],
    findStep: (name: string) => (name === inOrder.name ? inOrder : findStep(name)),
  };
  const reading = await readPlanText(join(folder, 'plan.yaml'), text, { env: {}, lenientTarget: true, vocabulary });
  expect(reading.problems).toEqual([]);
  return reading.plan!;
}

function savedIn(folder: string): Store['saved'] {
  const store = Store.open(join(folder, 'state'));
  try {
    return store.saved;
  } finally {
    store.close();
  }
}

/** Stops the run once so many documents have been read. */
function kept({ files, rejects, report: { entities, findings, containers, balance } }: Ran): unknown {
  return { files, rejects, entities, findings, containers, balance };
}

describe('a step across documents', () => {
  it('gives what it makes to the steps behind it, when all documents of all sources have come', async () => {
    const folder = folderWith({ 'in.a.ndjson': posts(0, 60), 'in.b.ndjson': posts(60, 50) });
    const { files, report, exitStatus, rejects } = await runIn(folder, await planIn(folder));
    const pages = files['pages.ndjson']!.map((line) => JSON.parse(line) as { id: string; late: boolean });
    expect(pages.map(({ id }) => id)).toEqual(pages.map(({ id }) => id).toSorted());
    expect(pages.every(({ late }) => late)).toBe(true);
    expect(pages).toHaveLength(110 - 4);
    expect(files['tags.ndjson']).toHaveLength(2 * 106);
    expect(report.entities).toMatchObject({
      post: { read: 110, rejected: 4, consumed: 106, written: 0 },
      page: { read: 0, made: 106, written: 106 },
      tag: { made: 212, written: 212 },
    });
    expect(report.balance.ok).toBe(true);
    expect(report.source.documents).toBe(110);
    expect(rejects).toHaveLength(4);
    expect(exitStatus).toBe(EXIT_STATUS.rejects);
    expect(savedIn(folder)!.stages).toEqual([
      { name: 'documents', done: true },
      { name: 'transforms[1] inOrder', done: true },
    ]);
    expect(existsSync(join(folder, 'state/gathered'))).toBe(false);
  });

  it.each([
    [
      'takes the last of a repeated key where the sources say so',
      ', duplicateKeys: last',
      ['{"id":"1","a":2,"late":true}'],
      1,
    ],
    ['makes documents that a container refuses for a repeated key, where they do not', '', [], 2],
  ])('%s', async (_, more, pages, findings) => {
    const folder = folderWith({ 'in.a.ndjson': '{"id":"1","a":1,"a":2}\n' });
    const plan = await planIn(folder, PLAN.replace('entity: post }', `entity: post${more} }`));
    const { files, report } = await runIn(folder, plan, 'embedded');
    expect(files['pages.ndjson']).toEqual(pages);
    const repeated = report.findings.filter(({ code }) => code === 'DUPLICATE_KEY');
    // The document of the source once, and once what was refused.
    expect(repeated.map(({ entity, count }) => [entity, count])).toEqual(
      [
        ['page', 1],
        ['post', 1],
      ].slice(2 - findings),
    );
    expect(repeated.at(-1)!.message).toMatch(more === '' ? /takes none\.$/ : /takes the last, too\.$/);
  });

  it.each(['folder', 'embedded'] as const)(
    'counts nothing twice when the run is stopped before the barrier, with %s as target',
    async (kind) => {
      const inputs = { 'in.a.ndjson': posts(0, 900), 'in.b.ndjson': posts(900, 900), 'in.c.ndjson': posts(1800, 50) };
      const whole = folderWith(inputs);
      const expected = kept(await runIn(whole, await planIn(whole), kind));
      const folder = folderWith(inputs);
      const plan = await planIn(folder);
      const stopped = await runIn(folder, plan, kind, stoppedBehind(1000));
      expect(stopped.exitStatus).toBe(EXIT_STATUS.interrupted);
      expect(savedIn(folder)!.stages[0]).toEqual({ name: 'documents', done: false });
      expect(savedIn(folder)!.positions.map(({ shard }) => shard)).toEqual([0, 1]);
      expect(kept(await runIn(folder, plan, kind))).toEqual(expected);
    },
  );

  it('does not read the sources again when the run is stopped behind the barrier', async () => {
    const inputs = { 'in.a.ndjson': posts(0, 1500, 400), 'in.b.ndjson': posts(1500, 500, 400) };
    const whole = folderWith(inputs);
    const expected = kept(await runIn(whole, await planIn(whole)));
    const folder = folderWith(inputs);
    const plan = await planIn(folder);
    // All documents of the sources have been read, and the first of those behind the barrier.
    let seen = 0;
    const controller = new AbortController();
    const onProgress: RunOptions['onProgress'] = ({ documents }) => {
      if (documents === 2000 && ++seen === 3) controller.abort();
    };
    const stopped = await runIn(folder, plan, 'folder', { signal: controller.signal, onProgress });
    expect(stopped.exitStatus).toBe(EXIT_STATUS.interrupted);
    const saved = savedIn(folder)!;
    expect(saved.stages.map(({ done }) => done)).toEqual([true, false]);
    expect(saved.positions.at(-1)!.shard).toBe(2);
    const counts: number[] = [];
    const resumed = await runIn(folder, plan, 'folder', { onProgress: ({ documents }) => counts.push(documents) });
    expect(counts.length).toBeGreaterThan(0);
    expect(new Set(counts)).toEqual(new Set([2000]));
    expect(kept(resumed)).toEqual(expected);
  });
});

describe('beside the stages', () => {
  it('a dry run gathers elsewhere, and leaves what a stopped run has gathered', async () => {
    const folder = folderWith({ 'in.a.ndjson': posts(0, 3_000, 100), 'in.b.ndjson': posts(3_000, 50) });
    const plan = await planIn(folder);
    expect((await runIn(folder, plan, 'folder', stoppedBehind(1))).exitStatus).toBe(EXIT_STATUS.interrupted);
    const temporary = folderWith({});
    for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, temporary);
    const dry = await runIn(folder, plan, 'folder', { dryRun: true });
    vi.unstubAllEnvs();
    expect(readdirSync(temporary)).toEqual([]);
    const whole = await runIn(folder, plan);
    expect(whole.exitStatus).toBe(EXIT_STATUS.rejects);
    expect(dry.report.entities).toEqual(whole.report.entities);
    expect(dry.report.containers).toEqual(whole.report.containers);
    expect(whole.files['pages.ndjson']).toHaveLength(whole.report.entities['page']!.written);
  });

  it('a limit holds for the sources, not for what is made of them', async () => {
    const folder = folderWith({ 'in.a.ndjson': posts(0, 60), 'in.b.ndjson': posts(60, 50) });
    const { report, files } = await runIn(folder, await planIn(folder), 'folder', { limit: 70 });
    expect(report.source.documents).toBe(70);
    expect(files['pages.ndjson']).toHaveLength(70 - 3);
    expect(report.balance.ok).toBe(true);
  });

  it('rejects are not replayed, as one record alone is not gathered', async () => {
    const folder = folderWith({ 'in.a.ndjson': posts(0, 60) });
    const plan = await planIn(folder);
    await runIn(folder, plan);
    const [rejects, stateFolder] = [join(folder, 'state/rejects.ndjson'), join(folder, 'state')];
    const replaying = replay({ rejects, stateFolder, planOf: () => Promise.resolve(plan) });
    await expect(replaying).rejects.toMatchObject({ exitStatus: EXIT_STATUS.usage });
    await expect(replaying).rejects.toThrow('The step inOrder works across documents');
  });
});
