/** Is a text of the plan an expression? Problems stand where they are inside of it, as far as the file has it as it is. */
import type { Expression } from '../document/expression.ts';
import { type ExpressionUse, parseExpression } from '../expression/expression.ts';
import { ExpressionError } from '../expression/failure.ts';
import { wrong } from './expect.ts';
import type { PlanNode } from './node.ts';
import { holdsVariable } from './node.ts';
import type { Problems } from './problem.ts';
import { didYouMean } from './suggestion.ts';

export function readExpression(
  node: PlanNode,
  what: string,
  use: ExpressionUse,
  problems: Problems,
): Expression | undefined {
  if (node.kind !== 'text') return wrong(node, what, 'an expression like "doc.price * doc.qty"', problems);
  try {
    return parseExpression(node.text, use, node.written);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    if (holdsVariable(node)) {
      problems.error(node.offset, 'invalid-expression', `${what}: with its variables filled in it is no expression.`);
      return undefined;
    }
    const offset = node.inside === undefined ? node.offset : node.inside + error.at;
    problems.error(offset, 'invalid-expression', `${what}: ${sentenceOf(error)}`);
    return undefined;
  }
}

function sentenceOf({ message, word, choices, advice = '.' }: ExpressionError): string {
  return `${message}${(word !== undefined && didYouMean(word, choices)) || advice}`;
}
