// Is a run gone on with that was killed while it replaced the files of the run before?
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { removeBuilt } from './built.ts';
import type { Fault } from './fault.ts';
import type { Scenario, Target } from './scenario.ts';
import { type Ended, placeIn, type Place, startRun } from './start.ts';

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
    const before = await finishedRun(target);
    const { diary } = await replace(before, undefined);
    const renames = diary!.acts.rename;
    expect(renames).toBeGreaterThan(1);
    for (let nth = 1; nth <= renames; nth++) {
      const killed = await replace(before, { kind: 'kill', moment: 'before', act: 'rename', nth });
      expect([nth, killed.signal]).toEqual([nth, 'SIGKILL']);
    }
  },
  120_000,
);

it.each<Target>(['folder', 'embedded'])(
  'goes on where one of the last commits fails (%s)',
  async (target) => {
    const before = await finishedRun(target);
    const { commit } = (await replace(before, undefined)).diary!.acts;
    for (let nth = commit - 3; nth <= commit; nth++) {
      const { diary } = await replace(before, { kind: 'broken disk', act: 'commit', nth });
      expect(diary!.struck).toContain(`commit ${nth} `);
    }
  },
  120_000,
);

interface Finished {
  readonly scenario: Scenario;
  readonly place: Place;
  /** Everything that the run has left, to be put back. */
  readonly kept: string;
}

/** A run that is complete, over a source that has grown since. */
async function finishedRun(target: Target): Promise<Finished> {
  const folder = mkdtempSync(join(tmpdir(), 'replaced-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const plan = join(folder, 'plan.yaml');
  writeFileSync(plan, PLAN);
  const place = placeIn(join(folder, 'place'));
  mkdirSync(place.folder);
  const scenario = {
    seed: 0,
    records: 2,
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
  const kept = `${place.folder}.kept`;
  cpSync(place.folder, kept, COPY);
  return { scenario, place, kept };
}

/** Another run behind it, which a fault strikes, and one that goes on with that; answers how the former ended. */
async function replace({ scenario, place, kept }: Finished, fault: Fault | undefined): Promise<Ended> {
  rmSync(place.folder, { recursive: true });
  cpSync(kept, place.folder, COPY);
  const struck = await startRun(scenario, place, fault);
  const { status, stderr, stdout } = await startRun(scenario, place);
  expect({ fault, status, stderr }).toMatchObject({ fault, status: 0 });
  expect((JSON.parse(stdout) as Report).containers['posts']).toMatchObject({ documents: 2 });
  if (scenario.target === 'embedded') return struck;
  for (const label of ['posts', 'again'])
    expect(readFileSync(join(place.out, `${label}.ndjson`), 'utf8')).toBe('{"id":"p"}\n{"id":"q"}\n');
  return struck;
}

const COPY = { recursive: true, preserveTimestamps: true } as const;
