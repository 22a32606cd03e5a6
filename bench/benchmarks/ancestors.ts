/** How fast does a large tree come to know its ways to the root, and with how much memory? */
import { contest } from '../measure/contest.ts';
import { logRun } from '../results/log.ts';
import { megabytes, quantity, seconds } from '../results/quantities.ts';
import { remodel } from '../remodel.ts';
import type { Settings } from '../settings.ts';
import type { Benchmark } from './benchmark.ts';

export const ancestors: Benchmark = {
  // The input, what is indexed of it, and what comes out of a folder's run and a rehearsal.
  diskNeed: (settings) => documentsOf(settings) * (130 + 80 + 2 * 230 + 230),
  run: async (settings, workplace) => {
    const documents = documentsOf(settings);
    const data = workplace.data('ancestors', 'categories', { documents });
    const contestants = [
      { ...remodel('run', data, settings, workplace), name: 'folder' },
      { ...remodel('rehearse', data, settings, workplace), name: 'rehearsal' },
    ];
    const standings = await contest(contestants, { runs: settings.runs, onRun: logRun });
    return {
      title: 'Ancestors in a tree',
      about:
        `${quantity(data.documents)} generated categories, ${megabytes(data.bytes)}, in a tree of some eleven levels: ` +
        'each gets the ids of all those above it. The documents are read twice: once to index who is the parent of ' +
        'whom, and once to be written.',
      columns: ['target', 'documents', 'wall', 'CPU', 'documents/s', 'peak memory'],
      rows: standings.map((standing) => [
        standing.name,
        quantity(data.documents),
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
  return Math.ceil((size / 300) * 1e6);
}
