/**
 * Does a text match a pattern? By an engine of the kind of RE2, which takes time in proportion to the text whatever the
 * pattern. The pattern stands in the plan, so that no document can bring one along.
 */
import { RE2JS, RE2JSException } from 're2js';
import { ExpressionError } from '../failure.ts';
import type { Content } from '../content.ts';
import type { Scope } from '../scope.ts';
import { type CelFunction, type CelFunctions, TEXT } from './cel-function.ts';

const matches: CelFunction = { takes: [TEXT, TEXT], kind: 'boolean', apply: () => false };

export const MATCHES: CelFunctions = { matches, '.matches': matches };

/** What matches by this pattern; `at` is where it stands in the expression. */
export function matcher(pattern: Content | undefined, at: number): CelFunction['apply'] {
  if (typeof pattern !== 'string')
    throw new ExpressionError('matches needs its pattern as a text in the plan, not one out of a document', at);
  const expression = compiled(pattern, at);
  return ([text], scope: Scope) => {
    scope.charge((text as string).length);
    return expression.test(text as string);
  };
}

function compiled(pattern: string, at: number): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new ExpressionError(`the pattern cannot be read (${error.message}); patterns are those of RE2`, at);
  }
}
