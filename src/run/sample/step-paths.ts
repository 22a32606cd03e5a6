/** Which places of its documents does a step need? What it says of its effects, or else its options of paths. */
import { keyOf } from '../../document/key.ts';
import type { Path, Segment } from '../../document/path.ts';
import type { ReadStep } from '../../plan/steps.ts';
import type { OptionSpecs } from '../../transform/step.ts';
import { textOfSegments } from './path-watch.ts';

export function stepPaths({ definition, options }: ReadStep): Path[] {
  const effects = definition.effects?.(options);
  const paths = effects?.flatMap(({ reads = [] }) => reads) ?? pathsOf(definition.options, options);
  const all = [...paths, ...elementPaths(definition.name, options as unknown as SplitPaths)];
  return distinct(all);
}

/** What its condition reads, in documents that it may turn away. */
export function conditionPaths({ plan }: ReadStep): Path[] {
  return distinct(plan.if?.paths ?? []);
}

function distinct(paths: readonly Path[]): Path[] {
  return [...new Map(paths.filter(({ segments }) => segments.length > 0).map((path) => [path.text, path])).values()];
}

function pathsOf(specs: OptionSpecs, options: Readonly<Record<string, unknown>>): Path[] {
  return Object.entries(specs).flatMap(([name, { type }]) => {
    const given = options[name];
    if (given === undefined) return [];
    if (type === 'path') return [given as Path];
    return type === 'paths' ? (given as readonly Path[]) : [];
  });
}

interface SplitPaths {
  readonly path: Path;
  readonly omit?: readonly Path[];
  readonly keep?: { readonly by?: Path; readonly pick?: readonly Path[] };
}

/** What a split names within the elements of its array. */
function elementPaths(name: string, { path, omit = [], keep }: SplitPaths): Path[] {
  if (name !== 'split') return [];
  const within = [...omit, ...(keep?.pick ?? []), ...(keep?.by === undefined ? [] : [keep.by])];
  return within.filter(({ segments }) => segments.length > 0).map((inner) => joined(path, inner));
}

const EACH: Segment = { key: keyOf('*'), index: -1, each: true };

function joined(array: Path, inner: Path): Path {
  const segments = [...array.segments, EACH, ...inner.segments];
  return { text: textOfSegments(segments), segments, many: true };
}
