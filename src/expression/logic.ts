/**
 * What do `&&`, `||`, `!` and `? :` say? As in CEL, a side of `&&` or `||` that decides lets a failure of the other side
 * pass, whichever stands first.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import { type Compiled, type Compiler, type Names, textOfNode } from './compiled.ts';
import { type Content, describe, KIND_TEXTS } from './content.ts';
import { ExpressionError, Failure } from './failure.ts';
import type { Scope } from './scope.ts';

export function compileLogic(node: ASTNode & { op: '||' | '&&' }, names: Names, compiler: Compiler): Compiled {
  const [left, right] = node.args.map((part) => boolean(compiler.compile(part, names), node.op)) as [Test, Test];
  const deciding = node.op === '||';
  const evaluate = (scope: Scope): Content => {
    let first: boolean;
    try {
      first = left(scope);
    } catch (error) {
      const failure = passing(error);
      if (right(scope) === deciding) return deciding;
      throw failure;
    }
    return first === deciding ? deciding : right(scope);
  };
  return { node, evaluate, refer: evaluate, kind: 'boolean' };
}

export function compileNot(node: ASTNode & { op: '!_' }, names: Names, compiler: Compiler): Compiled {
  const test = boolean(compiler.compile(node.args, names), '!');
  const evaluate = (scope: Scope): Content => !test(scope);
  return { node, evaluate, refer: evaluate, kind: 'boolean' };
}

export function compileTernary(node: ASTNode & { op: '?:' }, names: Names, compiler: Compiler): Compiled {
  const [condition, yes, no] = node.args.map((part) => compiler.compile(part, names)) as [Compiled, Compiled, Compiled];
  const test = boolean(condition, '?');
  return {
    node,
    evaluate: (scope) => (test(scope) ? yes : no).evaluate(scope),
    refer: (scope) => (test(scope) ? yes : no).refer(scope),
    kind: yes.kind === no.kind ? yes.kind : undefined,
  };
}

export type Test = (scope: Scope) => boolean;

/** The part as a test; `by` is what needs one. */
export function boolean({ node, kind, evaluate }: Compiled, by: string): Test {
  if (kind !== undefined && kind !== 'boolean') {
    const message = `${by} needs true or false, and ${textOfNode(node)} is ${KIND_TEXTS[kind]}`;
    throw new ExpressionError(message, node.start);
  }
  return (scope) => {
    const value = evaluate(scope);
    if (typeof value === 'boolean') return value;
    throw new Failure(`${by} needs true or false, and ${textOfNode(node)} is ${describe(value)}`);
  };
}

/** The failure, unless nothing may let it pass. */
export function passing(error: unknown): Failure {
  if (error instanceof Failure && !error.final) return error;
  throw error;
}
