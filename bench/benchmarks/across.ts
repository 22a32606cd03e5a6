/** How fast are steps across documents, and does memory stay small with millions of keys? */
import { contest } from '../measure/contest.ts';
import { logRun } from '../results/log.ts';
import { megabytes, quantity, seconds } from '../results/quantities.ts';
import { remodel } from '../remodel.ts';
import type { Settings } from '../settings.ts';
import type { DataFolder, Workplace } from '../workplace.ts';
import type { Benchmark } from './benchmark.ts';

export const across: Benchmark = {
  // Each input, its output, and what is copied and sorted in between.
  diskNeed: (settings) => millionsOf(settings) * 1e6 * (2 * (230 + 130) * 3 + 2 * 120 * 3),
  run: async (settings, workplace) => {
    const data = [references, entities, hours].map((one) => one(workplace, Math.ceil(millionsOf(settings) * 1e6)));
    const contestants = data.map((one) => ({ ...remodel('run', one, settings, workplace), name: one.job }));
    const standings = await contest(contestants, { runs: settings.runs, onRun: logRun });
    return {
      title: 'Across documents: lookups and groups',
      about:
        'Into a folder. Sales look their customers up (`one: true`, three properties): a reference, and an entity of ' +
        'the same plan, whose documents are written as well. Readings of 500 devices become one document for each ' +
        'device and hour, with the list of readings and their mean. Documents/s count those that were read.',
      columns: ['job', 'documents', 'wall', 'CPU', 'documents/s', 'peak memory'],
      rows: standings.map((standing, place) => [
        standing.name,
        quantity(data[place]!.documents),
        seconds(standing.seconds),
        seconds(standing.cpuSeconds),
        quantity(data[place]!.documents / standing.seconds),
        megabytes(standing.peakBytes),
      ]),
    };
  },
};

interface Job extends DataFolder {
  readonly job: string;
}

function references(workplace: Workplace, documents: number): Job {
  const data = workplace.data('references', 'sales', { documents });
  const beside = workplace.beside(data, 'customers', 'customers', { documents });
  return { ...data, job: `lookup in a reference of ${quantity(beside.documents)}` };
}

function entities(workplace: Workplace, documents: number): Job {
  const data = workplace.data('entities', 'sales', { documents });
  const beside = workplace.beside(data, 'customers', 'customers', { documents });
  const all = data.documents + beside.documents;
  return { ...data, documents: all, job: `lookup in an entity of ${quantity(beside.documents)}` };
}

function hours(workplace: Workplace, documents: number): Job {
  return { ...workplace.data('hours', 'readings', { documents: 2 * documents }), job: 'group into hours' };
}

/** One where the main input is 300 MB. */
function millionsOf({ megabytes: size }: Settings): number {
  return size / 300;
}
