/** Which benchmarks are there, in the order in which they run and are shown? */

export const BENCHMARKS = [
  'split',
  'jobs',
  'sizes',
  'threads',
  'commits',
  'rejects',
  'rehearse',
  'array',
  'across',
  'ancestors',
] as const;
export type BenchmarkName = (typeof BENCHMARKS)[number];
