/** How fast is a whole run against the program that a good programmer writes by hand? */
import { join } from 'node:path';
import { contest, type Contestant } from '../measure/contest.ts';
import { measureProcess } from '../measure/process.ts';
import { expectSameDocuments } from '../measure/same-documents.ts';
import { logRun } from '../results/log.ts';
import { megabytes, quantity, times } from '../results/quantities.ts';
import { standingCells } from '../results/standing.ts';
import { remodel } from '../remodel.ts';
import type { DataFolder, Workplace } from '../workplace.ts';
import type { Benchmark } from './benchmark.ts';

export const split: Benchmark = {
  // The input and what four programs make of it.
  diskNeed: (settings) => settings.megabytes * 1e6 * 6,
  run: async (settings, workplace) => {
    const data = workplace.data('split', 'posts', { megabytes: settings.megabytes });
    const contestants = [
      remodel('run', data, settings, workplace),
      handWritten('utf8', data, workplace),
      handWritten('latin1', data, workplace),
      handWritten('first', data, workplace),
    ];
    const standings = await contest(contestants, {
      runs: settings.runs,
      afterWarmUp: () => {
        for (const way of WAYS) expectSameOutput(data, way);
      },
      onRun: logRun,
    });
    return {
      title: 'Split: against a hand-written program',
      about:
        `${megabytes(data.bytes)} of generated posts, ${quantity(data.documents)} of them with 0 to 40 comments each; ` +
        'every comment becomes a document, the three newest stay. The outputs were compared document by document.',
      columns: ['program', 'wall', 'CPU', 'rate', 'peak memory', 'wall, times remodel', 'CPU, times remodel'],
      rows: standings.map((standing) => [
        ...standingCells(standing, data.bytes),
        times(standing.times.seconds),
        times(standing.times.cpuSeconds),
      ]),
    };
  },
};

const WAYS = ['utf8', 'latin1', 'first'] as const;
type Way = (typeof WAYS)[number];

const NAMES: Readonly<Record<Way, string>> = {
  utf8: 'hand-written, tuned',
  latin1: 'hand-written, tuned, bytes taken as Latin-1',
  first: 'hand-written, as it comes to mind',
};

function handWritten(way: Way, { folder, data }: DataFolder, workplace: Workplace): Contestant {
  const out = join(folder, way);
  const program = workplace.javaScriptOf(way === 'first' ? 'hand-written-first.ts' : 'hand-written.ts');
  const usageModule = workplace.javaScriptOf('measure/usage.ts');
  return {
    name: NAMES[way],
    prepare: () => workplace.remove(out),
    run: () =>
      measureProcess({
        command: [program, data, out, ...(way === 'first' ? [] : [way])],
        usageModule,
        usageFile: workplace.usageFile,
      }),
  };
}

function expectSameOutput({ folder }: DataFolder, way: Way): void {
  for (const file of ['posts.ndjson', 'comments.ndjson']) {
    expectSameDocuments(join(folder, 'out', file), join(folder, way, file));
  }
}
