/** How does the tree of an expression become a function? Part by part; what cannot be right is refused here, in the plan. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { isUnsafe } from '../document/number.ts';
import { compileCall } from './calls.ts';
import { type Compiled, type Compiler, type Names, textOfNode } from './compiled.ts';
import { type Content, KIND_TEXTS, type Kind, kindOf, load, ObjectContent, TypeContent } from './content.ts';
import { ExpressionError, Failure } from './failure.ts';
import { compileLogic, compileNot, compileTernary } from './logic.ts';
import { compileMacro } from './macros.ts';
import { negative, wholeNumber } from './numbers.ts';
import { compileOperator, ELEMENT } from './operators.ts';
import type { Scope } from './scope.ts';
import { compileSelect, locatedPart } from './select.ts';
import { MILLISECOND, Timestamp } from './times.ts';

export function compileExpression(root: ASTNode): Compiled {
  let slots = 0;
  const compiler: Compiler = { compile, newSlot: () => slots++ };
  return compile(root, new Map());

  function compile(node: ASTNode, names: Names): Compiled {
    switch (node.op) {
      case 'value':
        return literal(node);
      case 'id':
        return variable(node, names, compiler);
      case '.':
      case '[]':
        return compileSelect(node, names, compiler);
      case 'list':
        return list(node, names, compiler);
      case 'map':
        return object(node, names, compiler);
      case '?:':
        return compileTernary(node, names, compiler);
      case '||':
      case '&&':
        return compileLogic(node, names, compiler);
      case '!_':
        return compileNot(node, names, compiler);
      case '-_':
        return minus(node, names, compiler);
      case 'call':
      case 'rcall':
        return compileMacro(node, names, compiler) ?? compileCall(node, names, compiler);
      case '.?':
      case '[?]':
        throw new ExpressionError('optional values are not needed: a missing property reads as null', node.pos);
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
      case 'in':
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
        break;
    }
    return compileOperator(node, names, compiler);
  }
}

/** A part that says the same for all documents. */
function constant(node: ASTNode, content: Content): Compiled {
  const evaluate = (): Content => content;
  return { node, evaluate, refer: evaluate, kind: kindOf(content), constant: content };
}

function literal(node: ASTNode & { op: 'value' }): Compiled {
  const { args: value } = node;
  if (typeof value === 'object' && value !== null) {
    if (value instanceof Uint8Array) throw new ExpressionError('documents hold no bytes; write a text', node.start);
    return constant(node, wholeLiteral(value.valueOf(), node));
  }
  if (typeof value === 'bigint') return constant(node, wholeLiteral(value, node));
  if (typeof value !== 'number') return constant(node, value);
  if (isUnsafe(textOfNode(node)))
    throw new ExpressionError(`${textOfNode(node)} has more digits than a double holds`, node.start);
  return constant(node, value);
}

function wholeLiteral(value: bigint, node: ASTNode): Content {
  try {
    return wholeNumber(value);
  } catch (error) {
    if (error instanceof Failure) throw new ExpressionError(error.message, node.start);
    throw error;
  }
}

function variable(node: ASTNode & { op: 'id' }, names: Names, compiler: Compiler): Compiled {
  const name = node.args;
  const slot = names.get(name);
  if (slot !== undefined) {
    const refer = (scope: Scope): Content => scope.variables[slot] ?? null;
    return {
      node,
      refer,
      evaluate: (scope) => load(refer(scope), scope, () => `an element of ${name}`),
      kind: undefined,
    };
  }
  if (name === 'doc') return locatedPart(node, (scope) => scope.root, names, compiler);
  if (name === 'now') {
    const evaluate = (scope: Scope): Content => new Timestamp(BigInt(scope.startedAt) * MILLISECOND);
    return { node, evaluate, refer: evaluate, kind: 'time' };
  }
  if (TYPE_NAMES.includes(name)) return constant(node, new TypeContent(name));
  const choices = ['doc', 'now', 'true', 'false', 'null', ...names.keys()];
  throw new ExpressionError(`there is no variable ${JSON.stringify(name)}`, node.start, {
    word: name,
    choices,
    advice: `; write doc.${name} if the property is meant, or "${name}" in quotes if it is a text.`,
  });
}

function list({ args, ...node }: ASTNode & { op: 'list' }, names: Names, compiler: Compiler): Compiled {
  const parts = args.map((part) => compiler.compile(part, names));
  const refer = (scope: Scope): Content => {
    scope.charge(parts.length);
    return parts.map((part) => part.refer(scope));
  };
  return { node: node as ASTNode, evaluate: refer, refer, kind: 'array' };
}

function object(node: ASTNode & { op: 'map' }, names: Names, compiler: Compiler): Compiled {
  const seen = new Set<string>();
  const parts = node.args.map(([key, value]) => {
    const name = compiler.compile(key, names);
    if (name.kind !== undefined && name.kind !== 'text')
      throw new ExpressionError(`the name of a property has to be a text, found ${KIND_TEXTS[name.kind]}`, key.start);
    if (typeof name.constant === 'string') {
      if (seen.has(name.constant))
        throw new ExpressionError(`the object has the property ${textOfNode(key)} twice`, key.start);
      seen.add(name.constant);
    }
    return { name, value: compiler.compile(value, names) };
  });
  const refer = (scope: Scope): Content => {
    scope.charge(parts.length * ELEMENT);
    const members = new Map<string, Content>();
    for (const { name, value } of parts) {
      const key = name.evaluate(scope);
      if (typeof key !== 'string')
        throw new Failure(`${textOfNode(name.node)} is to name a property and is ${KIND_TEXTS[kindOf(key)]}`);
      if (members.has(key)) throw new Failure(`${textOfNode(name.node)} names a property that the object has already`);
      members.set(key, value.refer(scope));
    }
    return new ObjectContent(members);
  };
  return { node, evaluate: refer, refer, kind: 'object' };
}

function minus(node: ASTNode & { op: '-_' }, names: Names, compiler: Compiler): Compiled {
  const part = compiler.compile(node.args, names);
  const { constant: known } = part;
  if (typeof known === 'number' || typeof known === 'bigint') return constant(node, negative(known));
  refuseKind(part, 'number', '-');
  const evaluate = (scope: Scope): Content => {
    const value = part.evaluate(scope);
    if (typeof value === 'number' || typeof value === 'bigint') return negative(value);
    throw new Failure(`- needs a number, and ${textOfNode(part.node)} is ${KIND_TEXTS[kindOf(value)]}`);
  };
  return { node, evaluate, refer: evaluate, kind: 'number' };
}

function refuseKind({ kind, node }: Compiled, wanted: Kind, by: string): void {
  if (kind !== undefined && kind !== wanted)
    throw new ExpressionError(
      `${by} needs ${KIND_TEXTS[wanted]}, and ${textOfNode(node)} is ${KIND_TEXTS[kind]}`,
      node.start,
    );
}

/** What `type(…)` can be compared with. */
const TYPE_NAMES: readonly string[] = ['bool', 'int', 'uint', 'double', 'string', 'list', 'map', 'null_type'];
