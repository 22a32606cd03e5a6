/** What do commits on the way cost, by which a run that is killed goes on? */
import { contest } from '../measure/contest.ts';
import { driven } from '../remodel.ts';
import { logRun } from '../results/log.ts';
import { megabytes, seconds, times } from '../results/quantities.ts';
import type { Benchmark } from './benchmark.ts';

export const commits: Benchmark = {
  diskNeed: (settings) => settings.megabytes * 1e6 * 4.4,
  run: async (settings, workplace) => {
    const kinds = [
      ['posts', workplace.data('split', 'posts', { megabytes: settings.megabytes })],
      ['orders', workplace.data('rehearse', 'orders', { megabytes: settings.megabytes })],
    ] as const;
    const rows: (readonly string[])[] = [];
    for (const [kind, data] of kinds) {
      const contestants = (['none', 'kept'] as const).map((kept) =>
        driven({ name: NAMES[kept], threads: 1, commits: kept }, data, workplace),
      );
      for (const { name, seconds: wall, cpuSeconds, times: ratios } of await contest(contestants, {
        runs: settings.runs,
        onRun: logRun,
      }))
        rows.push([kind, name, seconds(wall), seconds(cpuSeconds), times(ratios.seconds), times(ratios.cpuSeconds)]);
    }
    return {
      title: 'Commits: what it costs to be able to go on',
      about:
        `${megabytes(settings.megabytes * 1e6)} of generated posts (split) and of orders (\`type\` alone) into a folder, from the sources, in one thread: ` +
        'with a commit of positions, books and lengths after every 1,000 documents, and with none on the way.',
      columns: ['documents', 'commits', 'wall', 'CPU', 'wall, times none', 'CPU, times none'],
      rows,
    };
  },
};

const NAMES = { none: 'none on the way', kept: 'every 1,000 documents' } as const;
