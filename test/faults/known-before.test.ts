// What if a run is killed while it removes what another one has come to know? What is left of that is not taken for all.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { removeBuilt } from './built.ts';
import { compareResults } from './compare.ts';
import { readResult } from './result.ts';
import { placeIn, startRun } from './start.ts';
import { findTruth } from './truth.ts';

const PLAN = `version: 1
name: posts
source: { file: in.ndjson, entity: post }
references: { blog: { file: blogs.ndjson } }
transforms:
  - dedupe: { key: /slug }
  - lookup: { in: duplicates, local: /answers, foreign: /id, as: /answers, pick: /winner, one: true }
  - lookup: { in: blog, local: /blog, foreign: /id, as: /blog, one: true }
containers:
  posts: { entities: [post], partitionKey: /id }
`;
const POSTS = '{"id":"p","slug":"s","blog":1}\n{"id":"q","slug":"s"}\n{"id":"r","slug":"t","answers":"q","blog":1}\n';

afterAll(removeBuilt);

it('goes on where a run that was to begin anew was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remodel-known-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const plan = join(folder, 'plan.yaml');
  writeFileSync(plan, PLAN);
  writeFileSync(join(folder, 'in.ndjson'), POSTS);
  writeFileSync(join(folder, 'blogs.ndjson'), '{"id":1,"title":"First"}\n');
  const facts = { seed: 0, records: 3, folder, plan, shape: 'plain', target: 'folder', workers: 0 } as const;
  const scenario = { ...facts, across: false, extracts: false, relation: undefined, limit: undefined };
  const { result } = await findTruth(scenario);
  const place = placeIn(join(folder, 'place'));
  mkdirSync(place.folder);
  await startRun(scenario, place, { kind: 'kill', moment: 'before', act: 'rename', area: 'target', nth: 1 });
  expect(readdirSync(join(place.state, 'knowledge'))).toHaveLength(1);
  const removing = { kind: 'kill', moment: 'in the middle of', act: 'remove', area: 'knowledge' } as const;
  for (const nth of [1, 2]) {
    const { signal } = await startRun(scenario, place, { ...removing, nth }, ['--fresh']);
    expect(signal).toBe('SIGKILL');
    const { status, stderr } = await startRun(scenario, place, { ...removing, act: 'rename', area: 'target', nth: 1 });
    expect({ nth, status, stderr }).toEqual({
      nth,
      status: null,
      stderr: expect.stringContaining('Going on') as string,
    });
  }
  const ended = await startRun(scenario, place);
  expect(compareResults(result, readResult(place, ended))).toEqual([]);
});
