// What is right? What one run leaves that nobody disturbs.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Course } from './choose.ts';
import { leftoversIn, readResult, type Result } from './result.ts';
import type { Scenario } from './scenario.ts';
import { placeIn, startRun } from './start.ts';

export interface Truth {
  readonly scenario: Scenario;
  readonly result: Result;
  readonly course: Course;
}

export async function findTruth(scenario: Scenario): Promise<Truth> {
  const place = placeIn(join(scenario.folder, 'undisturbed'));
  mkdirSync(place.folder);
  const ended = await startRun(scenario, place);
  const { status, diary, milliseconds, stderr } = ended;
  if ((status !== 0 && status !== 9) || diary === undefined) {
    throw new Error(`Seed ${scenario.seed}: the undisturbed run ended with ${status}.\n${stderr}`);
  }
  const result = readResult(place, ended);
  const leftovers = leftoversIn(result);
  if (leftovers.length > 0) throw new Error(`Seed ${scenario.seed}: the run has left ${leftovers.join(', ')}.`);
  const bytes = [...result.files.values()].reduce((sum, file) => sum + file.length, 0);
  return { scenario, result, course: { diary, milliseconds, bytes } };
}
