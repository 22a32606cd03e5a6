/** How does the command do with inputs of several sizes? A run into files for each, in turn, as programs are elsewhere. */
import { remodel } from '../remodel.ts';
import { logRun } from '../results/log.ts';
import { megabytes, rate, seconds } from '../results/quantities.ts';
import type { Settings } from '../settings.ts';
import type { DataFolder, Workplace } from '../workplace.ts';
import { contest } from './contest.ts';

/** What of an input is shown in the first columns: its name, and how much of something it has. */
export interface ShownInput {
  readonly name: string;
  readonly amount: string;
}

/** A row for each input: name, amount, wall, rate, peak memory. */
export async function inputsInTurn(
  data: readonly DataFolder[],
  show: (one: DataFolder) => ShownInput,
  settings: Settings,
  workplace: Workplace,
): Promise<string[][]> {
  const contestants = data.map((one) => ({ ...remodel('run', one, settings, workplace), name: show(one).name }));
  const standings = await contest(contestants, { runs: settings.runs, onRun: logRun });
  return standings.map((standing, place) => [
    standing.name,
    show(data[place]!).amount,
    seconds(standing.seconds),
    rate(data[place]!.bytes, standing.seconds),
    megabytes(standing.peakBytes),
  ]);
}
