/**
 * What will the real run cost, roughly? An estimate from two published figures and nothing else: a write of 1 KB costs
 * about 5.5 RU with the default indexing, and 100 KB cost ten times 1 KB, so between them the charge grows with the
 * square root of the size. Unique keys cost a little more, which nobody has published: 0.5 RU each are taken. Only
 * `x-ms-request-charge` of real writes can tell, and it differs by properties indexed.
 */

export interface Forecast {
  /** Nothing here is measured. */
  readonly isEstimate: true;
  readonly model: string;
  readonly ru: number;
  /** Seconds that the writes take at a throughput, if that is what limits them. */
  readonly seconds: Readonly<Record<string, number>>;
}

const FORECAST_MODEL =
  '5.5 RU for a write of 1 KB with default indexing, growing with the square root of the size (10 times at 100 KB), 0.5 RU more for each unique key; not measured, real charges depend on the properties indexed';

const THROUGHPUTS = [400, 4_000, 40_000];

export function forecast(containers: readonly { readonly ru: { readonly write: number } }[]): Forecast {
  const ru = containers.reduce((sum, container) => sum + container.ru.write, 0);
  const seconds = THROUGHPUTS.map((throughput): [string, number] => [String(throughput), Math.ceil(ru / throughput)]);
  return { isEstimate: true, model: FORECAST_MODEL, ru, seconds: Object.fromEntries(seconds) };
}

/** RU of writing so many documents of so many bytes together, each taken as large as their mean. */
export function writeCharge(documents: number, bytes: number, uniqueKeys: number): number {
  if (documents === 0) return 0;
  const kilobytes = Math.max(1, bytes / documents / 1024);
  return Math.ceil(documents * (5.5 * Math.sqrt(kilobytes) + 0.5 * uniqueKeys));
}
