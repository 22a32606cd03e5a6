/** Does memory stay the same when half of the input is broken? */
import { inputsInTurn, type ShownInput } from '../measure/inputs.ts';
import { megabytes, quantity } from '../results/quantities.ts';
import type { DataFolder } from '../workplace.ts';
import type { Benchmark } from './benchmark.ts';

export const rejects: Benchmark = {
  diskNeed: (settings) => settings.megabytes * 1e6 * (SHARES[0] + SHARES[1]) * 2.6,
  run: async (settings, workplace) => {
    const data = SHARES.map((share) => workplace.data('array', 'broken', { megabytes: settings.megabytes * share }));
    const show = ({ bytes, broken = 0 }: DataFolder): ShownInput => ({
      name: megabytes(bytes),
      amount: quantity(broken),
    });
    return {
      title: 'Rejects: every second line broken',
      about: 'Generated persons as lines, every second one cut off, no step but `type`, into a folder.',
      columns: ['input', 'rejects', 'wall', 'rate', 'peak memory'],
      rows: await inputsInTurn(data, show, settings, workplace),
    };
  },
};

/** Of the main input: 100 MB and 1 GB where that is 300 MB. */
const SHARES = [1 / 3, 10 / 3] as const;
