// What if the disk fails where all but the last is done, or nothing yet? A run says so, and the next start makes it good.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import { removeBuilt } from './built.ts';
import { compareResults } from './compare.ts';
import type { Act, Fault } from './fault.ts';
import { readResult } from './result.ts';
import type { Scenario, Target } from './scenario.ts';
import { placeIn, type Place, startRun } from './start.ts';
import { findTruth, type Truth } from './truth.ts';

const PLAN = `version: 1
name: posts
source: { file: in.ndjson, entity: post }
containers:
  posts: { entities: [post], partitionKey: /id }
`;

const LAST: readonly [act: Act, times: number][] = [
  ['commit', 3],
  ['statement', 3],
];

/** Processes take their time on a busy machine. */
const BUSY = 300_000;

afterAll(removeBuilt);

it.each<Target>(['folder', 'embedded with --out'])(
  'comes to the same result when one of the last commits fails (%s)',
  async (target) => {
    const truth = await smallTruth(target, false);
    for (const [act, times] of LAST) {
      for (let last = 0; last < times; last++) {
        const place = newPlace(truth, `${act}-${last}`);
        const nth = truth.course.diary.acts[act] - last;
        const { status } = await startRun(truth.scenario, place, { kind: 'broken disk', act, nth });
        expect([EXIT_STATUS.done, EXIT_STATUS.fatal]).toContain(status);
        await goOn(truth, place, `${act} ${nth}`);
      }
    }
  },
  BUSY,
);

it.each<Target>(['folder', 'embedded with --out'])(
  'ends with 5 where a stopped run finds no room, also as a library (%s)',
  async (target) => {
    const truth = await smallTruth(target, true);
    const begun: Fault = { kind: 'kill', moment: 'before', act: 'rename', nth: 2 };
    const place = newPlace(truth, 'stopped');
    expect((await startRun(truth.scenario, place, begun)).signal).toBe('SIGKILL');
    const stopped = `${place.folder}.kept`;
    cpSync(place.folder, stopped, { recursive: true });
    for (let nth = 1; ; nth++) {
      rmSync(place.folder, { recursive: true });
      cpSync(stopped, place.folder, { recursive: true, preserveTimestamps: true });
      const full = await startRun(truth.scenario, place, { kind: 'full disk', half: false, act: 'open', nth });
      if (full.diary?.struck === undefined) break;
      expect({ nth, status: full.status, said: full.stderr.includes('disk is full') }).toEqual({
        nth,
        status: EXIT_STATUS.fatal,
        said: true,
      });
      await goOn(truth, place, `open ${nth}`);
    }
  },
  BUSY,
);

/** @param asLibrary the run is not the command's */
async function smallTruth(target: Target, asLibrary: boolean): Promise<Truth> {
  const folder = mkdtempSync(join(tmpdir(), 'remodel-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const plan = join(folder, 'plan.yaml');
  writeFileSync(plan, PLAN);
  writeFileSync(join(folder, 'in.ndjson'), '{"id":"p"}\n{"id":"q"}\n');
  const scenario: Scenario = {
    seed: 0,
    records: 2,
    folder,
    plan,
    shape: 'plain',
    target,
    workers: 0,
    across: asLibrary,
    extracts: false,
    relation: undefined,
    limit: undefined,
  };
  return findTruth(scenario);
}

function newPlace({ scenario }: Truth, name: string): Place {
  const place = placeIn(join(scenario.folder, name));
  mkdirSync(place.folder);
  return place;
}

async function goOn({ scenario, result }: Truth, place: Place, struck: string): Promise<void> {
  const ended = await startRun(scenario, place);
  const differences = compareResults(result, readResult(place, ended));
  expect({ struck, differences }).toEqual({ struck, differences: [] });
}
