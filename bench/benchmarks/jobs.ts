/** How fast are other plans than the split, each against the program that a good programmer writes by hand for it? */
import { join } from 'node:path';
import type { Kind } from '../generate.ts';
import { contest, type Contestant } from '../measure/contest.ts';
import { measureProcess } from '../measure/process.ts';
import { expectSameDocuments } from '../measure/same-documents.ts';
import { remodel } from '../remodel.ts';
import { logRun } from '../results/log.ts';
import { megabytes, times } from '../results/quantities.ts';
import { standingCells } from '../results/standing.ts';
import type { Settings } from '../settings.ts';
import type { DataFolder, Workplace } from '../workplace.ts';
import type { Benchmark } from './benchmark.ts';

interface Job {
  /** Of the plan, and of the program. */
  readonly name: 'split' | 'flatten' | 'three' | 'identity' | 'stringify';
  readonly what: string;
  readonly kind: Kind;
  /** Of the documents, those that hold integers beyond 2^53. */
  readonly unsafeShare?: number;
  /** Files that it writes. */
  readonly files: readonly string[];
}

const JOBS: readonly Job[] = [
  { name: 'split', what: 'posts: split', kind: 'posts', files: ['posts', 'comments'] },
  { name: 'flatten', what: 'persons: flatten', kind: 'persons', files: ['persons'] },
  { name: 'three', what: 'orders: into three containers', kind: 'orders', files: ['orders', 'items', 'payments'] },
  { name: 'identity', what: 'posts: as they are', kind: 'posts', files: ['posts'] },
  {
    name: 'stringify',
    what: 'posts: stringify, a quarter suspicious',
    kind: 'posts',
    unsafeShare: 0.25,
    files: ['posts'],
  },
];

export const jobs: Benchmark = {
  // The input and what two programs make of it.
  diskNeed: (settings) => settings.megabytes * 1e6 * 3.5,
  run: async (settings, workplace) => {
    const rows: string[][] = [];
    for (const job of JOBS) {
      rows.push(...(await rowsOf(job, settings, workplace)));
      if (!settings.keep) workplace.removeData();
    }
    return {
      title: 'Jobs: one plan after the other against a hand-written program',
      about:
        `${megabytes(settings.megabytes * 1e6)} each. The hand-written programs are tuned ones (\`JSON.parse\`, large buffers); ` +
        'that for the suspicious numbers keeps their digits by a reviver, where a line needs one. The outputs were compared document by document.',
      columns: ['job', 'program', 'wall', 'CPU', 'rate', 'peak memory', 'wall, times remodel', 'CPU, times remodel'],
      rows,
    };
  },
};

async function rowsOf(job: Job, settings: Settings, workplace: Workplace): Promise<string[][]> {
  const { name, what, kind, unsafeShare, files } = job;
  const data = workplace.data(name, kind, { megabytes: settings.megabytes }, unsafeShare);
  const standings = await contest([remodel('run', data, settings, workplace), handWritten(name, data, workplace)], {
    runs: settings.runs,
    afterWarmUp: () => {
      for (const file of files)
        expectSameDocuments(join(data.folder, 'out', `${file}.ndjson`), join(data.folder, BY_HAND, `${file}.ndjson`));
    },
    onRun: logRun,
  });
  return standings.map((standing) => [
    what,
    ...standingCells(standing, data.bytes),
    times(standing.times.seconds),
    times(standing.times.cpuSeconds),
  ]);
}

const BY_HAND = 'by-hand';

function handWritten(name: Job['name'], { folder, data }: DataFolder, workplace: Workplace): Contestant {
  const out = join(folder, BY_HAND);
  const command =
    name === 'split'
      ? [workplace.javaScriptOf('hand-written.ts'), data, out, 'utf8']
      : [workplace.javaScriptOf('hand-written-jobs.ts'), name, data, out];
  const usageModule = workplace.javaScriptOf('measure/usage.ts');
  return {
    name: 'hand-written, tuned',
    prepare: () => workplace.remove(out),
    run: () => measureProcess({ command, usageModule, usageFile: workplace.usageFile }),
  };
}
