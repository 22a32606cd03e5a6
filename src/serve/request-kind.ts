/** Which kind of request is it? In words, for whoever has to tell them apart without answering them. */
import { isBulk } from './bulk.ts';
import { isChangeFeed } from './change-feed.ts';
import { isQuery, isQueryPlan } from './queries.ts';
import { says, type ServedRequest } from './request.ts';
import { isTransactionalBatch } from './transactional-batch.ts';

export const REQUEST_KINDS = [
  'account',
  'database',
  'container',
  'ranges',
  'offer',
  'create',
  'upsert',
  'read',
  'replace',
  'patch',
  'delete',
  'batch',
  'bulk',
  'query',
  'query-plan',
  'change-feed',
  'read-feed',
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export function kindOf(request: ServedRequest): RequestKind {
  const { pattern } = request.path;
  if (pattern.endsWith('/docs')) return request.method === 'POST' ? kindPosted(request) : kindRead(request);
  if (pattern.endsWith('/docs/*')) return ITEM_KINDS[request.method] ?? 'read';
  if (pattern.endsWith('/pkranges')) return 'ranges';
  if (pattern.startsWith('offers')) return 'offer';
  if (pattern.includes('/colls')) return 'container';
  return pattern === '' ? 'account' : 'database';
}

const ITEM_KINDS: Readonly<Record<string, RequestKind>> = { PUT: 'replace', PATCH: 'patch', DELETE: 'delete' };

function kindPosted(request: ServedRequest): RequestKind {
  if (isTransactionalBatch(request)) return 'batch';
  if (isBulk(request)) return 'bulk';
  if (isQueryPlan(request)) return 'query-plan';
  if (isQuery(request)) return 'query';
  return says(request, 'x-ms-documentdb-is-upsert') ? 'upsert' : 'create';
}

function kindRead(request: ServedRequest): RequestKind {
  return isChangeFeed(request) ? 'change-feed' : 'read-feed';
}
