/** What does a query find that needs all of its items before it can tell the first? Sorted, once each, or by groups. */
import { Buffer } from 'node:buffer';
import { Accumulator, type AggregateExpression, aggregatesIn } from './aggregates.ts';
import { evaluate, type Scope } from './evaluate.ts';
import { ItemRow } from './item-row.ts';
import { expressionsOf, project } from './project.ts';
import { QueryError } from './query-error.ts';
import { type Asked, type Candidate, holds } from './asked.ts';
import type { Query } from './syntax.ts';
import { canonical, compare, plain, type Term } from './term.ts';

export function isGathered(query: Query): boolean {
  return query.distinct || query.orderBy.length > 0 || isGrouped(query);
}

export function isGrouped(query: Query): boolean {
  return query.groupBy.length > 0 || expressionsOf(query).some((one) => aggregatesIn(one).length > 0);
}

export interface Gathered {
  readonly documents: readonly Buffer[];
  readonly bytes: number;
}

export function gathered(asked: Asked, candidates: Iterable<Candidate>): Gathered {
  const { query, parameters } = asked;
  let bytes = 0;
  const scopes = function* scopesOf(): Generator<Scope & { readonly row: ItemRow }> {
    for (const { text, body } of candidates) {
      const row = new ItemRow(text, body);
      bytes += row.text.length;
      const scope = { parameters, row };
      if (holds(query, scope)) yield scope;
    }
  };
  const documents = isGrouped(query) ? groupsOf(query, scopes(), parameters) : sortedOf(query, scopes());
  return { documents: query.distinct ? onceEach(documents) : documents, bytes };
}

function sortedOf(query: Query, scopes: Iterable<Scope & { readonly row: ItemRow }>): Buffer[] {
  const { orderBy } = query;
  const found: { readonly keys: readonly unknown[]; readonly document: Buffer }[] = [];
  for (const scope of scopes) {
    const keys = orderBy.map(({ expression }) => plain(evaluate(expression, scope)));
    // An index of one property knows the items that have it, and no others.
    if (keys.length === 1 && keys[0] === undefined) continue;
    const document = project(query, scope, scope.row.body);
    if (document !== undefined) found.push({ keys, document });
  }
  const order = (one: readonly unknown[], other: readonly unknown[]): number => {
    for (const [at, { descending }] of orderBy.entries()) {
      const difference = compare(one[at], other[at]);
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  };
  return found.toSorted((one, other) => order(one.keys, other.keys)).map(({ document }) => document);
}

interface Group {
  readonly first: Scope['row'];
  readonly accumulators: ReadonlyMap<AggregateExpression, Accumulator>;
}

function groupsOf(
  query: Query,
  scopes: Iterable<Scope & { readonly row: ItemRow }>,
  parameters: Scope['parameters'],
): Buffer[] {
  if (query.orderBy.length > 0) throw new QueryError('This server does not sort groups.');
  if (query.select === '*') throw new QueryError('Groups have no items to be told with *.');
  const aggregates = expressionsOf(query).flatMap(aggregatesIn);
  const newGroup = (first: Scope['row']): Group => ({
    first,
    accumulators: new Map(aggregates.map((one) => [one, new Accumulator()])),
  });
  const groups = new Map<string, Group>();
  // Without GROUP BY there is one group, even of nothing.
  if (query.groupBy.length === 0) groups.set('[]', newGroup(NOTHING));
  for (const scope of scopes) {
    const keys = query.groupBy.map(({ expression }) => plain(evaluate(expression, scope)));
    const name = canonical(keys.map((key) => [key]));
    const group = groups.get(name) ?? newGroup(scope.row);
    groups.set(name, group);
    for (const [{ of }, accumulator] of group.accumulators) accumulator.add(evaluate(of, scope));
  }
  return [...groups.values()].flatMap((group) => {
    const results = [...group.accumulators].map(([one, all]) => [one, all.result(one.name)] as const);
    const scope = { parameters, row: group.first, aggregates: new Map<AggregateExpression, Term>(results) };
    return project(query, scope, NO_ITEM) ?? [];
  });
}

const NO_ITEM = (): Buffer => Buffer.alloc(0);
const NOTHING: Scope['row'] = { at: () => undefined };

function onceEach(documents: readonly Buffer[]): Buffer[] {
  const seen = new Set<string>();
  return documents.filter((document) => {
    const name = canonical(JSON.parse(document.toString()));
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
