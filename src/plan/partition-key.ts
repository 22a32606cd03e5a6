/** Which path, or which one to three paths from general to particular, is a container divided by? */
import type { Path } from '../document/path.ts';
import type { PlanNode } from './node.ts';
import { readPolicyPath } from './policy-path.ts';
import type { Problems } from './problem.ts';

export const MOST_LEVELS = 3;

export function readPartitionKey(node: PlanNode, what: string, problems: Problems): readonly Path[] {
  const items = node.kind === 'list' ? node.items : [node];
  if (items.length === 0) problems.error(node.offset, 'invalid-partition-key', `${what} names no path.`);
  const extra = items[MOST_LEVELS];
  if (extra !== undefined) {
    const message = `${what} has ${items.length} levels; the service takes ${MOST_LEVELS} at most.`;
    problems.error(extra.offset, 'invalid-partition-key', message);
  }
  const paths: Path[] = [];
  for (const item of items) {
    const path = readPolicyPath(item, what, 'invalid-partition-key', problems);
    if (path === undefined) continue;
    if (paths.some(({ text }) => text === path.text)) {
      problems.error(item.offset, 'invalid-partition-key', `${what} names ${path.text} twice.`);
    }
    paths.push(path);
  }
  return paths;
}
