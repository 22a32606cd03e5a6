// Can the harness fail? A run that is made to lose, double or spoil something must not pass.
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { removeBuilt } from './built.ts';
import { readCommitted } from './committed.ts';
import type { Ending } from './endings.ts';
import type { InnerFault } from './fault.ts';
import { type Outcome, runCase } from './one-case.ts';
import { makeScenario } from './scenario.ts';
import { placeIn, type Place, startRun } from './start.ts';
import { failureText } from './summary.ts';
import { findTruth, type Truth } from './truth.ts';

/** One compressed file into a folder: a resume passes over as many records as the state says. */
const SEED = 9;
const root = mkdtempSync(join(tmpdir(), 'remodel-kill-'));
let truth: Truth;
let killed: InnerFault;

beforeAll(async () => {
  truth = await findTruth(makeScenario(SEED, root, 4_000, 'records'));
  killed = await firstCommitOfRecords(truth);
  return () => {
    rmSync(root, { recursive: true });
    removeBuilt();
  };
});

/** A run has commits before it has come anywhere. */
async function firstCommitOfRecords({ scenario }: Truth): Promise<InnerFault> {
  for (let nth = 1; ; nth++) {
    const fault: InnerFault = { kind: 'kill', moment: 'after', act: 'commit', nth };
    const place = placeIn(join(root, `commit-${nth}`));
    mkdirSync(place.folder);
    const { signal } = await startRun(scenario, place, fault);
    if (signal !== 'SIGKILL') throw new Error(`There is no commit ${nth}.`);
    if (readCommitted(place.state) !== undefined) return fault;
  }
}

async function strike(meddle?: (place: Place, ending: Ending) => void): Promise<Outcome> {
  return runCase(truth, 0, { disks: false, faults: [killed], ...(meddle && { meddle }) });
}

function kindsIn({ differences }: Outcome): readonly string[] {
  return differences.map(({ kind, file }) => `${kind} ${file}`);
}

describe('a case', () => {
  it('passes where nobody meddles, having gone on from what was committed', async () => {
    const outcome = await strike();
    expect(outcome.strikes.map(({ ending }) => ending)).toEqual(['killed']);
    expect(kindsIn(outcome)).toEqual([]);
    expect(outcome).toMatchObject({ resumable: 1, resumes: 1 });
  });

  it('fails for one byte too many, and names the command that repeats it', async () => {
    const outcome = await strike(({ out }, ending) => {
      if (ending === 'complete') appendFileSync(join(out, 'posts.ndjson'), ' ');
    });
    expect(kindsIn(outcome)).toContain('different out/posts.ndjson');
    expect(failureText(outcome)).toMatch(/npm run test:kill -- --seed 9 --case 0 --plans records --records 4000$/);
  });

  it.each([
    [-5, 'doubled'],
    [5, 'lost'],
  ])('fails where the state is %i records off', async (records, kind) => {
    const outcome = await strike(({ state }, ending) => {
      if (ending === 'killed') moveOn(state, records);
    });
    expect(kindsIn(outcome).filter((difference) => difference.includes('out/'))).toContain(`${kind} out/posts.ndjson`);
  });
});

function moveOn(state: string, records: number): void {
  edit(state, `UPDATE position SET record = record + ${records}, offset = offset + ${records}`);
}

function edit(state: string, sql: string): void {
  const database = new DatabaseSync(join(state, 'state.db'));
  database.exec(sql);
  database.close();
}
