/** What comes of many values? How many there are, their sum, the least, the greatest, the middle. */
import type { Aggregate, Expression } from './syntax.ts';
import { compare, plain, type Term } from './term.ts';

export type AggregateExpression = Extract<Expression, { readonly kind: 'aggregate' }>;

export class Accumulator {
  #count = 0;
  #sum: number | undefined = 0;
  #least: Term;
  #greatest: Term;

  add(term: Term): void {
    if (term === undefined) return;
    const value = plain(term);
    this.#count++;
    // One value that is no number, and there is no sum.
    this.#sum = typeof value === 'number' && this.#sum !== undefined ? this.#sum + value : undefined;
    if (typeof value === 'object' && value !== null) return;
    if (this.#least === undefined || compare(value, plain(this.#least)) < 0) this.#least = term;
    if (this.#greatest === undefined || compare(value, plain(this.#greatest)) > 0) this.#greatest = term;
  }

  result(name: Aggregate): Term {
    const results: Readonly<Record<Aggregate, Term>> = {
      COUNT: this.#count,
      SUM: this.#sum,
      MIN: this.#least,
      MAX: this.#greatest,
      AVG: this.#count === 0 || this.#sum === undefined ? undefined : this.#sum / this.#count,
    };
    return results[name];
  }
}

/** The aggregates in an expression, wherever they stand in it. */
export function aggregatesIn(expression: Expression): readonly AggregateExpression[] {
  switch (expression.kind) {
    case 'aggregate':
      return [expression];
    case 'array':
      return expression.items.flatMap(aggregatesIn);
    case 'object':
      return expression.members.flatMap(([, value]) => aggregatesIn(value));
    case 'unary':
      return aggregatesIn(expression.operand);
    case 'binary':
      return [expression.left, expression.right].flatMap(aggregatesIn);
    case 'in':
      return [expression.operand, ...expression.list].flatMap(aggregatesIn);
    case 'choice':
      return [expression.test, expression.yes, expression.no].flatMap(aggregatesIn);
    case 'call':
      return expression.given.flatMap(aggregatesIn);
    case 'constant':
    case 'parameter':
    case 'path':
    default:
      return [];
  }
}
