/** Would the service take this indexing policy? Its own JSON, or the short form `{ only, composite }`. */
import { expectList, expectMap } from './expect.ts';
import { type KeySpecs, readKeys } from './keys.ts';
import type { PlanList, PlanNode } from './node.ts';
import { described, entryOf } from './node.ts';
import type { Problems } from './problem.ts';

const MOST_INDEXED_PATHS = 1500;
const MOST_COMPOSITES = 100;
const MOST_IN_COMPOSITE = 8;

export const SHORT_KEYS: KeySpecs = {
  only: {
    description: 'The only paths that are indexed, as in /status/?.',
    schema: { type: 'array', items: { type: 'string', pattern: '^/' } },
  },
  composite: {
    description: 'Composite indexes, each a list of two to eight paths; "/ts desc" is descending.',
    schema: {
      type: 'array',
      items: { type: 'array', minItems: 2, maxItems: MOST_IN_COMPOSITE, items: { type: 'string' } },
    },
  },
};

export const SERVICE_KEYS: KeySpecs = {
  indexingMode: { description: 'consistent or none.', schema: { enum: ['consistent', 'none'] } },
  automatic: { description: 'Whether documents are indexed without being told so.', schema: { type: 'boolean' } },
  includedPaths: { description: 'Paths that are indexed: [{ path: "/*" }].', schema: { type: 'array' } },
  excludedPaths: { description: 'Paths that are not indexed.', schema: { type: 'array' } },
  compositeIndexes: { description: 'Lists of { path, order }.', schema: { type: 'array' } },
  spatialIndexes: { description: 'Paths of shapes and points.', schema: { type: 'array' } },
  vectorIndexes: { description: 'Paths of vectors.', schema: { type: 'array' } },
  fullTextIndexes: { description: 'Paths of texts that are searched by words.', schema: { type: 'array' } },
};

export function checkIndexing(node: PlanNode, what: string, problems: Problems): void {
  const map = expectMap(node, what, problems);
  if (map === undefined) return;
  const isShort = map.entries.some(({ key }) => Object.hasOwn(SHORT_KEYS, key));
  const values = readKeys(map, isShort ? SHORT_KEYS : SERVICE_KEYS, what, problems);
  const list = (key: string): PlanList | undefined => {
    const value = values.get(key);
    return value && expectList(value, `"${key}" of ${what}`, problems);
  };
  if (isShort) {
    checkPaths(list('only')?.items ?? [], what, problems);
    checkComposites(list('composite'), what, problems);
    return;
  }
  const [included, excluded] = [list('includedPaths'), list('excludedPaths')];
  const paths = [...pathsOf(included), ...pathsOf(excluded)];
  checkPaths(paths, what, problems);
  const roots = paths.filter((path) => path.kind === 'text' && path.text === '/*').length;
  if ((included !== undefined || excluded !== undefined) && roots !== 1) {
    const message = `${what} has to name "/*" either among includedPaths or among excludedPaths.`;
    problems.error(map.offset, 'invalid-policy', message);
  }
  checkComposites(list('compositeIndexes'), what, problems);
}

/** What `path` says in each item, or the item itself where it does not. */
function pathsOf(list: PlanList | undefined): PlanNode[] {
  return (list?.items ?? []).map((item) => (item.kind === 'map' ? (entryOf(item, 'path')?.value ?? item) : item));
}

function checkPaths(paths: readonly PlanNode[], what: string, problems: Problems): void {
  for (const path of paths) {
    if (path.kind === 'text' && path.text.startsWith('/')) continue;
    problems.error(path.offset, 'invalid-policy', `A path of ${what} starts with "/", found ${described(path)}.`);
  }
  const extra = paths[MOST_INDEXED_PATHS];
  if (extra === undefined) return;
  const message = `${what} has ${paths.length} paths; the service takes ${MOST_INDEXED_PATHS} at most.`;
  problems.error(extra.offset, 'invalid-policy', message);
}

function checkComposites(list: PlanList | undefined, what: string, problems: Problems): void {
  for (const item of list?.items ?? []) {
    const paths = item.kind === 'list' ? item.items.length : 0;
    if (paths >= 2 && paths <= MOST_IN_COMPOSITE) continue;
    const message = `A composite index of ${what} is a list of 2 to ${MOST_IN_COMPOSITE} paths.`;
    problems.error(item.offset, 'invalid-policy', message);
  }
  const extra = list?.items[MOST_COMPOSITES];
  if (extra === undefined) return;
  const message = `${what} has ${list?.items.length} composite indexes; the service takes ${MOST_COMPOSITES} at most.`;
  problems.error(extra.offset, 'invalid-policy', message);
}
