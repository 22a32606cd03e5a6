/** What was asked for on the command line of the benchmarks? */
import { parseArgs } from 'node:util';
import { BENCHMARKS, type BenchmarkName } from './benchmarks/names.ts';

export interface Settings {
  /** Rounds that count, beside one that warms up. */
  readonly runs: number;
  /** Of the main input; the other sizes follow it in proportion. */
  readonly megabytes: number;
  readonly only: readonly BenchmarkName[];
  /** The data stays, and its folder is named. */
  readonly keep: boolean;
  /** The results go to the page of documentation as well. */
  readonly write: boolean;
  /** The page; for trials. */
  readonly page: string | undefined;
  /** Measures the sources instead of what `npm run build` has made of them: not what users run. */
  readonly sources: boolean;
}

export const USAGE: string = `npm run bench -- [options]
  --runs N         rounds that count, after one that warms up (default: 5)
  --megabytes N    size of the main input; other sizes and counts follow it in proportion (default: 300)
  --only NAME      one of ${BENCHMARKS.join(', ')}; may be repeated (default: all)
  --keep           keep the data and say where it is
  --write          put the results into docs/benchmarks.md
  --page FILE      put them into this page instead
  --sources        measure src/cli.ts instead of the built command
  --help           this`;

const OPTIONS = {
  runs: { type: 'string', default: '5' },
  megabytes: { type: 'string', default: '300' },
  only: { type: 'string', multiple: true, default: [] as string[] },
  keep: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  page: { type: 'string' },
  sources: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export class UsageError extends Error {}

/** @returns undefined when only help was asked for; @throws UsageError */
export function settingsFrom(args: readonly string[]): Settings | undefined {
  const values = parsed(args);
  if (values.help) return undefined;
  const runs = positive('--runs', values.runs);
  if (!Number.isInteger(runs)) throw new UsageError(`--runs is ${values.runs}, expected a whole number.`);
  const only = values.only.map(benchmarkName);
  return {
    runs,
    megabytes: positive('--megabytes', values.megabytes),
    only: only.length > 0 ? BENCHMARKS.filter((name) => only.includes(name)) : BENCHMARKS,
    keep: values.keep,
    write: values.write || values.page !== undefined,
    page: values.page,
    sources: values.sources,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function positive(option: string, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new UsageError(`${option} is "${text}", expected a number above 0.`);
}

function benchmarkName(text: string): BenchmarkName {
  const name = BENCHMARKS.find((one) => one === text);
  if (name !== undefined) return name;
  throw new UsageError(`There is no benchmark "${text}"; there are ${BENCHMARKS.join(', ')}.`);
}
