// Does the key of the hashes stay out of everything that is left, and is it the same for all of a run?
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemText } from '../../src/plan/problem.ts';
import { readPlanText } from '../../src/plan/read.ts';
import { replay, type ReplayResult } from '../../src/run/replay.ts';
import { folderWith, planIn, runIn } from '../run/running.ts';

const KEY = 'canary-of-the-key-7f3a';
const PLAN = `version: 1
name: sample
source: { file: 'in*.ndjson', entity: person }
transforms:
  - mask: { /email: hash, /refs/*: hash 12, /n: hash }
containers:
  people: { entities: [person], partitionKey: /shop, uniqueKeys: [/email] }
`;

function lines(count: number): string {
  return Array.from(
    { length: count },
    (_, i) =>
      `{"id":"p${i}","shop":"s${Math.floor(i / 100)}","email":"e${i % 100}@example.org","refs":["e${i}@example.org"],"n":${i}}\n`,
  ).join('');
}

function hashed(text: string): string {
  return createHmac('sha256', KEY).update(text).digest('hex');
}

describe('a plan that masks by hash', () => {
  it.each([
    ['is not set', {}],
    ['is empty', { MASK_KEY: '' }],
  ])('is refused where the key %s, and it is said how to come by one', async (found, env) => {
    const { problems } = await readPlanText('plan.yaml', PLAN, { env, lenientTarget: true });
    expect(problems.map(problemText)).toEqual([
      `plan.yaml:5:5 missing-variable mask needs the environment variable MASK_KEY, which ${found}: it is the secret that hashes are made with, and the same one gives the same hashes. Set it, for example by export MASK_KEY="$(openssl rand -hex 32)", and keep it for later runs.`,
    ]);
  });

  it('needs no key where nothing is hashed', async () => {
    const plan = PLAN.replaceAll(/hash 12|hash/g, 'redact').replace(', uniqueKeys: [/email]', '');
    const { problems } = await readPlanText('plan.yaml', plan, { env: {}, lenientTarget: true });
    expect(problems).toEqual([]);
  });

  it('has the same hash of the plan whatever the key is', async () => {
    const one = await planIn('/', PLAN, { MASK_KEY: KEY });
    const other = await planIn('/', PLAN, { MASK_KEY: 'another' });
    expect(one.hash).toBe(other.hash);
    expect(one.parts).toEqual(other.parts);
  });

  it('warns where a container wants values apart that are made the same', async () => {
    const plan = PLAN.replaceAll(/hash 12|hash/g, 'redact');
    const { problems } = await readPlanText('plan.yaml', plan, { env: {}, lenientTarget: true });
    expect(problems.map(problemText)).toEqual([
      'plan.yaml:5:5 unlike-container warning: mask: redact makes values of /email the same, and it is in a unique key of people; hash keeps them apart.',
    ]);
  });
});

describe('a run that masks by hash', () => {
  it('leaves the key nowhere, also where documents are rejected', async () => {
    const folder = folderWith({
      'in.ndjson': `${lines(300)}{"id":"x","shop":"s0","email":"e1@example.org"}\n{"id":7}\nbroken\n`,
    });
    const { report, files, rejects } = await runIn(folder, await planIn(folder, PLAN, { MASK_KEY: KEY }), 'embedded');
    expect(rejects.length).toBeGreaterThan(0);
    expect(files['people.ndjson']![0]).toBe(
      `{"id":"p0","shop":"s0","email":"${hashed('e0@example.org')}","refs":["${hashed('e0@example.org').slice(0, 12)}"],"n":${Number.parseInt(hashed('0').slice(0, 13), 16)}}`,
    );
    expect(JSON.stringify(report)).not.toContain(KEY);
    const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(left.length).toBeGreaterThan(4);
    for (const { name, parentPath } of left) expect(readFileSync(join(parentPath, name)).includes(KEY)).toBe(false);
  });

  it('gives the same with workers', async () => {
    const folder = folderWith({ 'in.ndjson': lines(5000) });
    const plan = await planIn(folder, PLAN, { MASK_KEY: KEY });
    const alone = await runIn(folder, plan, 'folder', { workers: 0 });
    const shared = await runIn(folder, plan, 'folder', { workers: 2, workersFrom: 0, fresh: true });
    expect(shared.files['people.ndjson']).toHaveLength(5000);
    expect(shared.files).toEqual(alone.files);
  });

  it('goes on with the key that it began with only', async () => {
    const folder = folderWith({ 'in1.ndjson': lines(8000), 'in2.ndjson': lines(10) });
    const stop = new AbortController();
    const plan = await planIn(folder, PLAN, { MASK_KEY: KEY });
    const stopped = await runIn(folder, plan, 'folder', { signal: stop.signal, onProgress: () => stop.abort() });
    expect(stopped.exitStatus).toBe(4);
    const other = await planIn(folder, PLAN, { MASK_KEY: 'another key' });
    await expect(runIn(folder, other)).rejects.toThrow('the environment variable MASK_KEY has another value');
    const { exitStatus, files } = await runIn(folder, plan);
    expect(exitStatus).toBe(0);
    expect(files['people.ndjson']).toHaveLength(8010);
  });

  it('is replayed with its own key only', async () => {
    const text = PLAN.replace('transforms:', "transforms:\n  - set: { /label: '{/name}' }");
    const folder = folderWith({ 'in.ndjson': '{"id":"a","shop":"s","email":"a@example.org"}\n' });
    await runIn(folder, await planIn(folder, text, { MASK_KEY: KEY }));
    const replayed = (key: string): Promise<ReplayResult> =>
      replay({
        rejects: join(folder, 'state/rejects.ndjson'),
        stateFolder: join(folder, 'state'),
        planOf: () => planIn(folder, text.replace('{/name}', '{/name?}'), { MASK_KEY: key }),
      });
    await expect(replayed('another key')).rejects.toThrow(
      'The run has made its documents with another secret: the environment variable MASK_KEY has another value.',
    );
    expect((await replayed(KEY)).exitStatus).toBe(0);
    expect(readFileSync(join(folder, 'out/people.ndjson'), 'utf8')).toContain(hashed('a@example.org'));
  });
});
