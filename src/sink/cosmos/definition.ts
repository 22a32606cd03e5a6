/** What is a container of the plan created with, in the service's own words? */
import type { ContainerDefinition, ContainerRequest, IndexingPolicy } from '@azure/cosmos';
import type { ContainerPlan } from '../../plan/plan.ts';

/** The definition without its throughput. Keys are of version 2 always: version 1 looks at the first 100 characters. */
export function definitionOf({
  name,
  partitionKey,
  uniqueKeys,
  defaultTtl,
  policies,
}: ContainerPlan): ContainerDefinition {
  const { indexing, conflictResolution, analyticalTtl } = policies;
  const definition = {
    id: name,
    partitionKey: {
      paths: partitionKey.map(({ text }) => text),
      kind: partitionKey.length === 1 ? 'Hash' : 'MultiHash',
      version: 2,
    },
    ...(uniqueKeys.length > 0 && {
      uniqueKeyPolicy: { uniqueKeys: uniqueKeys.map((paths) => ({ paths: paths.map(({ text }) => text) })) },
    }),
    ...(indexing !== undefined && { indexingPolicy: indexingPolicyOf(indexing as ShortIndexing) }),
    ...(defaultTtl !== undefined && { defaultTtl }),
    ...(conflictResolution !== undefined && { conflictResolutionPolicy: conflictResolution }),
    ...(analyticalTtl !== undefined && { analyticalStorageTtl: analyticalTtl }),
  };
  // The SDK's enums have the values of the service.
  return definition as unknown as ContainerDefinition;
}

export type Throughput =
  | { readonly autoscale: number }
  | { readonly manual: number; readonly during?: number }
  | 'serverless'
  | 'shared';

/** What is asked for when the container is made; nothing where it has none of its own. */
export function offerOf({ policies }: ContainerPlan): Pick<ContainerRequest, 'throughput' | 'maxThroughput'> {
  const throughput = policies['throughput'] as Throughput | undefined;
  if (throughput === undefined || typeof throughput === 'string') return {};
  return 'autoscale' in throughput ? { maxThroughput: throughput.autoscale } : { throughput: throughput.manual };
}

interface ShortIndexing {
  readonly only?: readonly string[];
  readonly composite?: readonly (readonly string[])[];
}

/** The service's own JSON, or the short form `{ only, composite }` in it. */
function indexingPolicyOf(indexing: ShortIndexing): IndexingPolicy {
  const { only, composite } = indexing;
  if (only === undefined && composite === undefined) return indexing as IndexingPolicy;
  const paths =
    only === undefined
      ? { includedPaths: [ROOT], excludedPaths: [] }
      : { includedPaths: only.map((path) => ({ path })), excludedPaths: [ROOT] };
  const compositeIndexes = composite?.map((list) => list.map(compositePath));
  return {
    indexingMode: 'consistent',
    automatic: true,
    ...paths,
    ...(compositeIndexes === undefined ? {} : { compositeIndexes }),
  };
}

const ROOT = { path: '/*' };

/** `/ts desc` is descending. */
function compositePath(text: string): { readonly path: string; readonly order: 'ascending' | 'descending' } {
  const [, path = text, order = 'asc'] = /^(.*?)(?:\s+(asc|desc)(?:ending)?)?$/.exec(text) ?? [];
  return { path, order: order === 'desc' ? 'descending' : 'ascending' };
}
