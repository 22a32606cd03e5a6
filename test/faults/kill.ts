// Killed at any instant, does a run come to the same result? Hundreds of kills over many seeds: npm run test:kill,
// or one case again: npm run test:kill -- --seed SEED --case NUMBER.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exit, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { type Area, AREAS } from './area.ts';
import { removeBuilt } from './built.ts';
import { runCases } from './cases.ts';
import { everyKill } from './every.ts';
import type { Act } from './fault.ts';
import { type Outcome, runCase } from './one-case.ts';
import { makeScenario, type Plans } from './scenario.ts';
import { canMount } from './small-disk.ts';
import { failureText, scenarioText, summaryText } from './summary.ts';
import { findTruth, type Truth } from './truth.ts';

const USAGE = `npm run test:kill -- [options]

  --kills <n>    kills altogether (300)
  --seeds <n>    seeds that they are spread over (30)
  --first <n>    the first seed, the others follow it (another one each time)
  --plans <x>    records: about single records; across: of steps across documents (both)
  --records <n>  of the sources, at least; several thousand make several commits (5000)
  --jobs <n>     cases at a time (2)
  --seed <n>     this seed; may be given several times
  --every <area> with --seed: killed at each act in this area instead: ${AREAS.join(', ')}
  --act <act>    with --every: at each of these only, such as commit
  --case <n>     with one --seed: this case of it alone, as a failure names it
  --help         print this

Ends with 1 where a run came to another result, and then keeps everything that it left.`;
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    seeds: { type: 'string', default: '30' },
    first: { type: 'string', default: String(Date.now() % 1_000_000) },
    plans: { type: 'string', default: 'both' },
    records: { type: 'string', default: '5000' },
    jobs: { type: 'string', default: '2' },
    seed: { type: 'string', multiple: true, default: [] },
    every: { type: 'string' },
    act: { type: 'string', multiple: true },
    case: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  say(USAGE);
  exit();
}
const root = mkdtempSync(join(tmpdir(), 'remodel-kill-'));
const disks = canMount();
if (!disks) say('No disk can be mounted here: full disks are shown by failing writes alone.');
const outcomes = await run();
removeBuilt();
say(summaryText(outcomes));
if (outcomes.some(({ differences }) => differences.length > 0)) process.exitCode = 1;
else rmSync(root, { recursive: true });

function run(): Promise<Outcome[]> {
  if (values.every !== undefined) return every(values.every as Area, values.act as Act[] | undefined);
  return values.case === undefined ? many() : one(Number(values.seed[0]), Number(values.case));
}

async function many(): Promise<Outcome[]> {
  const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => Number(values.first) + i);
  return runCases({
    seeds: values.seed.length > 0 ? values.seed.map(Number) : seeds,
    root,
    records: Number(values.records),
    plans: values.plans as Plans,
    disks,
    kills: Number(values.kills),
    jobs: Number(values.jobs),
    onTruth: ({ scenario }) => say(scenarioText(scenario)),
    onOutcome: tell,
  });
}

async function one(seed: number, number: number): Promise<Outcome[]> {
  const outcome = await runCase(await truthOf(seed), number, { disks });
  tell(outcome);
  return [outcome];
}

async function every(area: Area, acts: readonly Act[] | undefined): Promise<Outcome[]> {
  const struck: Outcome[] = [];
  for (const seed of values.seed.map(Number)) {
    const truth = await truthOf(seed);
    for (const [number, fault] of everyKill(truth.course, area, acts).entries()) {
      if (values.case !== undefined && number !== Number(values.case)) continue;
      const outcome = await runCase(truth, number, { disks, faults: [fault] });
      struck.push(outcome);
      tell(outcome);
      if (outcome.differences.length === 0) rmSync(outcome.folder, { recursive: true, force: true });
    }
  }
  return struck;
}

async function truthOf(seed: number): Promise<Truth> {
  const truth = await findTruth(makeScenario(seed, root, Number(values.records), values.plans as Plans));
  say(scenarioText(truth.scenario));
  return truth;
}

function tell(outcome: Outcome): void {
  const others = [
    ...(values.every === undefined ? [] : ['--every', values.every]),
    ...(values.act ?? []).flatMap((act) => ['--act', `'${act}'`]),
  ];
  if (outcome.differences.length > 0) say([failureText(outcome), ...others].join(' '));
}

function say(text: string): void {
  stdout.write(`${text}\n`);
}
