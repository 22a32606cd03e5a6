/** What does a container's definition look like once the service has it? What was left out is there with its default. */
import type { Definition } from '../container/definition.ts';

/** The policies in what a client sent, without what belongs to the service. */
export function withDefaults(sent: Definition): Definition {
  const { partitionKey, indexingPolicy, uniqueKeyPolicy, defaultTtl, conflictResolutionPolicy } = sent;
  return {
    indexingPolicy: indexingWithDefaults((indexingPolicy ?? {}) as Definition),
    partitionKey: { kind: 'Hash', ...(partitionKey as object) },
    ...(uniqueKeyPolicy === undefined || uniqueKeyPolicy === null ? {} : { uniqueKeyPolicy }),
    ...(defaultTtl === undefined || defaultTtl === null ? {} : { defaultTtl }),
    conflictResolutionPolicy: { ...LAST_WRITER, ...(conflictResolutionPolicy as object | undefined) },
    ...Object.fromEntries(KEPT.filter((name) => sent[name] !== undefined).map((name) => [name, sent[name]])),
    geospatialConfig: sent['geospatialConfig'] ?? { type: 'Geography' },
  };
}

/** Policies that the server keeps and does nothing about. */
const KEPT = [
  'analyticalStorageTtl',
  'changeFeedPolicy',
  'clientEncryptionPolicy',
  'computedProperties',
  'vectorEmbeddingPolicy',
  'fullTextPolicy',
] as const;

const LAST_WRITER = { mode: 'LastWriterWins', conflictResolutionPath: '/_ts', conflictResolutionProcedure: '' };
const ROOT = { path: '/*' };
const ETAG = { path: '/"_etag"/?' };

function indexingWithDefaults(policy: Definition): Definition {
  const { indexingMode = 'consistent', automatic = true } = policy;
  if (indexingMode === 'none') return { ...policy, indexingMode, automatic };
  const excluded = (policy['excludedPaths'] as readonly { readonly path?: unknown }[] | undefined) ?? [];
  const hasRoot = excluded.some(({ path }) => path === ROOT.path);
  return {
    ...policy,
    indexingMode,
    automatic,
    includedPaths: policy['includedPaths'] ?? (hasRoot ? [] : [ROOT]),
    excludedPaths: excluded.some(({ path }) => path === ETAG.path) ? excluded : [...excluded, ETAG],
  };
}
