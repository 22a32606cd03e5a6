/**
 * How is a query to be asked of several ranges, and how is one answer made of theirs? Clients ask for this plan, send the
 * rewritten query to each range, and put together what comes: they merge by the sort keys that it adds, add up what
 * aggregates have counted, and leave out and cut off.
 */
import { isGrouped } from './gathered.ts';
import { expressionsOf } from './project.ts';
import { QueryError } from './query-error.ts';
import { type AggregateExpression, aggregatesIn } from './aggregates.ts';
import type { Asked } from './asked.ts';
import type { Count, Query, Selected, Written } from './syntax.ts';

/** Whether one range alone does not have the answer. */
export function needsPlan(query: Query): boolean {
  return (
    query.distinct ||
    query.top !== undefined ||
    query.limit !== undefined ||
    query.orderBy.length > 0 ||
    isGrouped(query)
  );
}

export function queryInfoOf({ query, parameters }: Asked): object {
  const valueOf = (count: Count | undefined): unknown =>
    count === undefined ? null : count.kind === 'constant' ? count.value : parameters.get(count.name);
  const [top, offset, limit] = [valueOf(query.top), valueOf(query.offset), valueOf(query.limit)];
  const isGroup = isGrouped(query);
  const isValue = query.select !== '*' && 'expression' in query.select;
  if (isGroup && limit !== null) throw new QueryError('This server does not cut off groups over several ranges.');
  if (query.distinct && query.orderBy.length > 0) {
    throw new QueryError('This server does not sort what is DISTINCT over several ranges.');
  }
  return {
    distinctType: query.distinct ? 'Unordered' : 'None',
    top,
    offset,
    limit,
    orderBy: query.orderBy.map(({ descending }) => (descending ? 'Descending' : 'Ascending')),
    orderByExpressions: query.orderBy.map(({ text }) => text),
    groupByExpressions: query.groupBy.map(({ text }) => text),
    groupByAliases: query.groupBy.length === 0 ? [] : selectedOf(query).map(({ name }) => name),
    aggregates: isGroup && isValue ? expressionsOf(query).flatMap(aggregatesIn).map(typeOf) : [],
    groupByAliasToAggregateType: isGroup && !isValue ? aliasTypes(query) : {},
    rewrittenQuery: rewritten(query, offset, limit),
    hasSelectValue: isValue,
    dCountInfo: null,
    hasNonStreamingOrderBy: false,
  };
}

const TYPES = { COUNT: 'Count', SUM: 'Sum', MIN: 'Min', MAX: 'Max', AVG: 'Average' } as const;

function typeOf({ name }: AggregateExpression): string {
  return TYPES[name];
}

function aliasTypes(query: Query): Readonly<Record<string, string | null>> {
  const types = selectedOf(query).map(({ name, expression }) => [
    name,
    expression.kind === 'aggregate' ? typeOf(expression) : null,
  ]);
  return Object.fromEntries(types) as Record<string, string | null>;
}

/** Empty where the query can be sent as it is. */
function rewritten(query: Query, offset: unknown, limit: unknown): string {
  const { orderBy, groupBy, alias, distinct, where } = query;
  const cut = limit === null ? '' : ` OFFSET 0 LIMIT ${Number(offset ?? 0) + Number(limit)}`;
  const head = query.top === undefined ? 'SELECT' : `SELECT TOP ${textOfCount(query.top)}`;
  const condition = where === undefined ? '' : ` WHERE ${where.text}`;
  if (isGrouped(query)) {
    const groups = groupBy.map(({ text }) => text).join(', ');
    return `${head} ${partialsOf(query)} FROM ${alias}${condition}${groups === '' ? '' : ` GROUP BY ${groups}`}`;
  }
  if (orderBy.length > 0) {
    const items = orderBy.map(({ text }) => `{"item": ${text}}`).join(', ');
    const order = orderBy.map(({ text, descending }) => `${text} ${descending ? 'DESC' : 'ASC'}`).join(', ');
    const filter = `${where === undefined ? 'true' : `(${where.text})`} AND ${FILTER}`;
    const selected = `${alias}._rid, [${items}] AS orderByItems, ${payloadOf(query)} AS payload`;
    return `${head} ${selected} FROM ${alias} WHERE ${filter} ORDER BY ${order}${cut}`;
  }
  if (cut === '') return '';
  return `${head}${distinct ? ' DISTINCT' : ''} ${selectionOf(query)} FROM ${alias}${condition}${cut}`;
}

/** Where a client puts the condition to go on behind what it has. */
const FILTER = '({documentdb-formattableorderbyquery-filter})';

function partialsOf(query: Query): string {
  const { select, groupBy } = query;
  if (select !== '*' && 'expression' in select) {
    if (groupBy.length > 0) throw new QueryError('This server has no VALUE of groups over several ranges.');
    return `VALUE [${partialOf(select)}]`;
  }
  const payload = selectedOf(query).map((one) => `${JSON.stringify(one.name)}: ${partialOf(one)}`);
  const keys = groupBy.map(({ text }) => `{"item": ${text}}`).join(', ');
  return `${groupBy.length === 0 ? '' : `[${keys}] AS groupByItems, `}{${payload.join(', ')}} AS payload`;
}

/** What one range says of an aggregate, so that several of them can be put together. */
function partialOf({ expression, text }: Written): string {
  if (expression.kind !== 'aggregate') {
    if (aggregatesIn(expression).length === 0) return text;
    throw new QueryError(`Over several ranges ${text} has to be an aggregate and nothing else.`);
  }
  const { name, text: of } = expression;
  if (name === 'AVG') return `{"item": {"sum": SUM(${of}), "count": COUNT(${of})}}`;
  if (name === 'MIN') return `{"item": {"min": MIN(${of}), "count": COUNT(${of})}}`;
  if (name === 'MAX') return `{"item": {"max": MAX(${of}), "count": COUNT(${of})}}`;
  return `{"item": ${name}(${of})}`;
}

function selectedOf({ select }: Query): readonly Selected[] {
  return select === '*' || 'expression' in select ? [] : select;
}

function payloadOf(query: Query): string {
  const { select, alias } = query;
  if (select === '*') return alias;
  if ('expression' in select) return select.text;
  return `{${select.map(({ name, text }) => `${JSON.stringify(name)}: ${text}`).join(', ')}}`;
}

function selectionOf({ select }: Query): string {
  if (select === '*') return '*';
  if ('expression' in select) return `VALUE ${select.text}`;
  return select.map(({ name, text }) => `${text} AS ${name}`).join(', ');
}

function textOfCount(count: Count): string {
  return count.kind === 'constant' ? String(count.value) : count.name;
}
