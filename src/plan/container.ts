/** What is one container of the target created with, and which entities does it take? */
import { LONGEST_TTL } from '../document/ttl.ts';
import { canonicalContainer } from './container-canonical.ts';
import { CONTAINER_KEYS } from './container-keys.ts';
import { expectChoice, expectEntityName, expectInteger, expectMap, expectText } from './expect.ts';
import { checkIndexing } from './indexing.ts';
import { readKeys } from './keys.ts';
import { fileNameProblem } from './file-name.ts';
import type { PlanEntry, PlanNode } from './node.ts';
import { holdsVariable, quoted } from './node.ts';
import { readPartitionKey } from './partition-key.ts';
import { CONFLICT_ACTIONS, CONFLICT_DECISIONS, type ContainerPlan, WRITE_MODES } from './plan.ts';
import { checkThroughput, plainPolicy, readDefaultTtl } from './policies.ts';
import type { Problems } from './problem.ts';
import { readUniqueKeys } from './unique-keys.ts';

export interface ReadContainer {
  readonly plan: ContainerPlan;
  /** Where its key stands. */
  readonly offset: number;
  /** Each entity it names, with its place. */
  readonly entityNodes: readonly { readonly entity: string; readonly node: PlanNode }[];
  readonly partitionKeyOffset: number;
  readonly uniqueKeysOffset: number;
  readonly canonical: string;
}

export function readContainer(
  { key: label, keyOffset, value }: PlanEntry,
  problems: Problems,
): ReadContainer | undefined {
  const what = `The container ${quoted(label)}`;
  checkLabel(label, keyOffset, problems);
  const map = expectMap(value, what, problems);
  if (map === undefined) return undefined;
  const values = readKeys(map, CONTAINER_KEYS, what, problems);
  const read = <Result>(key: string, reader: (node: PlanNode, name: string) => Result): Result | undefined => {
    const node = values.get(key);
    return node === undefined ? undefined : reader(node, `"${key}" of ${label}`);
  };
  const entityNodes = read('entities', (node, name) => readEntityNodes(node, name, problems)) ?? [];
  const partitionKey = read('partitionKey', (node, name) => readPartitionKey(node, name, problems)) ?? [];
  const uniqueKeys = read('uniqueKeys', (node, name) => readUniqueKeys(node, name, partitionKey, problems)) ?? [];
  const defaultTtl = read('ttl', (node, name) => readDefaultTtl(node, name, problems));
  const plan: ContainerPlan = {
    label,
    name: read('name', (node, name) => readName(node, name, problems)) ?? label,
    entities: [...new Set(entityNodes.map(({ entity }) => entity))],
    partitionKey,
    uniqueKeys,
    ...(defaultTtl !== undefined && { defaultTtl }),
    write: read('write', (node, name) => expectChoice(node, name, WRITE_MODES, problems)) ?? 'create',
    onConflict: read('onConflict', (node, name) => expectChoice(node, name, CONFLICT_ACTIONS, problems)) ?? 'reject',
    conflicts: read('conflicts', (node, name) => expectChoice(node, name, CONFLICT_DECISIONS, problems)) ?? 'decided',
    policies: readPolicies(values, label, problems),
  };
  return {
    plan,
    offset: keyOffset,
    entityNodes,
    partitionKeyOffset: values.get('partitionKey')?.offset ?? map.offset,
    uniqueKeysOffset: values.get('uniqueKeys')?.offset ?? map.offset,
    canonical: canonicalContainer(plan, values),
  };
}

/** Files are named by it, so that it has to be a name everywhere. */
function checkLabel(label: string, offset: number, problems: Problems): void {
  if (/^[A-Za-z0-9][\w.-]{0,199}$/.test(label)) {
    const problem = fileNameProblem(label);
    if (problem === undefined) return;
    const message = `A container's key here names files on any system, and ${quoted(label)} ${problem}; it can be its "name".`;
    problems.error(offset, 'invalid-name', message);
    return;
  }
  const message = `A container's key here names files and is made of letters, digits, "-", "_" and "."; ${quoted(label)} can be its "name".`;
  problems.error(offset, 'invalid-name', message);
}

function readName(node: PlanNode, what: string, problems: Problems): string | undefined {
  const name = expectText(node, what, problems);
  if (name === undefined || (name.length <= 255 && !/[/\\#?\p{Cc}]/u.test(name) && name.trim() === name)) return name;
  const found = holdsVariable(node) ? '' : `, found ${quoted(name)}`;
  problems.error(
    node.offset,
    'invalid-name',
    `${what} has at most 255 characters, none of / \\ # ?, and no blank at its ends${found}.`,
  );
  return undefined;
}

function readEntityNodes(node: PlanNode, what: string, problems: Problems): ReadContainer['entityNodes'] {
  const items = node.kind === 'list' ? node.items : [node];
  if (items.length === 0) problems.error(node.offset, 'invalid-value', `${what} names no entity.`);
  return items.flatMap((item) => {
    const entity = expectEntityName(item, what, problems);
    return entity === undefined ? [] : [{ entity, node: item }];
  });
}

function readPolicies(
  values: ReadonlyMap<string, PlanNode>,
  label: string,
  problems: Problems,
): Record<string, unknown> {
  const policies: Record<string, unknown> = {};
  for (const key of ['indexing', 'throughput', 'conflictResolution', 'analyticalTtl'] as const) {
    const node = values.get(key);
    if (node === undefined) continue;
    const what = `"${key}" of ${label}`;
    if (key === 'throughput') checkThroughput(node, what, problems);
    else if (key === 'analyticalTtl') {
      expectInteger(node, what, { minimum: -1, maximum: LONGEST_TTL, rule: 'invalid-ttl' }, problems);
    } else if (key === 'indexing') checkIndexing(node, what, problems);
    else expectMap(node, what, problems);
    policies[key] = plainPolicy(node);
  }
  return policies;
}
