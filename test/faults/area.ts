// Where on the disk does a run do something? Told by the path, so that every part of a run has its share of faults.

export const AREAS = [
  /** What steps know before the first document. */
  'knowledge',
  /** What steps across documents gather until the barrier. */
  'gathering',
  /** What is sorted and made at a barrier. */
  'barrier',
  /** Keys that steps remember over the whole run. */
  'memory',
  /** Documents of the target. */
  'target',
  /** Rejects, and duplicates. */
  'beside',
  /** The database, the lease, the reports. */
  'state',
] as const;
export type Area = (typeof AREAS)[number];

export function areaOf(path: string): Area {
  return PATTERNS.find(([pattern]) => pattern.test(path))?.[1] ?? 'state';
}

/** Gathered documents: what a step keeps as they come. */
const GATHERED = String.raw`[/\\]gathered[/\\]\d+[/\\]`;

const PATTERNS: readonly (readonly [RegExp, Area])[] = [
  [/[/\\]state[/\\]knowledge\b/, 'knowledge'],
  [new RegExp(`${GATHERED}(documents|records|gathered)\\b`), 'gathering'],
  [new RegExp(GATHERED), 'barrier'],
  [/[/\\]state[/\\]remembered\b/, 'memory'],
  [/[/\\](out|state[/\\]containers)([/\\]|$)/, 'target'],
  [/[/\\](rejects|duplicates)\.ndjson\b/, 'beside'],
];
