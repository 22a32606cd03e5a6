/** Does memory stay the same when half of the input is broken? */
import { contest } from '../measure/contest.ts';
import { remodel } from '../remodel.ts';
import { logRun } from '../results/log.ts';
import { megabytes, quantity, rate, seconds } from '../results/quantities.ts';
import type { Benchmark } from './benchmark.ts';

export const rejects: Benchmark = {
  diskNeed: (settings) => settings.megabytes * 1e6 * (SHARES[0] + SHARES[1]) * 2.6,
  run: async (settings, workplace) => {
    const data = SHARES.map((share) => workplace.data('array', 'broken', { megabytes: settings.megabytes * share }));
    const contestants = data.map((one) => ({
      ...remodel('run', one, settings, workplace),
      name: megabytes(one.bytes),
    }));
    const standings = await contest(contestants, { runs: settings.runs, onRun: logRun });
    return {
      title: 'Rejects: every second line broken',
      about: 'Generated persons as lines, every second one cut off, no step but `type`, into a folder.',
      columns: ['input', 'rejects', 'wall', 'rate', 'peak memory'],
      rows: standings.map((standing, place) => [
        standing.name,
        quantity(data[place]!.broken ?? 0),
        seconds(standing.seconds),
        rate(data[place]!.bytes, standing.seconds),
        megabytes(standing.peakBytes),
      ]),
    };
  },
};

/** Of the main input: 100 MB and 1 GB where that is 300 MB. */
const SHARES = [1 / 3, 10 / 3] as const;
