/** Can items be sorted like this? By one property always; by several there has to be a composite index for just these. */
import type { Definition } from '../../container/definition.ts';
import type { Query } from './syntax.ts';

interface IndexedPath {
  readonly path: string;
  readonly order?: string;
}

export function isSortable({ orderBy }: Query, definition: Definition): boolean {
  if (orderBy.length < 2) return true;
  const policy = definition['indexingPolicy'] as { readonly compositeIndexes?: readonly (readonly IndexedPath[])[] };
  return (policy.compositeIndexes ?? []).some((index) => serves(index, orderBy));
}

/** In its own directions, or all of them turned round. */
function serves(index: readonly IndexedPath[], orderBy: Query['orderBy']): boolean {
  if (index.length !== orderBy.length) return false;
  const turned = index.map(({ path, order }, at) => {
    const { expression, descending } = orderBy[at]!;
    if (expression.kind !== 'path' || path !== `/${expression.steps.join('/')}`) return undefined;
    return (order?.toLowerCase() === 'descending') !== descending;
  });
  return turned[0] !== undefined && turned.every((one) => one === turned[0]);
}
