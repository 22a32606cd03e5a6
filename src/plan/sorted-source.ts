/** Into which entities is a mixed source sorted? By a value of each document, whose names may be others in the plan. */
import type { Path } from '../document/path.ts';
import { expectEntityName, expectMap } from './expect.ts';
import { PlanFiles } from './files.ts';
import { type KeySpecs, readKeys } from './keys.ts';
import type { PlanEntry, PlanMap, PlanNode } from './node.ts';
import { entryOf, quoted } from './node.ts';
import { readOptionValue } from './option-value.ts';
import type { SortPlan } from './plan.ts';
import type { Problems } from './problem.ts';
import { madeBy } from './steps.ts';

export const SORT_KEYS: KeySpecs = {
  by: {
    description: 'The path of the text that says which entity a document is.',
    schema: { type: 'string', pattern: '^(/.|\\$\\{)' },
    required: true,
  },
  names: {
    description: 'What an entity is called in this plan, by the text in the data; the others go by that text.',
    schema: { type: 'object', minProperties: 1, additionalProperties: { type: 'string', minLength: 1 } },
  },
};

/** What the other parts of the plan say of entities, before they are read. */
export interface NamedEntities {
  /** Those that containers take or that are discarded, each with its place. */
  readonly wanted: ReadonlyMap<string, number>;
  /** Those that steps make. */
  readonly made: ReadonlySet<string>;
}

export interface ReadSort {
  /** Absent where it cannot be told by what. */
  readonly plan: SortPlan | undefined;
  /** What comes out of it for all that the plan says, each with its place. */
  readonly entities: ReadonlyMap<string, number>;
  readonly canonical: readonly unknown[];
}

/** Looks through the containers, what is discarded and the steps for names of entities; their readers say what is wrong. */
export function namedEntities(values: ReadonlyMap<string, PlanNode>): NamedEntities {
  const containers = entriesOf(values.get('containers')).map(({ value }) =>
    value.kind === 'map' ? entryOf(value, 'entities')?.value : undefined,
  );
  const nodes = [...containers, values.get('discard')].flatMap(itemsOf);
  const wanted = new Map<string, number>();
  for (const node of nodes) if (node.kind === 'text' && !wanted.has(node.text)) wanted.set(node.text, node.offset);
  return { wanted, made: new Set(itemsOf(values.get('transforms')).flatMap(madeBy)) };
}

export function readSort(map: PlanMap, named: NamedEntities, problems: Problems): ReadSort {
  const values = readKeys(map, SORT_KEYS, '"entity" of the source', problems);
  const byNode = values.get('by');
  const place = {
    problems,
    files: new PlanFiles(''),
    references: [],
    followsDedupe: false,
    entities: [],
    madeLater: new Map<string, number>(),
  };
  const by =
    byNode &&
    (readOptionValue({ type: 'path', many: false, description: '' }, byNode, '"by"', place) as Path | undefined);
  const names = readNames(values.get('names'), problems);
  const entities = new Map<string, number>();
  for (const { name, offset } of names.values()) if (!entities.has(name)) entities.set(name, offset);
  for (const [name, offset] of named.wanted)
    if (!named.made.has(name) && !entities.has(name)) entities.set(name, offset);
  const pairs = [...names].map(([said, { name }]): [string, string] => [said, name]);
  return {
    plan: by && { by, names: new Map(pairs), known: new Set([...entities.keys(), ...named.wanted.keys()]) },
    entities,
    canonical: [by?.text ?? null, pairs.toSorted(([a], [b]) => (a < b ? -1 : 1))],
  };
}

interface PlacedName {
  readonly name: string;
  readonly offset: number;
}

function readNames(node: PlanNode | undefined, problems: Problems): Map<string, PlacedName> {
  const names = new Map<string, PlacedName>();
  const map = node && expectMap(node, '"names"', problems);
  if (map?.entries.length === 0)
    problems.warning(map.offset, 'without-effect', '"names" is an empty map, so that nothing happens.');
  for (const { key, value } of map?.entries ?? []) {
    const name = expectEntityName(value, `${quoted(key)} of "names"`, problems);
    if (name !== undefined) names.set(key, { name, offset: value.offset });
  }
  return names;
}

function entriesOf(node: PlanNode | undefined): readonly PlanEntry[] {
  return node?.kind === 'map' ? node.entries : [];
}

function itemsOf(node: PlanNode | undefined): readonly PlanNode[] {
  return node === undefined ? [] : node.kind === 'list' ? node.items : [node];
}
