/** Does memory stay the same when one JSON array grows to a million elements? */
import { contest } from '../measure/contest.ts';
import { logRun } from '../results/log.ts';
import { megabytes, quantity, rate, seconds } from '../results/quantities.ts';
import { remodel } from '../remodel.ts';
import type { Benchmark } from './benchmark.ts';

export const array: Benchmark = {
  diskNeed: (settings) => (settings.megabytes / 300) * 1.1 * ELEMENTS * 850 * 2,
  run: async (settings, workplace) => {
    const data = [0.1, 1].map((share) =>
      workplace.data('array', 'personarr', { documents: Math.ceil((settings.megabytes * share * ELEMENTS) / 300) }),
    );
    const contestants = data.map((one) => ({
      ...remodel('run', one, settings, workplace),
      name: `${quantity(one.documents)} elements`,
    }));
    const standings = await contest(contestants, { runs: settings.runs, onRun: logRun });
    return {
      title: 'Array: one JSON array of many elements',
      about: 'A file that is one array of generated persons, no step but `type`, into a folder.',
      columns: ['input', 'size', 'wall', 'rate', 'peak memory'],
      rows: standings.map((standing, place) => [
        standing.name,
        megabytes(data[place]!.bytes),
        seconds(standing.seconds),
        rate(data[place]!.bytes, standing.seconds),
        megabytes(standing.peakBytes),
      ]),
    };
  },
};

/** Of the larger array where the main input is 300 MB. */
const ELEMENTS = 1_000_000;
