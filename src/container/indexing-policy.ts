/**
 * Is this an indexing policy that the service takes? The root path has to be included or excluded, and not both
 * (Indexing policies; terraform-provider-azurerm #14561). With mode `none` there are no paths.
 */

const ROOT = '/*';

/** What is wrong with it, as a sentence. */
export function indexingProblem(policy: unknown): string | undefined {
  if (policy === null || typeof policy !== 'object') return 'indexingPolicy has to be an object';
  const { indexingMode, includedPaths, excludedPaths } = policy as Readonly<Record<string, unknown>>;
  if (indexingMode === 'none' || (includedPaths === undefined && excludedPaths === undefined)) return undefined;
  const included = holdsRoot(includedPaths);
  if (included === holdsRoot(excludedPaths)) {
    return `the root path ${ROOT} has to be either included in or excluded from the indexing policy${included ? ', not both' : ''}`;
  }
  return undefined;
}

function holdsRoot(paths: unknown): boolean {
  return Array.isArray(paths) && (paths as { readonly path?: unknown }[]).some(({ path }) => path === ROOT);
}
