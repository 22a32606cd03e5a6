/** How fast is this, and with how much memory? All benchmarks one after the other: npm run bench -- --help */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { across } from './benchmarks/across.ts';
import { ancestors } from './benchmarks/ancestors.ts';
import { array } from './benchmarks/array.ts';
import type { Benchmark } from './benchmarks/benchmark.ts';
import type { BenchmarkName } from './benchmarks/names.ts';
import { commits } from './benchmarks/commits.ts';
import { jobs } from './benchmarks/jobs.ts';
import { rehearse } from './benchmarks/rehearse.ts';
import { rejects } from './benchmarks/rejects.ts';
import { sizes } from './benchmarks/sizes.ts';
import { split } from './benchmarks/split.ts';
import { threads } from './benchmarks/threads.ts';
import { machineSentence } from './results/machine.ts';
import { markdownOf } from './results/markdown.ts';
import { withResult } from './results/page.ts';
import { megabytes } from './results/quantities.ts';
import { type Settings, settingsFrom, USAGE, UsageError } from './settings.ts';
import { Workplace } from './workplace.ts';

const BENCHMARKS: Readonly<Record<BenchmarkName, Benchmark>> = {
  split,
  jobs,
  sizes,
  threads,
  commits,
  rejects,
  rehearse,
  array,
  across,
  ancestors,
};
const PAGE = join(import.meta.dirname, '../docs/benchmarks.md');

async function main(settings: Settings): Promise<void> {
  const workplace = new Workplace();
  process.once('SIGINT', () => {
    if (!settings.keep) workplace.remove();
    process.exit(130);
  });
  try {
    expectRoom(settings, workplace);
    for (const name of settings.only) {
      console.error(`${name} …`);
      const result = await BENCHMARKS[name].run(settings, workplace);
      const markdown = markdownOf(result, machineSentence(settings.runs));
      console.log(`${markdown}\n`);
      if (settings.write) writeInto(settings.page ?? PAGE, name, markdown);
      if (!settings.keep) workplace.removeData();
    }
  } finally {
    if (settings.keep) console.error(`The data is in ${workplace.folder}`);
    else workplace.remove();
  }
}

/** Says how much of the disk is needed before the first byte is written. */
function expectRoom(settings: Settings, workplace: Workplace): void {
  const needs = settings.only.map((name) => BENCHMARKS[name].diskNeed(settings));
  const need = settings.keep ? needs.reduce((sum, one) => sum + one, 0) : Math.max(...needs);
  const free = workplace.freeBytes;
  console.error(`About ${megabytes(need)} of disk in ${workplace.folder}, of ${megabytes(free)} that are free.`);
  if (need > free)
    throw new Error('The disk has too little room; name a folder elsewhere in TMPDIR, or a smaller --megabytes.');
}

function writeInto(page: string, name: BenchmarkName, markdown: string): void {
  writeFileSync(page, withResult(readFileSync(page, 'utf8'), name, markdown));
}

try {
  const settings = settingsFrom(process.argv.slice(2));
  if (settings === undefined) console.log(USAGE);
  else await main(settings);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
