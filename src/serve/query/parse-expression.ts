/** What does an expression of a query say? Read by precedence, from the loosest operator to the tightest. */
import { AGGREGATES, type Aggregate, type Expression } from './syntax.ts';
import { FUNCTIONS } from './functions.ts';
import { QueryError } from './query-error.ts';
import type { TokenReader } from './token-reader.ts';

/** Levels of operators between two operands; those of one level are taken from left to right. */
const LEVELS: readonly (readonly string[])[] = [
  ['??'],
  ['OR'],
  ['AND'],
  ['=', '!=', '<>', '<', '<=', '>', '>='],
  ['||'],
  ['+', '-'],
  ['*', '/', '%'],
];
const COMPARISONS = 3;

/** @param alias the name by which items go */
export function parseExpression(reader: TokenReader, alias: string): Expression {
  const test = binary(reader, alias, 0);
  if (!reader.takes('?')) return test;
  const yes = parseExpression(reader, alias);
  reader.expect(':');
  return { kind: 'choice', test, yes, no: parseExpression(reader, alias) };
}

function binary(reader: TokenReader, alias: string, level: number): Expression {
  const operators = LEVELS[level];
  if (operators === undefined) return unary(reader, alias);
  let left = binary(reader, alias, level + 1);
  for (;;) {
    const operator = operators.find((one) => reader.takes(one));
    if (operator !== undefined) left = { kind: 'binary', operator, left, right: binary(reader, alias, level + 1) };
    else if (level === COMPARISONS && hasSetOperator(reader)) left = setOperator(reader, alias, left);
    else return left;
  }
}

const SET_OPERATORS = ['IN', 'BETWEEN', 'LIKE'];

function hasSetOperator(reader: TokenReader): boolean {
  const ahead = reader.is('NOT') ? 1 : 0;
  return SET_OPERATORS.some((one) => reader.is(one, ahead));
}

function setOperator(reader: TokenReader, alias: string, operand: Expression): Expression {
  const isNot = reader.takes('NOT');
  const found = setOperation(reader, alias, operand);
  return isNot ? { kind: 'unary', operator: 'NOT', operand: found } : found;
}

function setOperation(reader: TokenReader, alias: string, operand: Expression): Expression {
  if (reader.takes('IN')) {
    reader.expect('(');
    return { kind: 'in', operand, list: listTo(reader, alias, ')') };
  }
  if (reader.takes('LIKE')) {
    return { kind: 'call', name: 'LIKE', given: [operand, binary(reader, alias, COMPARISONS + 1)] };
  }
  reader.expect('BETWEEN');
  const low = binary(reader, alias, COMPARISONS + 1);
  reader.expect('AND');
  const high = binary(reader, alias, COMPARISONS + 1);
  const [left, right] = [
    { kind: 'binary', operator: '>=', left: operand, right: low },
    { kind: 'binary', operator: '<=', left: operand, right: high },
  ] as const;
  return { kind: 'binary', operator: 'AND', left, right };
}

function unary(reader: TokenReader, alias: string): Expression {
  if (reader.takes('NOT')) return { kind: 'unary', operator: 'NOT', operand: binary(reader, alias, COMPARISONS) };
  for (const operator of ['-', '+']) {
    if (reader.takes(operator)) return { kind: 'unary', operator, operand: unary(reader, alias) };
  }
  return primary(reader, alias);
}

const CONSTANTS: Readonly<Record<string, unknown>> = { TRUE: true, FALSE: false, NULL: null, UNDEFINED: undefined };

function primary(reader: TokenReader, alias: string): Expression {
  if (reader.takes('(')) {
    const inner = parseExpression(reader, alias);
    reader.expect(')');
    return inner;
  }
  if (reader.takes('[')) return { kind: 'array', items: listTo(reader, alias, ']') };
  if (reader.takes('{')) return { kind: 'object', members: membersOf(reader, alias) };
  const { kind, text } = reader.next;
  if (kind === 'sign' || kind === 'end') throw reader.error('a value');
  reader.take();
  if (kind === 'text') return { kind: 'constant', value: text };
  if (kind === 'number') return { kind: 'constant', value: Number(text) };
  if (kind === 'parameter') return { kind: 'parameter', name: text };
  if (reader.is('(')) return call(reader, alias, text);
  if (text === alias) return { kind: 'path', steps: stepsOf(reader) };
  const word = text.toUpperCase();
  if (Object.hasOwn(CONSTANTS, word)) return { kind: 'constant', value: CONSTANTS[word] };
  throw new QueryError(`Identifier '${text}' could not be resolved.`);
}

function call(reader: TokenReader, alias: string, written: string): Expression {
  reader.expect('(');
  const { start } = reader.next;
  const given = listTo(reader, alias, ')');
  const name = written.toUpperCase();
  if ((AGGREGATES as readonly string[]).includes(name)) {
    const [of] = given;
    if (of === undefined || given.length > 1) throw new QueryError(`${name} takes one value.`);
    return { kind: 'aggregate', name: name as Aggregate, of, text: reader.query.slice(start, reader.end - 1) };
  }
  if (!Object.hasOwn(FUNCTIONS, name)) {
    throw new QueryError(`'${written}' is not a recognized built-in function name, or this server does not have it.`);
  }
  return { kind: 'call', name, given };
}

function listTo(reader: TokenReader, alias: string, end: string): Expression[] {
  const list: Expression[] = [];
  while (!reader.takes(end)) {
    if (list.length > 0) reader.expect(',');
    list.push(parseExpression(reader, alias));
  }
  return list;
}

function membersOf(reader: TokenReader, alias: string): (readonly [string, Expression])[] {
  const members: (readonly [string, Expression])[] = [];
  while (!reader.takes('}')) {
    if (members.length > 0) reader.expect(',');
    if (reader.next.kind !== 'text' && reader.next.kind !== 'word') throw reader.error('the name of a property');
    const { text } = reader.take();
    reader.expect(':');
    members.push([text, parseExpression(reader, alias)]);
  }
  return members;
}

/** What follows the name of the item: `.name`, `["name"]`, `[0]`. */
function stepsOf(reader: TokenReader): (string | number)[] {
  const steps: (string | number)[] = [];
  for (;;) {
    if (reader.takes('.')) {
      steps.push(reader.expectWord('the name of a property'));
    } else if (reader.takes('[')) {
      const { kind, text } = reader.take();
      if (kind !== 'text' && kind !== 'number') throw new QueryError(`Behind '[' a name or a number is expected.`);
      steps.push(kind === 'text' ? text : Number(text));
      reader.expect(']');
    } else {
      return steps;
    }
  }
}
