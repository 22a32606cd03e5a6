/** Which values may a logical partition hold only once? Each constraint is a path or a list of paths. */
import type { Path } from '../document/path.ts';
import { expectList } from './expect.ts';
import type { PlanNode } from './node.ts';
import { readPolicyPath } from './policy-path.ts';
import type { Problems } from './problem.ts';

export const MOST_CONSTRAINTS = 10;
export const MOST_PATHS = 16;

export type UniqueKey = readonly Path[];

export function readUniqueKeys(
  node: PlanNode,
  what: string,
  partitionKey: readonly Path[],
  problems: Problems,
): readonly UniqueKey[] {
  const items = expectList(node, what, problems)?.items ?? [];
  const extra = items[MOST_CONSTRAINTS];
  if (extra !== undefined) {
    const message = `${what} has ${items.length} constraints; the service takes ${MOST_CONSTRAINTS} at most.`;
    problems.error(extra.offset, 'unique-key-limit', message);
  }
  const keys: UniqueKey[] = [];
  for (const item of items) {
    const key = readUniqueKey(item, what, problems);
    if (key.length > 0) warnOfRepetition(item, key, keys, partitionKey, problems);
    keys.push(key);
  }
  if (keys.length > 0 && partitionKey.some(({ text }) => text === '/id')) {
    const message = `${what} refuse nothing: they hold within one logical partition, and with /id in the partition key each of these holds one document only; partition by something that documents share, or leave them out.`;
    problems.warning(node.offset, 'without-effect', message);
  }
  const total = keys.reduce((sum, key) => sum + key.length, 0);
  if (total > MOST_PATHS && keys.every((key) => key.length <= MOST_PATHS)) {
    const message = `${what} has ${total} paths in all; one page of the service's documentation allows ${MOST_PATHS} in one constraint, another ${MOST_PATHS} in all.`;
    problems.warning(node.offset, 'unique-key-limit', message);
  }
  return keys.filter((key) => key.length > 0);
}

function readUniqueKey(node: PlanNode, what: string, problems: Problems): UniqueKey {
  const items = node.kind === 'list' ? node.items : [node];
  if (items.length === 0) problems.error(node.offset, 'invalid-unique-key', `A constraint of ${what} names no path.`);
  const extra = items[MOST_PATHS];
  if (extra !== undefined) {
    const message = `A constraint of ${what} has ${items.length} paths; the service takes ${MOST_PATHS} at most.`;
    problems.error(extra.offset, 'unique-key-limit', message);
  }
  const paths: Path[] = [];
  for (const item of items) {
    const path = readPolicyPath(item, what, 'invalid-unique-key', problems);
    if (path === undefined) continue;
    if (paths.some(({ text }) => text === path.text)) {
      problems.warning(item.offset, 'redundant-unique-key', `A constraint of ${what} names ${path.text} twice.`);
    }
    paths.push(path);
  }
  return paths;
}

function warnOfRepetition(
  node: PlanNode,
  key: UniqueKey,
  before: readonly UniqueKey[],
  partitionKey: readonly Path[],
  problems: Problems,
): void {
  const texts = key.map(({ text }) => text);
  const repeated = partitionKey.find(({ text }) => texts.includes(text));
  if (repeated !== undefined) {
    const effect =
      key.length === 1
        ? 'so that each logical partition could hold one document only'
        : 'so that naming it again changes nothing';
    const message = `${repeated.text} is in the partition key, and a unique key holds within one logical partition, ${effect}.`;
    problems.warning(node.offset, 'redundant-unique-key', message);
  } else if (texts.length === 1 && texts[0] === '/id') {
    problems.warning(
      node.offset,
      'redundant-unique-key',
      '/id is unique in each logical partition without a unique key.',
    );
  } else if (before.some((other) => isSame(other, texts))) {
    problems.warning(node.offset, 'redundant-unique-key', `The constraint on ${texts.join(', ')} stands twice.`);
  }
}

function isSame(key: UniqueKey, texts: readonly string[]): boolean {
  return key.length === texts.length && key.every(({ text }) => texts.includes(text));
}
