/** How much faster is a run when a second thread works on it? */
import { contest } from '../measure/contest.ts';
import { driven } from '../remodel.ts';
import { logRun } from '../results/log.ts';
import { megabytes, times } from '../results/quantities.ts';
import { standingCells } from '../results/standing.ts';
import type { Benchmark } from './benchmark.ts';

export const threads: Benchmark = {
  diskNeed: (settings) => settings.megabytes * 1e6 * 2.2,
  run: async (settings, workplace) => {
    const data = workplace.data('split', 'posts', { megabytes: settings.megabytes });
    const contestants = ([2, 1] as const).map((count) =>
      driven({ name: String(count), threads: count, commits: 'kept' }, data, workplace),
    );
    const standings = await contest(contestants, { runs: settings.runs, onRun: logRun });
    return {
      title: 'Threads: one and two',
      about: `The split of ${megabytes(data.bytes)} of generated posts, from the sources; output, rejects and report are the same.`,
      columns: ['threads', 'wall', 'CPU', 'rate', 'peak memory', 'wall, times two threads'],
      rows: standings.map((standing) => [...standingCells(standing, data.bytes), times(standing.times.seconds)]),
    };
  },
};
