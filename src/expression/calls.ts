/** Which function does a call mean? Found by its name, with or without what stands before the point. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { type Compiled, type Compiler, type Names, placeOfName, textOfNode } from './compiled.ts';
import { type Content, describe, type Kind, KIND_TEXTS, kindOf } from './content.ts';
import { ExpressionError, Failure } from './failure.ts';
import type { CelFunction } from './functions/cel-function.ts';
import { matcher } from './functions/pattern.ts';
import { FUNCTIONS } from './functions.ts';
import type { Scope } from './scope.ts';

export function compileCall(node: ASTNode & { op: 'call' | 'rcall' }, names: Names, compiler: Compiler): Compiled {
  const { name, parts } = calledBy(node, names);
  const found = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (found === undefined) throw unknown(name, placeOfName(node));
  const { takes, least = takes.length, kind } = found;
  if (parts.length < least || parts.length > takes.length)
    throw wrongCount(name, found, parts.length, placeOfName(node));
  const args = parts.map((part) => compiler.compile(part, names));
  args.forEach((arg, i) => {
    if (arg.kind !== undefined && !allows(takes[i]!, arg.kind))
      throw new ExpressionError(refusal(name, arg, takes[i]!, KIND_TEXTS[arg.kind]), arg.node.start);
  });
  const pattern = args[1];
  const apply = name.endsWith('matches') && pattern ? matcher(pattern.constant, pattern.node.start) : found.apply;
  const evaluate = (scope: Scope): Content => {
    const values = args.map((arg) => arg.evaluate(scope));
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (!allows(takes[i]!, kindOf(value))) throw new Failure(refusal(name, args[i]!, takes[i]!, describe(value)));
    }
    return apply(values, scope);
  };
  return { node, evaluate, refer: evaluate, kind };
}

/** The function as the table names it, and what it works on: what stands before the point first. */
function calledBy(node: ASTNode & { op: 'call' | 'rcall' }, names: Names): { name: string; parts: readonly ASTNode[] } {
  if (node.op === 'call') return { name: node.args[0], parts: node.args[1] };
  const [name, receiver, args] = node.args;
  const isSpace = receiver.op === 'id' && NAMESPACES.includes(receiver.args) && !names.has(receiver.args);
  return isSpace ? { name: `${receiver.args}.${name}`, parts: args } : { name: `.${name}`, parts: [receiver, ...args] };
}

const NAMESPACES: readonly unknown[] = ['math', 'cel'];

function unknown(name: string, at: number): ExpressionError {
  const bare = name.replace(/^.*\./, '');
  const known = [...new Set(Object.keys(FUNCTIONS).map((one) => one.replace(/^\./, '')))];
  const twin = [`.${bare}`, bare, `math.${bare}`].find((other) => Object.hasOwn(FUNCTIONS, other));
  const advice = twin === undefined ? `; possible: ${known.join(', ')}.` : `; write ${usage(twin)}.`;
  const choices = twin === undefined ? [...known, ...MACROS] : [];
  return new ExpressionError(`there is no function ${name}(…)`, at, { word: bare, choices, advice });
}

const MACROS = ['has', 'all', 'exists', 'exists_one', 'map', 'filter', 'cel.bind'];

function wrongCount(
  name: string,
  { takes, least = takes.length }: CelFunction,
  found: number,
  at: number,
): ExpressionError {
  const before = name.startsWith('.') ? 1 : 0;
  const [from, to] = [least - before, takes.length - before];
  const wanted = from === to ? String(to) : `${from} to ${to}`;
  return new ExpressionError(`${usage(name)} takes ${wanted} arguments in its brackets, found ${found - before}`, at);
}

function usage(name: string): string {
  return name.startsWith('.') ? `value${name}(…)` : `${name}(…)`;
}

function allows(kinds: readonly Kind[], kind: Kind): boolean {
  return kinds.length === 0 || kinds.includes(kind);
}

function refusal(name: string, { node }: Compiled, kinds: readonly Kind[], found: string): string {
  const wanted = kinds.map((kind) => KIND_TEXTS[kind]).join(' or ');
  return `${name.replace(/^\./, '')} takes ${wanted}, and ${textOfNode(node)} is ${found}`;
}
