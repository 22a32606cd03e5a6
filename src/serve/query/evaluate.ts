/** What is the value of an expression for an item? `undefined` where it has none: then a condition does not hold. */
import type { AggregateExpression } from './aggregates.ts';
import { FUNCTIONS } from './functions.ts';
import { QueryError } from './query-error.ts';
import type { Expression } from './syntax.ts';
import { compare, plain, rankOf, type Term } from './term.ts';

export interface Row {
  /** What lies at a path of the item. */
  at(steps: readonly (string | number)[]): Term;
}

export interface Scope {
  readonly parameters: ReadonlyMap<string, unknown>;
  readonly row: Row;
  /** What comes of all rows of a group. */
  readonly aggregates?: ReadonlyMap<AggregateExpression, Term>;
}

export function evaluate(expression: Expression, scope: Scope): Term {
  const plainOf = (one: Expression): unknown => plain(evaluate(one, scope));
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'parameter':
      return parameterOf(expression.name, scope);
    case 'path':
      return scope.row.at(expression.steps);
    case 'array':
      return expression.items.map((item) => evaluate(item, scope));
    case 'object':
      return Object.fromEntries(expression.members.map(([name, value]) => [name, evaluate(value, scope)]));
    case 'unary':
      return unaryOf(expression.operator, plainOf(expression.operand));
    case 'binary':
      return binaryOf(expression, scope);
    case 'in': {
      const value = plainOf(expression.operand);
      if (value === undefined) return undefined;
      return expression.list.some((one) => compare(value, plainOf(one)) === 0);
    }
    case 'choice':
      return evaluate(plainOf(expression.test) === true ? expression.yes : expression.no, scope);
    case 'call':
      return FUNCTIONS[expression.name]!(...expression.given.map(plainOf));
    case 'aggregate':
    default:
      if (scope.aggregates === undefined) throw new QueryError(`${expression.name} is for what is selected.`);
      return scope.aggregates.get(expression);
  }
}

function parameterOf(name: string, { parameters }: Scope): unknown {
  if (!parameters.has(name)) throw new QueryError(`The parameter ${name} has no value.`);
  return parameters.get(name);
}

function unaryOf(operator: string, operand: unknown): unknown {
  if (operator === 'NOT') return typeof operand === 'boolean' ? !operand : undefined;
  if (typeof operand !== 'number') return undefined;
  return operator === '-' ? -operand : operand;
}

function binaryOf({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, scope: Scope): Term {
  if (operator === '??') {
    const first = evaluate(left, scope);
    return first === undefined ? evaluate(right, scope) : first;
  }
  const one = plain(evaluate(left, scope));
  // What decides alone: the other side may have no value.
  if (operator === 'AND' && one === false) return false;
  if (operator === 'OR' && one === true) return true;
  const other = plain(evaluate(right, scope));
  if (operator === 'AND' || operator === 'OR') return logical(operator, one, other);
  if (operator === '||') return typeof one === 'string' && typeof other === 'string' ? one + other : undefined;
  return Object.hasOwn(COMPARISONS, operator) ? compared(operator, one, other) : computed(operator, one, other);
}

function logical(operator: 'AND' | 'OR', one: unknown, other: unknown): boolean | undefined {
  if (other === (operator === 'OR')) return other;
  return typeof one === 'boolean' && typeof other === 'boolean' ? other : undefined;
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/**
 * Values of two types have no order, and are neither equal nor unequal; objects and arrays may be equal and nothing else
 * (documentation: equality and comparison operators).
 */
function compared(operator: string, one: unknown, other: unknown): boolean | undefined {
  if (one === undefined || rankOf(one) !== rankOf(other)) return undefined;
  if (typeof one === 'object' && one !== null && operator !== '=') return undefined;
  return COMPARISONS[operator]!(compare(one, other));
}

function computed(operator: string, one: unknown, other: unknown): number | undefined {
  if (typeof one !== 'number' || typeof other !== 'number') return undefined;
  const results: Readonly<Record<string, number>> = {
    '+': one + other,
    '-': one - other,
    '*': one * other,
    '/': one / other,
    '%': one % other,
  };
  const result = results[operator];
  return result !== undefined && Number.isFinite(result) ? result : undefined;
}
