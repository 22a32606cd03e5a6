// Does a run that was struck come to the right result? It is started again until it is done, struck again now and then.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Area } from './area.ts';
import { chooseFault, FAULT_KINDS, type FaultKind } from './choose.ts';
import { readCommitted } from './committed.ts';
import { compareResults, type Difference } from './compare.ts';
import { endingOf, type Ending } from './endings.ts';
import { type Fault, faultText } from './fault.ts';
import { Random } from './random.ts';
import { beganAnew, hasResumed, unfinished, wentOn } from './resumed.ts';
import { readResult } from './result.ts';
import { giveDisk, makeRoom, unmount } from './small-disk.ts';
import { type Ended, placeIn, type Place, startRun } from './start.ts';
import type { Truth } from './truth.ts';

export interface Outcome {
  readonly truth: Truth;
  readonly number: number;
  readonly folder: string;
  readonly strikes: readonly Strike[];
  /** Starts that came to the end and had something to go on from. */
  readonly resumable: number;
  /** Those of them that did go on from it. */
  readonly resumes: number;
  readonly differences: readonly Difference[];
}

export interface Strike {
  readonly fault: Fault;
  readonly ending: Ending;
  /** Where, when that is known. */
  readonly at: string | undefined;
  readonly area: Area | undefined;
}

export interface CaseOptions {
  /** Whether a disk of its own can be had for a folder. */
  readonly disks: boolean;
  /** How likely a resumed run is struck again. @default 0.4 */
  readonly persistence?: number;
  /** What strikes first, in turn. @default every kind */
  readonly kinds?: readonly FaultKind[];
  /** What strikes. @default drawn from seed and number */
  readonly faults?: readonly Fault[];
  /** For tests of the harness, which must see it: damages what a start has left. */
  readonly meddle?: (place: Place, ending: Ending) => void;
}

/** After so many starts that were struck, one is left in peace. */
const MOST_STRIKES = 4;

export async function runCase(truth: Truth, number: number, options: CaseOptions): Promise<Outcome> {
  const { scenario, course } = truth;
  const random = new Random(scenario.seed, number);
  const place = placeIn(join(scenario.folder, `case-${number}`));
  rmSync(place.folder, { recursive: true, force: true });
  const faults = options.faults ?? planFaults(random, scenario.seed + number, options, course);
  const disk = faults[0]?.kind === 'small disk' ? faults[0].bytes : undefined;
  if (disk === undefined) mkdirSync(place.folder);
  else giveDisk(place.folder, disk);
  const again = random.chance(0.15);
  try {
    const outcome = await strikeAndResume(truth, place, faults, options);
    const differences = [...outcome.differences, ...compareResults(truth.result, readResult(place, outcome.last))];
    if (again && differences.length === 0) differences.push(...(await startAgain(truth, place)));
    return { truth, number, folder: place.folder, ...outcome, differences };
  } finally {
    if (disk !== undefined) unmount(place.folder);
  }
}

/** The first kind goes by turns, so that each has its share; those that strike a resumed run are drawn. */
function planFaults(
  random: Random,
  turn: number,
  { disks, persistence = 0.4, kinds = FAULT_KINDS }: CaseOptions,
  course: Truth['course'],
): Fault[] {
  const kind = kinds[turn % kinds.length]!;
  const faults = [chooseFault(random, kind === 'small disk' && !disks ? 'full disk' : kind, course)];
  const others = kinds.filter((one) => one !== 'small disk');
  while (faults.length < MOST_STRIKES && random.chance(persistence)) {
    faults.push(chooseFault(random, random.pick(others), course, 0.6));
  }
  return faults;
}

interface Way {
  readonly strikes: readonly Strike[];
  readonly resumable: number;
  readonly resumes: number;
  readonly differences: readonly Difference[];
  readonly last: Ended;
}

async function strikeAndResume(
  truth: Truth,
  place: Place,
  faults: readonly Fault[],
  { meddle }: CaseOptions,
): Promise<Way> {
  const { scenario, course, result } = truth;
  const strikes: Strike[] = [];
  const differences: Difference[] = [];
  let resumable = 0;
  let resumes = 0;
  for (let start = 0; ; start++) {
    const fault = faults[start];
    const committed = readCommitted(place.state);
    const ended = await startRun(scenario, place, fault);
    const ending = endingOf(ended, result.status, fault);
    if (fault !== undefined) strikes.push({ fault, ending, at: ended.diary?.struck, area: ended.diary?.struckIn });
    if (ending === 'wrong') differences.push(wrongEnding(ended, fault));
    if (ending === 'complete' && committed !== undefined) {
      resumable++;
      if (hasResumed(ended, committed, course.diary.documentBytes)) resumes++;
      else differences.push(beganAnew(committed));
    }
    if (ending === 'complete') differences.push(...unfinished(readCommitted(place.state)));
    meddle?.(place, ending);
    if (fault?.kind === 'small disk') makeRoom(place.folder);
    if (ending === 'complete' || ending === 'wrong') return { strikes, resumable, resumes, differences, last: ended };
  }
}

async function startAgain({ scenario, result, course }: Truth, place: Place): Promise<Difference[]> {
  const ended = await startRun(scenario, place);
  return [...compareResults(result, readResult(place, ended)), ...wentOn(ended, course.diary.documentBytes)];
}

function wrongEnding({ status, signal, stderr }: Ended, fault: Fault | undefined): Difference {
  const detail = `${fault === undefined ? 'undisturbed' : faultText(fault)}: ${signal ?? `status ${status}`}: ${stderr}`;
  return { kind: 'ending', file: 'exit status', detail: detail.trim().slice(0, 1000) };
}
