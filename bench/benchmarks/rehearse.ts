/** How fast is a rehearsal, which decides every unique key and keeps all documents in a store? */
import { contest } from '../measure/contest.ts';
import { logRun } from '../results/log.ts';
import { megabytes, quantity, seconds } from '../results/quantities.ts';
import { remodel } from '../remodel.ts';
import type { Settings } from '../settings.ts';
import type { Benchmark } from './benchmark.ts';

export const rehearse: Benchmark = {
  // The input, the store and what is sorted.
  diskNeed: (settings) => documentsOf(settings) * 1300 * 2.5,
  run: async (settings, workplace) => {
    const data = workplace.data('rehearse', 'orders', { documents: documentsOf(settings) });
    const contestants = [remodel('rehearse', data, settings, workplace)];
    const standings = await contest(contestants, { runs: settings.runs, onRun: logRun });
    return {
      title: 'Rehearse: into the embedded container',
      about:
        `${quantity(data.documents)} generated orders, ${megabytes(data.bytes)}, no step but \`type\`, ` +
        'partition key /customerId, two unique keys (one of two paths) that hold.',
      columns: ['program', 'wall', 'CPU', 'documents/s', 'peak memory'],
      rows: standings.map((standing) => [
        standing.name,
        seconds(standing.seconds),
        seconds(standing.cpuSeconds),
        quantity(data.documents / standing.seconds),
        megabytes(standing.peakBytes),
      ]),
    };
  },
};

/** A million where the main input is 300 MB. */
function documentsOf({ megabytes: size }: Settings): number {
  return Math.ceil((size * 1_000_000) / 300);
}
