/** Does memory stay the same when one JSON array grows to a million elements? */
import { inputsInTurn, type ShownInput } from '../measure/inputs.ts';
import { megabytes, quantity } from '../results/quantities.ts';
import type { DataFolder } from '../workplace.ts';
import type { Benchmark } from './benchmark.ts';

export const array: Benchmark = {
  diskNeed: (settings) => (settings.megabytes / 300) * 1.1 * ELEMENTS * 850 * 2,
  run: async (settings, workplace) => {
    const data = [0.1, 1].map((share) =>
      workplace.data('array', 'personarr', { documents: Math.ceil((settings.megabytes * share * ELEMENTS) / 300) }),
    );
    const show = ({ documents, bytes }: DataFolder): ShownInput => ({
      name: `${quantity(documents)} elements`,
      amount: megabytes(bytes),
    });
    return {
      title: 'Array: one JSON array of many elements',
      about: 'A file that is one array of generated persons, no step but `type`, into a folder.',
      columns: ['input', 'size', 'wall', 'rate', 'peak memory'],
      rows: await inputsInTurn(data, show, settings, workplace),
    };
  },
};

/** Of the larger array where the main input is 300 MB. */
const ELEMENTS = 1_000_000;
