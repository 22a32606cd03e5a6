// Is a run gone on with that was killed while it replaced the files of the run before?
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { removeBuilt } from './built.ts';
import type { Fault } from './fault.ts';
import type { Target } from './scenario.ts';
import { type Ended, placeIn, startRun } from './start.ts';

const PLAN = `version: 1
name: posts
source: { file: in.ndjson, entity: post }
containers:
  posts: { entities: [post], partitionKey: /id }
  again: { entities: [post], partitionKey: /id }
`;

afterAll(removeBuilt);

it.each<Target>(['folder', 'embedded with --out'])(
  'goes on before and behind each rename (%s)',
  async (target) => {
    const root = mkdtempSync(join(tmpdir(), 'replaced-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const { diary } = await replace(root, target, undefined);
    const renames = diary!.acts.rename;
    expect(renames).toBeGreaterThan(1);
    for (let nth = 1; nth <= renames; nth++) {
      const killed = await replace(root, target, { kind: 'kill', moment: 'before', act: 'rename', nth });
      expect([nth, killed.signal]).toEqual([nth, 'SIGKILL']);
    }
  },
  120_000,
);

it.each<Target>(['folder', 'embedded'])(
  'goes on where one of the last commits fails (%s)',
  async (target) => {
    const root = mkdtempSync(join(tmpdir(), 'last-commits-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const { commit } = (await replace(root, target, undefined)).diary!.acts;
    for (let nth = commit - 3; nth <= commit; nth++) {
      const { diary } = await replace(root, target, { kind: 'broken disk', act: 'commit', nth });
      expect(diary!.struck).toContain(`commit ${nth} `);
    }
  },
  120_000,
);

/** A run, another one over a source that has grown, which a fault strikes, and one that goes on with that; answers how the second ended. */
async function replace(root: string, target: Target, fault: Fault | undefined): Promise<Ended> {
  const folder = mkdtempSync(join(root, 'case-'));
  const plan = join(folder, 'plan.yaml');
  writeFileSync(plan, PLAN);
  const place = placeIn(join(folder, 'place'));
  mkdirSync(place.folder);
  const scenario = {
    seed: 0,
    folder,
    plan,
    shape: 'plain',
    target,
    workers: 0,
    across: false,
    extracts: false,
    relation: undefined,
    limit: undefined,
  } as const;
  writeFileSync(join(folder, 'in.ndjson'), '{"id":"p"}\n');
  await startRun(scenario, place);
  writeFileSync(join(folder, 'in.ndjson'), '{"id":"p"}\n{"id":"q"}\n');
  const struck = await startRun(scenario, place, fault);
  const { status, stderr, stdout } = await startRun(scenario, place);
  expect({ fault, status, stderr }).toMatchObject({ fault, status: 0 });
  expect((JSON.parse(stdout) as Report).containers['posts']).toMatchObject({ documents: 2 });
  if (target === 'embedded') return struck;
  for (const label of ['posts', 'again'])
    expect(readFileSync(join(place.out, `${label}.ndjson`), 'utf8')).toBe('{"id":"p"}\n{"id":"q"}\n');
  return struck;
}
