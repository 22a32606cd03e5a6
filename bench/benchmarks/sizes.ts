/** Do rate and memory stay the same when the input grows? */
import { contest } from '../measure/contest.ts';
import { logRun } from '../results/log.ts';
import { megabytes, quantity, rate, seconds } from '../results/quantities.ts';
import { remodel } from '../remodel.ts';
import type { Benchmark } from './benchmark.ts';

export const sizes: Benchmark = {
  diskNeed: (settings) => settings.megabytes * 1e6 * (SHARES[0] + SHARES[1]) * 2.2,
  run: async (settings, workplace) => {
    const data = SHARES.map((share) => workplace.data('split', 'posts', { megabytes: settings.megabytes * share }));
    // Sizes in turn, as programs are elsewhere.
    const contestants = data.map((one) => ({
      ...remodel('run', one, settings, workplace),
      name: megabytes(one.bytes),
    }));
    const standings = await contest(contestants, { runs: settings.runs, onRun: logRun });
    return {
      title: 'Sizes: a small and a large input',
      about: 'The same plan on the same kind of posts.',
      columns: ['input', 'documents', 'wall', 'rate', 'peak memory'],
      rows: standings.map((standing, place) => [
        standing.name,
        quantity(data[place]!.documents),
        seconds(standing.seconds),
        rate(data[place]!.bytes, standing.seconds),
        megabytes(standing.peakBytes),
      ]),
    };
  },
};

/** Of the main input: 100 MB and 1 GB where that is 300 MB. */
const SHARES = [1 / 3, 10 / 3] as const;
