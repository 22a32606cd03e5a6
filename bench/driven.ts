/**
 * What does a run take with one thing changed that no command line changes? As a program:
 * node bench/driven.ts THREADS COMMITS PLAN OUT, with 1 or 2 threads, and `kept` or `none` for what is committed on the way.
 */
import { dirname, join } from 'node:path';
import process from 'node:process';
import { readPlan } from '../src/plan/read.ts';
import { run } from '../src/run.ts';
import { Store } from '../src/state/store.ts';

const [threads, commits, planFile, out] = process.argv.slice(2) as [string, string, string, string];
// Then a run commits where it begins and where it ends only.
if (commits === 'none') Store.prototype.isDue = () => false;
const { plan } = await readPlan(planFile, { env: {}, lenientTarget: true });
const { report } = await run(plan!, {
  target: { kind: 'folder', folder: out },
  stateFolder: join(dirname(planFile), '.remodel'),
  workers: Number(threads) - 1,
  workersFrom: 0,
});
process.stdout.write(JSON.stringify(report));
