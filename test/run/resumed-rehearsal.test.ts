// Does a rehearsal that is interrupted come to the same result as one that is not, whatever there is to decide?
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import { folderWith, planIn, type Ran, runIn } from './running.ts';

const PLAN = `version: 1
name: shop
sources:
  order: { file: 'part-*.ndjson' }
  person: { file: people.ndjson.gz, duplicateKeys: last }
transforms:
  - split: { path: /lines, into: line, link: { orderId: /id }, onReject: family }
    for: order
containers:
  orders: { entities: [order], partitionKey: /shop, uniqueKeys: [/number] }
  lines: { entities: [line], partitionKey: /orderId }
  people: { entities: [person], partitionKey: [/shop, /team], uniqueKeys: [/email] }
`;

function orders(from: number, to: number): string {
  return linesOf(from, to, (i) => {
    const id = i % 40 === 7 ? `o${i - 7}` : `o${i}`;
    const number = i % 30 === 4 ? i - 4 : i % 30 === 5 ? `"${i}"` : i;
    const lines = i % 50 === 9 ? '"none"' : `[{"id":1,"sku":"${'x'.repeat(i % 70)}"},{"id":${i % 60 === 11 ? 1 : 2}}]`;
    return `{"id":"${id}","shop":"s${Math.floor(i / 100)}","number":${number},"lines":${lines},"_ts":${i},"text":"${'y'.repeat(250)}"}`;
  });
}

function people(to: number): string {
  return linesOf(0, to, (i) => {
    const email = i % 20 === 3 ? 'null' : `"${i % 25 === 2 ? 'P' : 'p'}${i % 500}@example.com"`;
    return `{"id":"${i % 80 === 6 ? 'a/b' : i}","shop":${i % 12},"team":"t","team":"${i % 3}","email":${email},"n":9007199254740993,"text":"${'z'.repeat(90)}"}`;
  });
}

function linesOf(from: number, to: number, line: (i: number) => string): string {
  return Array.from({ length: to - from }, (_, i) => `${line(from + i)}\n`).join('');
}

const FILES = {
  'part-1.ndjson': orders(0, 2500),
  'part-2.ndjson': `${orders(2400, 3300)}{"broken\n`,
  'people.ndjson.gz': gzipSync(people(4000)),
};

/** What a run leaves, without its times. */
function kept({ exitStatus, files, rejects, report }: Ran): unknown {
  const { entities, findings, containers, balance, lost, source } = report;
  return { exitStatus, files, rejects, entities, findings, containers, balance, lost, source };
}

it('comes to the same result wherever it is interrupted', async () => {
  const whole = folderWith(FILES);
  let batches = 0;
  const ran = await runIn(whole, await planIn(whole, PLAN), 'embedded', { onProgress: () => batches++ });
  const undisturbed = kept(ran);
  expect(batches).toBeGreaterThan(6);
  expect(new Set(ran.rejects.map(({ code }) => code))).toEqual(
    new Set(['LINE_INVALID', 'NOT_AN_ARRAY', 'ID_DUPLICATE', 'UNIQUE_KEY_CONFLICT', 'ID_INVALID']),
  );
  const often = folderWith(FILES);
  for (let stops = 1; stops <= batches; stops += 3) {
    const once = folderWith(FILES);
    expect((await interrupted(once, stops)).exitStatus).toBe(EXIT_STATUS.interrupted);
    expect(kept(await runIn(once, await planIn(once, PLAN), 'embedded'))).toEqual(undisturbed);
    expect((await interrupted(often, 2)).exitStatus).toBe(EXIT_STATUS.interrupted);
  }
  expect(kept(await runIn(often, await planIn(often, PLAN), 'embedded'))).toEqual(undisturbed);
});

it('can be stopped while it tells who lost a key, and tells all of them the next time', async () => {
  const whole = folderWith(FILES);
  const undisturbed = kept(await runIn(whole, await planIn(whole, PLAN), 'embedded'));
  const folder = folderWith(FILES);
  const stop = new AbortController();
  const watch = setInterval(() => {
    if (existsSync(join(folder, 'state/containers/people/keys-id.bin'))) stop.abort();
  }, 1);
  onTestFinished(() => clearInterval(watch));
  const stopped = await runIn(folder, await planIn(folder, PLAN), 'embedded', { signal: stop.signal });
  expect(stopped.failure?.message).toBe('Stopped while conflicts were told, as asked.');
  expect(kept(await runIn(folder, await planIn(folder, PLAN), 'embedded'))).toEqual(undisturbed);
});

/** Stops behind so many batches. */
async function interrupted(folder: string, batches: number): Promise<Ran> {
  const stop = new AbortController();
  let left = batches;
  const onProgress = (): void => {
    if (--left === 0) stop.abort();
  };
  return runIn(folder, await planIn(folder, PLAN), 'embedded', { signal: stop.signal, onProgress });
}

it('ends with 3 again, without reading the sources, where a conflict aborts it', async () => {
  const folder = folderWith(FILES);
  const plan = await planIn(folder, PLAN.replace('/shop, uniqueKeys', '/shop, onConflict: abort, uniqueKeys'));
  const first = await runIn(folder, plan, 'embedded');
  expect(first.exitStatus).toBe(EXIT_STATUS.maxErrors);
  expect(first.failure?.message).toMatch(/^Container orders has onConflict: abort, and \d+ documents lost a key/);
  const again = await runIn(folder, plan, 'embedded', {
    onProgress: () => {
      throw new Error('A source was read.');
    },
  });
  expect({ ...(kept(again) as object), message: again.failure?.message }).toEqual({
    ...(kept(first) as object),
    message: first.failure?.message,
  });
  expect(Object.keys(again.files)).toEqual([]);
  const fresh = await planIn(folder, PLAN);
  await expect(runIn(folder, fresh, 'embedded')).rejects.toMatchObject({ exitStatus: EXIT_STATUS.usage });
  const anew = await runIn(folder, fresh, 'embedded', { fresh: true });
  expect(anew.exitStatus).toBe(EXIT_STATUS.rejects);
});
