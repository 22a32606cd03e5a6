/** What can a plan say about documents that are looked up? */
import type { Path, Segment } from '../../src/document/path.ts';
import { pathsTaken } from '../../src/document/taken.ts';
import type { OptionsOf } from '../../src/transform/step.ts';

export const options = {
  in: {
    type: 'sideInput',
    required: true,
    description:
      'Whose documents are looked up: a reference, by its name under `references`, or an entity of this plan, whose documents are found as they come to this step.',
  },
  local: {
    type: 'path',
    required: true,
    description:
      'What the document holds: one value, or by `*` each of an array. Where it is missing or null nothing is set, and nulls in an array are skipped.',
  },
  foreign: {
    type: 'path',
    required: true,
    description: 'What the documents of the reference hold there; it may cross an array.',
  },
  as: {
    type: 'path',
    required: true,
    description:
      'Where the result goes. With a `*` it enriches each element that `local` leads through. `local` itself may be replaced, and the array that it leads through last.',
  },
  pick: {
    type: 'taken',
    description:
      'What is taken of each document: a path or a text with {/path} parts for the bare value, a list of paths to keep, or a map of properties, each with its path or text. Default: the whole document.',
  },
  one: {
    type: 'boolean',
    default: false,
    description: 'Whether the first match is taken; else the result is an array.',
  },
  match: {
    type: 'choice',
    choices: ['value', 'text'],
    default: 'value',
    description: 'Values are the same by type and exact value (1 = 1.0, not "1"), or by their text.',
  },
  missing: {
    type: 'choice',
    choices: ['keep', 'null', 'reject'],
    default: 'keep',
    description:
      'What becomes of a value that no document of the reference has: it is left out and reported, null takes its place and it is reported, or the document is rejected.',
  },
  aggregate: {
    type: 'map',
    keys: 'property',
    values: 'aggregate',
    description:
      'Properties beside the result, computed of all matches: `count`, or `sum`, `avg`, `min`, `max`, `first` or `last` with a path.',
  },
} as const;

export type Options = OptionsOf<typeof options>;

/** The name of what `dedupe` has taken out; not to be found there is the ordinary case. */
export const DUPLICATES = 'duplicates';

/** What is taken of the documents that are found. */
export function placesTaken({ pick, aggregate = [] }: Options): readonly Path[] {
  return [...(pick === undefined ? [] : pathsTaken(pick)), ...aggregate.flatMap(({ value: { path } }) => path ?? [])];
}

/** What cannot be right although each option by itself is. */
export function problems({ local, as, aggregate }: Options): readonly string[] {
  const found: string[] = [];
  const stars = as.segments.findLastIndex(({ each }) => each) + 1;
  if (!isSame(as.segments.slice(0, stars), local.segments.slice(0, stars)))
    found.push(
      `${as.text} leads through other elements than ${local.text}: a "*" in as has to be where local has it, up to its last one`,
    );
  if (aggregate !== undefined && as.segments.at(-1)!.each)
    found.push(`nothing can stand beside an element of ${as.text.replace(/\/\*$/, '')}, which aggregate would need`);
  const { key } = as.segments.at(-1)!;
  for (const { key: name } of aggregate ?? [])
    if (name === key.name && !as.segments.at(-1)!.each) found.push(`"${name}" is both as and an aggregate`);
  return found;
}

/** The segments up to the last `*` of `as`: the places that are enriched, each for itself. */
export function placesOf({ as }: Options): readonly Segment[] {
  return as.segments.slice(0, as.segments.findLastIndex(({ each }) => each) + 1);
}

/** A path from such a place on. */
export function within(path: Path, places: number): Path {
  const segments = path.segments.slice(places);
  return { text: path.text, segments, many: segments.some(({ each }) => each) };
}

function isSame(one: readonly Segment[], other: readonly Segment[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ each, key }, i) => each === other[i]!.each && key.name === other[i]!.key.name)
  );
}
