/**
 * What does an expression of the plan say of a document? CEL with the rules of the plan language: numbers mix, a missing
 * property reads as null, whole numbers are exact. It is read once and works on the tape, decoding only what it reads.
 */
import type { Expression } from '../document/expression.ts';
import type { Document } from '../document/document.ts';
import { reject, type Rejection } from '../document/rejection.ts';
import { compileExpression } from './compile.ts';
import { describe, KIND_TEXTS } from './content.ts';
import { ExpressionError, Failure } from './failure.ts';
import { intoDocument } from './into-document.ts';
import { pathsRead } from './paths.ts';
import { Scope } from './scope.ts';
import { parseSyntax } from './syntax.ts';

/** A condition has to be true or false; a value may be anything that JSON holds. */
export type ExpressionUse = 'condition' | 'value';

/**
 * @param written the text as people wrote it, where variables have been filled in since: failures show nothing else.
 * @throws ExpressionError when the text is no expression, or one that fails on every document.
 */
export function parseExpression(text: string, use: ExpressionUse, written: string = text): Expression {
  const tree = parseSyntax(text);
  const root = compileExpression(tree);
  const { kind } = root;
  if (use === 'condition' && kind !== undefined && kind !== 'boolean')
    throw new ExpressionError(`a condition has to be true or false, and this is ${KIND_TEXTS[kind]}`, 0);
  if (use === 'value' && (kind === 'time' || kind === 'duration' || kind === 'type'))
    throw new ExpressionError(
      `JSON cannot hold ${KIND_TEXTS[kind]}; string(…) makes a text of a time or a duration`,
      0,
    );
  const scope = new Scope();

  return {
    text: written,
    paths: pathsRead(tree),
    holds: (document, startedAt) =>
      attempt(document, startedAt, () => {
        const answer = root.evaluate(scope);
        if (typeof answer === 'boolean') return answer;
        throw new Failure(`a condition has to be true or false, and this is ${describe(answer)}`);
      }),
    value: (document, startedAt) => attempt(document, startedAt, () => intoDocument(root.refer(scope), scope)),
  };

  function attempt<Answer>(document: Document, startedAt: number, work: () => Answer): Answer | Rejection {
    scope.begin(document, startedAt);
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const why = written === text ? error.message : 'with its variables filled in it cannot be worked out here';
      return reject('EXPRESSION_FAILED', `${shown(written)} fails: ${why}.`);
    }
  }
}

function shown(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 117)}...` : line;
}
