/**
 * Is the container that is there the one that the plan means? Policy by policy; what the plan does not speak of has the
 * service's default on both sides, and what the service adds by itself is no difference.
 */
import type { ContainerDefinition } from '@azure/cosmos';

type Policies = Readonly<Record<string, unknown>>;

/** Sentences without an end, such as `unique keys: the container has /email, the plan says none`. */
export function policyDifferences(there: ContainerDefinition, meant: ContainerDefinition): string[] {
  const [is, ought]: readonly [Policies, Policies] = [{ ...there }, { ...meant }];
  return POLICIES.flatMap(({ name, shown, isOptional = false, key }) => {
    if (isOptional && ought[key] === undefined) return [];
    const [has, says] = [shown(is[key]), shown(ought[key])];
    return has === says ? [] : [`${name}: the container has ${has}, the plan says ${says}`];
  });
}

interface Policy {
  readonly name: string;
  readonly key: string;
  /** One text for all that means the same. */
  readonly shown: (value: unknown) => string;
  /** Whether a plan that does not speak of it takes whatever is there: it may be changed at any time. */
  readonly isOptional?: true;
}

const POLICIES: readonly Policy[] = [
  { name: 'partition key', key: 'partitionKey', shown: partitionKeyText },
  { name: 'unique keys', key: 'uniqueKeyPolicy', shown: uniqueKeysText },
  { name: 'time to live', key: 'defaultTtl', shown: ttlText },
  { name: 'indexing', key: 'indexingPolicy', shown: indexingText, isOptional: true },
  { name: 'conflict resolution', key: 'conflictResolutionPolicy', shown: canonical, isOptional: true },
  { name: 'analytical time to live', key: 'analyticalStorageTtl', shown: canonical, isOptional: true },
];

function partitionKeyText(value: unknown): string {
  const { paths = [], version = 1 } = (value ?? {}) as { paths?: readonly string[]; version?: number };
  return `${paths.join(', ')} (version ${version})`;
}

/** In any order, as the service keeps none; paths of one key in theirs. */
function uniqueKeysText(value: unknown): string {
  const { uniqueKeys = [] } = (value ?? {}) as { uniqueKeys?: readonly { readonly paths: readonly string[] }[] };
  const keys = uniqueKeys.map(({ paths }) => (paths.length === 1 ? paths[0]! : `[${paths.join(', ')}]`));
  return keys.length === 0 ? 'none' : keys.toSorted(byUnits).join(', ');
}

function ttlText(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return value === -1 ? 'enabled' : `${value as number} seconds`;
}

function indexingText(value: unknown): string {
  const policy = (value ?? {}) as Policies;
  const paths = (key: string): unknown[] =>
    ((policy[key] ?? []) as Policies[])
      .map(({ path }) => String(path))
      .filter((path) => path !== '/"_etag"/?')
      .toSorted(byUnits);
  const { indexingMode = 'consistent', compositeIndexes, spatialIndexes, vectorIndexes, fullTextIndexes } = policy;
  return canonical({
    mode: String(indexingMode).toLowerCase(),
    included: paths('includedPaths'),
    excluded: paths('excludedPaths'),
    ...filled({ compositeIndexes, spatialIndexes, vectorIndexes, fullTextIndexes }),
  });
}

function filled(lists: Policies): Policies {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => Array.isArray(list) && list.length > 0));
}

/** JSON with its keys in order, empty values aside. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, inner: unknown) =>
    inner === null || typeof inner !== 'object' || Array.isArray(inner)
      ? inner
      : Object.fromEntries(
          Object.entries(inner)
            .filter(([, one]) => one !== '' && one !== undefined)
            .toSorted(([one], [other]) => byUnits(one, other)),
        ),
  );
}

function byUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
