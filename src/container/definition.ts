/**
 * May a container be created like this? Checks a definition as a client sends it and compiles its policies; the service
 * answers what breaks a rule with 400. Limits are those of the quota page (concepts-limits.md).
 */
import { type Path, parsePath, PathError } from '../document/path.ts';
import { indexingProblem } from './indexing-policy.ts';
import { isTtl } from '../document/ttl.ts';
import type { KeyVersion } from './effective-key.ts';
import type { ContainerPolicy } from './policy.ts';

const MOST_CONSTRAINTS = 10;
/** Of one constraint; "Use unique keys" says of a policy, the quota page, newer, of a constraint. */
const MOST_PATHS = 16;
const MOST_LEVELS = 3;

/** A container's definition as it was given: JSON. */
export type Definition = Readonly<Record<string, unknown>>;

/** The policies of a definition, or what is wrong with it. */
export function readDefinition(definition: Definition): ContainerPolicy | { readonly problem: string } {
  const partitionKey = readPartitionKey(definition['partitionKey']);
  if (typeof partitionKey === 'string') return { problem: partitionKey };
  const uniqueKeys = readUniqueKeys(definition['uniqueKeyPolicy']);
  if (typeof uniqueKeys === 'string') return { problem: uniqueKeys };
  const { defaultTtl, indexingPolicy } = definition;
  const indexing = indexingPolicy === undefined ? undefined : indexingProblem(indexingPolicy);
  if (indexing !== undefined) return { problem: indexing };
  const keyVersion = readKeyVersion(definition['partitionKey']);
  if (typeof keyVersion === 'string') return { problem: keyVersion };
  if (defaultTtl === undefined || defaultTtl === null) return { partitionKey, keyVersion, uniqueKeys };
  if (typeof defaultTtl !== 'number' || !isTtl(defaultTtl)) {
    return {
      problem: `defaultTtl is ${JSON.stringify(defaultTtl)}; -1 or a whole number of seconds from 1 on is expected`,
    };
  }
  return { partitionKey, keyVersion, uniqueKeys, defaultTtl };
}

/** Without a version a key is of version 1, unless it has several levels. */
function readKeyVersion(value: unknown): KeyVersion | string {
  const { kind, version } = value as { readonly kind?: unknown; readonly version?: unknown };
  if (kind === 'MultiHash') return version === undefined || version === 2 ? 2 : 'a key of kind MultiHash has version 2';
  if (version === undefined || version === 1) return 1;
  return version === 2 ? 2 : `a partition key has version 1 or 2, found ${JSON.stringify(version)}`;
}

function readPartitionKey(value: unknown): readonly Path[] | string {
  const paths = pathsOf(value);
  if (paths === undefined) return 'a container needs partitionKey.paths';
  const kind = (value as { readonly kind?: unknown }).kind ?? 'Hash';
  const most = kind === 'MultiHash' ? MOST_LEVELS : 1;
  if (paths.length < 1 || paths.length > most) {
    return `a partition key of kind ${JSON.stringify(kind)} has 1 to ${most} paths, found ${paths.length}`;
  }
  return readPaths(paths);
}

function readUniqueKeys(value: unknown): readonly (readonly Path[])[] | string {
  if (value === undefined || value === null) return [];
  const { uniqueKeys } = value as { readonly uniqueKeys?: unknown };
  if (!Array.isArray(uniqueKeys)) return 'uniqueKeyPolicy.uniqueKeys has to be a list';
  if (uniqueKeys.length > MOST_CONSTRAINTS)
    return `${uniqueKeys.length} unique keys, at most ${MOST_CONSTRAINTS} are allowed`;
  const constraints: (readonly Path[])[] = [];
  for (const constraint of uniqueKeys as unknown[]) {
    const paths = pathsOf(constraint);
    if (paths === undefined || paths.length === 0) return 'a unique key has to name its paths';
    if (paths.length > MOST_PATHS) return `a unique key with ${paths.length} paths, at most ${MOST_PATHS} are allowed`;
    const read = readPaths(paths);
    if (typeof read === 'string') return read;
    constraints.push(read);
  }
  return constraints;
}

function pathsOf(value: unknown): readonly unknown[] | undefined {
  const paths = value === null || typeof value !== 'object' ? undefined : (value as { readonly paths?: unknown }).paths;
  return Array.isArray(paths) ? (paths as unknown[]) : undefined;
}

/** Paths of a policy lead through properties: no wildcards (the service's own text, MicrosoftDocs/azure-docs #13090). */
function readPaths(texts: readonly unknown[]): readonly Path[] | string {
  const paths: Path[] = [];
  for (const text of texts) {
    if (typeof text !== 'string') return `a path has to be text, found ${JSON.stringify(text)}`;
    try {
      const path = parsePath(text);
      if (
        path.segments.length === 0 ||
        path.many ||
        path.segments.some(({ key }) => key.name === '?' || key.name === '[]')
      ) {
        return `the path ${JSON.stringify(text)} must name a property, without wildcards`;
      }
      paths.push(path);
    } catch (error) {
      if (!(error instanceof PathError)) throw error;
      return error.message;
    }
  }
  return paths;
}
