/** What does a query ask for? Its clauses, in the order in which they have to stand. */
import { parseExpression } from './parse-expression.ts';
import { QueryError } from './query-error.ts';
import type { Count, Query, Selected, Sorting, Written } from './syntax.ts';
import { TokenReader } from './token-reader.ts';

export function parseQuery(text: string): Query {
  const alias = aliasIn(text);
  const reader = new TokenReader(text);
  reader.expect('SELECT');
  const distinct = reader.takes('DISTINCT');
  const top = reader.takes('TOP') ? countOf(reader) : undefined;
  const select = selectionOf(reader, alias);
  skipFrom(reader);
  const where = reader.takes('WHERE') ? writtenOf(reader, alias) : undefined;
  const groupBy = takesBoth(reader, 'GROUP', 'BY') ? listOf(reader, () => writtenOf(reader, alias)) : [];
  const orderBy = takesBoth(reader, 'ORDER', 'BY') ? listOf(reader, () => sortingOf(reader, alias)) : [];
  const offset = reader.takes('OFFSET') ? countOf(reader) : undefined;
  if (offset !== undefined && !reader.is('LIMIT')) throw reader.error('LIMIT');
  const limit = reader.takes('LIMIT') ? countOf(reader) : undefined;
  if (reader.next.kind !== 'end') throw reader.error('the end of the query');
  return { alias, distinct, top, select, where, groupBy, orderBy, offset, limit };
}

/** The condition of a patch: `FROM c WHERE …`. */
export function parseCondition(text: string): Query {
  return parseQuery(`SELECT * ${text}`);
}

/** Expressions come before the name is known that they are about. */
function aliasIn(text: string): string {
  const reader = new TokenReader(text);
  while (!reader.takes('FROM')) {
    if (reader.next.kind === 'end') throw reader.error('FROM');
    // A property may have any name.
    if (reader.take().text === '.') reader.take();
  }
  return skipName(reader);
}

function skipFrom(reader: TokenReader): void {
  reader.expect('FROM');
  skipName(reader);
  if (reader.is('JOIN')) throw new QueryError('This server has no JOIN.');
}

const CLAUSES = ['WHERE', 'GROUP', 'ORDER', 'OFFSET', 'JOIN'];

/** `FROM c`, `FROM items c`, `FROM items AS c`. */
function skipName(reader: TokenReader): string {
  const name = reader.expectWord('the name of the container');
  if (reader.is('IN') || reader.is('.') || reader.is('[')) throw new QueryError('This server reads FROM whole items.');
  if (reader.takes('AS')) return reader.expectWord('a name');
  if (reader.next.kind !== 'word' || CLAUSES.some((one) => reader.is(one))) return name;
  return reader.take().text;
}

function selectionOf(reader: TokenReader, alias: string): Query['select'] {
  if (reader.takes('*')) return '*';
  if (reader.takes('VALUE')) return writtenOf(reader, alias);
  const selected: Selected[] = [];
  do {
    const written = writtenOf(reader, alias);
    selected.push({ ...written, name: nameOf(reader, written, selected) });
  } while (reader.takes(','));
  return selected;
}

/** As it is called, by the last step of its path, or by a number. */
function nameOf(reader: TokenReader, { expression }: Written, before: readonly Selected[]): string {
  if (reader.takes('AS')) return reader.take().text;
  if (reader.next.kind === 'word' && !reader.is('FROM')) return reader.take().text;
  const last = expression.kind === 'path' ? expression.steps.at(-1) : undefined;
  if (typeof last === 'string') return last;
  return `$${before.filter(({ name }) => name.startsWith('$')).length + 1}`;
}

function sortingOf(reader: TokenReader, alias: string): Sorting {
  const written = writtenOf(reader, alias);
  if (written.expression.kind !== 'path') throw new QueryError('ORDER BY sorts by properties of items.');
  const descending = reader.takes('DESC');
  if (!descending) reader.takes('ASC');
  return { ...written, descending };
}

function writtenOf(reader: TokenReader, alias: string): Written {
  const { start } = reader.next;
  const expression = parseExpression(reader, alias);
  return { expression, text: reader.query.slice(start, reader.end) };
}

function countOf(reader: TokenReader): Count {
  const { kind, text } = reader.take();
  if (kind === 'parameter') return { kind, name: text };
  if (kind === 'number' && /^\d+$/.test(text)) return { kind: 'constant', value: Number(text) };
  throw new QueryError(`A number of items is expected, found '${text}'.`);
}

function listOf<Item>(reader: TokenReader, one: () => Item): Item[] {
  const list = [one()];
  while (reader.takes(',')) list.push(one());
  return list;
}

function takesBoth(reader: TokenReader, first: string, second: string): boolean {
  if (!reader.takes(first)) return false;
  reader.expect(second);
  return true;
}
