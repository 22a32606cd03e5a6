/** What is one container of the target created with, and which entities does it take? */
import { expectChoice, expectEntityName, expectInteger, expectMap, expectText } from './expect.ts';
import { canonicalSetting } from './hash.ts';
import { type KeySpecs, readKeys } from './keys.ts';
import type { PlanEntry, PlanNode } from './node.ts';
import { holdsVariable, quoted } from './node.ts';
import { MOST_LEVELS, readPartitionKey } from './partition-key.ts';
import { CONFLICT_ACTIONS, CONFLICT_DECISIONS, type ContainerPlan, WRITE_MODES } from './plan.ts';
import {
  LARGEST_TTL,
  THROUGHPUT_KEYS,
  THROUGHPUT_MODES,
  TTL_SCHEMA,
  checkThroughput,
  plainPolicy,
  readDefaultTtl,
} from './policies.ts';
import type { Problems } from './problem.ts';
import { MOST_CONSTRAINTS, MOST_PATHS, readUniqueKeys } from './unique-keys.ts';

const PATH = { type: 'string', pattern: '^/.' };

export const CONTAINER_KEYS: KeySpecs = {
  entities: {
    description: 'The entities whose documents it takes.',
    schema: {
      anyOf: [
        { type: 'string', minLength: 1 },
        { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
      ],
    },
    required: true,
  },
  partitionKey: {
    description:
      'The path documents are distributed by, or up to three for a hierarchical key; it can never be changed.',
    schema: { anyOf: [PATH, { type: 'array', minItems: 1, maxItems: MOST_LEVELS, items: PATH }] },
    required: true,
  },
  name: {
    description: 'Its name in the database, when that is not its key here.',
    schema: { type: 'string', maxLength: 255 },
  },
  uniqueKeys: {
    description:
      'Constraints, each a path or a list of paths, that hold within one logical partition; they can never be changed.',
    schema: {
      type: 'array',
      maxItems: MOST_CONSTRAINTS,
      items: { anyOf: [PATH, { type: 'array', minItems: 1, maxItems: MOST_PATHS, items: PATH }] },
    },
  },
  ttl: {
    description: 'Time to live: enabled (each document says it), or seconds for all that do not say it.',
    schema: TTL_SCHEMA,
  },
  indexing: { description: 'An indexing policy of the service, or { only, composite }.', schema: { type: 'object' } },
  throughput: {
    description: 'Request units: { autoscale }, { manual, during }, serverless or shared.',
    schema: {
      anyOf: [
        { enum: THROUGHPUT_MODES },
        {
          type: 'object',
          additionalProperties: false,
          properties: Object.fromEntries(
            Object.entries(THROUGHPUT_KEYS).map(([key, { description, schema }]) => [key, { description, ...schema }]),
          ),
        },
      ],
    },
  },
  conflictResolution: {
    description: "The service's policy for accounts with several write regions.",
    schema: { type: 'object' },
  },
  analyticalTtl: {
    description: 'Seconds in the analytical store; -1 is for ever.',
    schema: { type: 'integer', minimum: -1 },
  },
  write: {
    description: 'What meets a document that was there before the run; default create.',
    schema: { enum: WRITE_MODES },
  },
  onConflict: {
    description: 'Whether losers of a conflict are rejected or stop the run; default reject.',
    schema: { enum: CONFLICT_ACTIONS },
  },
  conflicts: {
    description: 'Whether conflicts are decided in source order or by arrival; default decided.',
    schema: { enum: CONFLICT_DECISIONS },
  },
};

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
  const canonical = canonicalContainer(plan, values);
  return {
    plan,
    offset: keyOffset,
    entityNodes,
    partitionKeyOffset: values.get('partitionKey')?.offset ?? map.offset,
    uniqueKeysOffset: values.get('uniqueKeys')?.offset ?? map.offset,
    canonical,
  };
}

/** Files are named by it, so that it has to be a name everywhere. */
function checkLabel(label: string, offset: number, problems: Problems): void {
  if (/^[A-Za-z0-9][\w.-]{0,199}$/.test(label)) return;
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
      expectInteger(node, what, { minimum: -1, maximum: LARGEST_TTL, rule: 'invalid-ttl' }, problems);
    } else expectMap(node, what, problems);
    policies[key] = plainPolicy(node);
  }
  return policies;
}

/** Throughput changes nothing in the documents. */
function canonicalContainer(plan: ContainerPlan, values: ReadonlyMap<string, PlanNode>): string {
  const written = (key: string): string | null => {
    const node = values.get(key);
    return node === undefined ? null : canonicalSetting(node);
  };
  const paths = ({ text }: { readonly text: string }): string => text;
  const { label, entities, partitionKey, uniqueKeys, defaultTtl, write, onConflict, conflicts } = plan;
  const keys = [partitionKey.map(paths), uniqueKeys.map((key) => key.map(paths))];
  const others = ['name', 'indexing', 'conflictResolution', 'analyticalTtl'].map(written);
  return JSON.stringify([label, entities.toSorted(), keys, defaultTtl ?? null, write, onConflict, conflicts, others]);
}
