/** What comes of a query, and how is it to be asked of several ranges? Read here; its parts are in `query/`. */
import { type Answer, json, refusal } from './answer.ts';
import { readCharge } from './charge.ts';
import { withContainer } from './containers.ts';
import { documentsAnswer, limitsOf } from './feed-answer.ts';
import type { Handler } from './handler.ts';
import { itemBody } from './item-body.ts';
import { metered, withSession } from './metered.ts';
import { parseQuery } from './query/parse-query.ts';
import { needsPlan, queryInfoOf } from './query/plan.ts';
import { QueryError } from './query/query-error.ts';
import type { Asked } from './query/asked.ts';
import { type Place, runQuery, START } from './query/run-query.ts';
import { isSortable } from './query/sort-index.ts';
import { partitionKeyOf } from './partition-key.ts';
import { hexOf } from './ranges.ts';
import { header, objectIn, says, type ServedRequest } from './request.ts';
import type { ContainerResource } from './resources.ts';
import { type ReadScope, scopeOf } from './scope.ts';

export const isQueryPlan = (request: ServedRequest): boolean => says(request, 'x-ms-cosmos-is-query-plan-request');
export const isQuery = (request: ServedRequest): boolean => says(request, 'x-ms-documentdb-isquery');

export const query: Handler = (request, account) =>
  withContainer(request, account, (container) =>
    withQuery(request, container, (asked) => {
      const scope = scopeOf(request, container);
      if ('status' in scope) return scope;
      if (spans(request, container) && needsPlan(asked.query)) {
        const additional = JSON.stringify(planOf(request, container, asked));
        return { ...refusal(400, { substatus: FAN_OUT }), additional };
      }
      const place = placeIn(header(request, 'x-ms-continuation'));
      if (place === undefined) return refusal(400, { detail: 'The continuation is none of a query.' });
      const answer = metered(container, scope.range, () => pageOf(request, container, scope, asked, place));
      return withSession(container, scope.range, answer);
    }),
  );

export const queryPlan: Handler = (request, account) =>
  withContainer(request, account, (container) =>
    withQuery(request, container, (asked) => json(200, planOf(request, container, asked))),
  );

/** The client has to ask range by range. */
const FAN_OUT = 1004;

function withQuery(request: ServedRequest, container: ContainerResource, answer: (asked: Asked) => Answer): Answer {
  const sent = objectIn(request);
  const text = sent?.['query'];
  if (typeof text !== 'string') return refusal(400, { detail: 'A query is an object with its text as "query".' });
  try {
    const asked = { query: parseQuery(text), parameters: parametersIn(sent?.['parameters']) };
    if (isSortable(asked.query, container.definition)) return answer(asked);
    return refusal(400, {
      detail: 'The order by query does not have a corresponding composite index that it can be served from.',
    });
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return refusal(400, { detail: error.message });
  }
}

function planOf(request: ServedRequest, container: ContainerResource, asked: Asked): object {
  return {
    partitionedQueryExecutionInfoVersion: 2,
    queryInfo: queryInfoOf(asked),
    queryRanges: [stretchOf(request, container)],
  };
}

function pageOf(
  request: ServedRequest,
  container: ContainerResource,
  { scope }: ReadScope,
  asked: Asked,
  place: Place,
): Answer {
  const { feed } = container.items;
  const candidates = function* candidatesBehind(after: number) {
    for (const item of feed.each(after, scope)) {
      yield { item: item.item, text: item.text, body: () => itemBody(container, item, item.text) };
    }
  };
  const { from, to, partition } = scope;
  // What expires is gone without a change: then the second counts too.
  const state = [container.rid, container.items.lsn, container.definition['defaultTtl'] === undefined ? 0 : Date.now()];
  const name = [...state, hexOf(from), hexOf(to), partition?.toString('hex'), request.body.toString()].join(' ');
  const page = runQuery(asked, candidates, place, limitsOf(request), name);
  const headers = page.next === undefined ? {} : { 'x-ms-continuation': JSON.stringify(page.next) };
  return documentsAnswer(container, page.documents, headers, readCharge(page.bytes));
}

/** Whether the request is for several ranges at once. */
function spans(request: ServedRequest, { ranges }: ContainerResource): boolean {
  if (header(request, 'x-ms-documentdb-partitionkeyrangeid') !== undefined) return false;
  return ranges.length > 1 && partitionKeyOf(request) === undefined;
}

function parametersIn(sent: unknown): ReadonlyMap<string, unknown> {
  const list = (Array.isArray(sent) ? sent : []) as readonly { readonly name?: unknown; readonly value?: unknown }[];
  return new Map(list.map(({ name, value }) => [String(name), value]));
}

function placeIn(continuation: string | undefined): Place | undefined {
  if (continuation === undefined) return START;
  try {
    const { after, skipped, told } = JSON.parse(continuation) as Partial<Place>;
    if (!Number.isInteger(after) || !Number.isInteger(skipped) || !Number.isInteger(told)) return undefined;
    return { after: Number(after), skipped: Number(skipped), told: Number(told) };
  } catch {
    return undefined;
  }
}

/** The effective partition keys that the query is about. */
function stretchOf(request: ServedRequest, { items }: ContainerResource): object {
  const levels = partitionKeyOf(request);
  if (typeof levels !== 'object') return { min: '', max: 'FF', isMinInclusive: true, isMaxInclusive: false };
  const key = hexOf(items.effective(levels));
  const isWhole = levels.length === items.policy.partitionKey.length;
  return { min: key, max: isWhole ? key : `${key}FF`, isMinInclusive: true, isMaxInclusive: isWhole };
}
