/**
 * What does a query find, and how is it to be asked of several ranges? Answered is the one that reads everything,
 * `SELECT * FROM c`, which clients also send to read all items.
 */
import { json, refusal } from './answer.ts';
import type { Handler } from './handler.ts';
import { readFeed } from './read-feed.ts';
import { objectIn, says, type ServedRequest } from './request.ts';

export const isQueryPlan = (request: ServedRequest): boolean => says(request, 'x-ms-cosmos-is-query-plan-request');
export const isQuery = (request: ServedRequest): boolean => says(request, 'x-ms-documentdb-isquery');

export const query: Handler = (request, account) => unanswered(request) ?? readFeed(request, account);

export const queryPlan: Handler = (request) => unanswered(request) ?? json(200, PLAN);

/** The refusal of every other query. */
function unanswered(request: ServedRequest): ReturnType<Handler> | undefined {
  const text = objectIn(request)?.['query'];
  if (typeof text !== 'string') return refusal(400, { detail: 'A query is an object with its text as "query".' });
  if (/^\s*select\s+\*\s+from\s+[a-z_]\w*(\s+(as\s+)?[a-z_]\w*)?\s*$/i.test(text)) return undefined;
  return refusal(400, {
    detail: `This server answers the query SELECT * FROM c and no other; asked was ${text.slice(0, 200)}`,
  });
}

const PLAN = {
  partitionedQueryExecutionInfoVersion: 2,
  queryInfo: {
    distinctType: 'None',
    top: null,
    offset: null,
    limit: null,
    orderBy: [],
    orderByExpressions: [],
    groupByExpressions: [],
    groupByAliases: [],
    aggregates: [],
    groupByAliasToAggregateType: {},
    rewrittenQuery: '',
    hasSelectValue: false,
    dCountInfo: null,
    hasNonStreamingOrderBy: false,
  },
  queryRanges: [{ min: '', max: 'FF', isMinInclusive: true, isMaxInclusive: false }],
};
