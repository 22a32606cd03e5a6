/** Do rate and memory stay the same when the input grows? */
import { inputsInTurn, type ShownInput } from '../measure/inputs.ts';
import { megabytes, quantity } from '../results/quantities.ts';
import type { DataFolder } from '../workplace.ts';
import type { Benchmark } from './benchmark.ts';

export const sizes: Benchmark = {
  diskNeed: (settings) => settings.megabytes * 1e6 * (SHARES[0] + SHARES[1]) * 2.2,
  run: async (settings, workplace) => {
    const data = SHARES.map((share) => workplace.data('split', 'posts', { megabytes: settings.megabytes * share }));
    const show = ({ documents, bytes }: DataFolder): ShownInput => ({
      name: megabytes(bytes),
      amount: quantity(documents),
    });
    return {
      title: 'Sizes: a small and a large input',
      about: 'The same plan on the same kind of posts.',
      columns: ['input', 'documents', 'wall', 'rate', 'peak memory'],
      rows: await inputsInTurn(data, show, settings, workplace),
    };
  },
};

/** Of the main input: 100 MB and 1 GB where that is 300 MB. */
const SHARES = [1 / 3, 10 / 3] as const;
