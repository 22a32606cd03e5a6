/**
 * What do `has`, `all`, `exists`, `exists_one`, `map`, `filter` and `cel.bind` say? They give names to elements, or ask
 * for a place instead of its value, so that they are no functions. Over an object they go through its names.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import { type Compiled, type Compiler, type Names, placeOfName, textOfNode } from './compiled.ts';
import { type Content, describe, KIND_TEXTS, ObjectContent } from './content.ts';
import { ExpressionError, Failure } from './failure.ts';
import { boolean, passing, type Test } from './logic.ts';
import { ELEMENT } from './operators.ts';
import { Reference } from './reference.ts';
import type { Scope } from './scope.ts';
import { compileHas } from './select.ts';

/** `undefined` when the call is none of a macro. */
export function compileMacro(
  node: ASTNode & { op: 'call' | 'rcall' },
  names: Names,
  compiler: Compiler,
): Compiled | undefined {
  if (node.op === 'call') return node.args[0] === 'has' ? has(node, node.args[1], names, compiler) : undefined;
  const [name, receiver, args] = node.args;
  if (name === 'bind' && receiver.op === 'id' && receiver.args === 'cel') return bind(node, args, names, compiler);
  if (!Object.hasOwn(MACROS, name)) return undefined;
  const macro = MACROS[name]!;
  const [variable, ...bodies] = args;
  if (variable?.op !== 'id' || bodies.length === 0 || bodies.length > (macro.mostBodies ?? 1))
    throw new ExpressionError(
      `${name} needs a name for the element and what to ask of it, as in ${macro.example}`,
      placeOfName(node),
    );
  const list = compiler.compile(receiver, names);
  if (list.kind !== undefined && list.kind !== 'array' && list.kind !== 'object')
    throw new ExpressionError(cannotGoThrough(name, list, KIND_TEXTS[list.kind]), node.start);
  const slot = compiler.newSlot();
  const inner = new Map(names).set(variable.args, slot);
  const apply = macro.compile(
    bodies.map((body) => compiler.compile(body, inner)),
    name,
  );
  const evaluate = (scope: Scope): Content => {
    const found = list.evaluate(scope);
    const elements = elementsOf(found, scope);
    if (elements === undefined) throw new Failure(cannotGoThrough(name, list, describe(found)));
    return apply(elements, enter, scope);

    /** The element is in the variable now. */
    function enter(element: Content): void {
      scope.charge(1);
      scope.variables[slot] = element;
    }
  };
  return { node, evaluate, refer: evaluate, kind: macro.kind };
}

interface Macro {
  readonly kind: 'boolean' | 'array';
  readonly mostBodies?: number;
  readonly example: string;
  compile(bodies: readonly Compiled[], name: string): Apply;
}

type Apply = (elements: Iterable<Content>, enter: (element: Content) => void, scope: Scope) => Content;

const MACROS: Readonly<Record<string, Macro>> = {
  all: quantifier(false, 'doc.items.all(item, item.qty > 0)'),
  exists: quantifier(true, 'doc.items.exists(item, item.qty > 0)'),
  exists_one: {
    kind: 'boolean',
    example: 'doc.items.exists_one(item, item.main == true)',
    compile([body], name) {
      const test = boolean(body!, name);
      return (elements, enter, scope) => {
        let count = 0;
        for (const element of elements) {
          enter(element);
          if (test(scope)) count++;
        }
        return count === 1;
      };
    },
  },
  filter: {
    kind: 'array',
    example: 'doc.items.filter(item, item.qty > 0)',
    compile([body], name) {
      const test = boolean(body!, name);
      return (elements, enter, scope) => collected(elements, enter, scope, test);
    },
  },
  map: {
    kind: 'array',
    mostBodies: 2,
    example: 'doc.items.map(item, item.qty)',
    compile(bodies, name) {
      const test = bodies.length > 1 ? boolean(bodies[0]!, name) : always;
      const { refer } = bodies.at(-1)!;
      return (elements, enter, scope) => collected(elements, enter, scope, test, refer);
    },
  },
};

/** An element that decides lets the failures of others pass, as a side of `&&` or `||` does. */
function quantifier(deciding: boolean, example: string): Macro {
  return {
    kind: 'boolean',
    example,
    compile([body], name) {
      const test = boolean(body!, name);
      return (elements, enter, scope) => {
        let failure: Failure | undefined;
        for (const element of elements) {
          enter(element);
          try {
            if (test(scope) === deciding) return deciding;
          } catch (error) {
            failure ??= passing(error);
          }
        }
        if (failure !== undefined) throw failure;
        return !deciding;
      };
    },
  };
}

/** What is made of the elements that pass, or they themselves. */
function collected(
  elements: Iterable<Content>,
  enter: (element: Content) => void,
  scope: Scope,
  test: Test,
  make?: (scope: Scope) => Content,
): Content[] {
  const made: Content[] = [];
  for (const element of elements) {
    enter(element);
    if (!test(scope)) continue;
    scope.charge(ELEMENT);
    made.push(make === undefined ? element : make(scope));
  }
  return made;
}

function always(): boolean {
  return true;
}

function has(node: ASTNode, [part, more]: readonly ASTNode[], names: Names, compiler: Compiler): Compiled {
  if (part === undefined || more !== undefined || (part.op !== '.' && part.op !== '[]'))
    throw new ExpressionError('has asks for a property, as in has(doc.address.city)', node.pos);
  const evaluate = compileHas(part, names, compiler);
  return { node, evaluate, refer: evaluate, kind: 'boolean' };
}

function bind(node: ASTNode, args: readonly ASTNode[], names: Names, compiler: Compiler): Compiled {
  const [variable, value, body] = args;
  if (variable?.op !== 'id' || value === undefined || body === undefined || args.length > 3)
    throw new ExpressionError(
      'cel.bind needs a name, a value and an expression, as in cel.bind(x, doc.a + 1, x * x)',
      node.pos,
    );
  const bound = compiler.compile(value, names);
  const slot = compiler.newSlot();
  const inner = compiler.compile(body, new Map(names).set(variable.args, slot));
  const within =
    (evaluate: (scope: Scope) => Content) =>
    (scope: Scope): Content => {
      scope.variables[slot] = bound.refer(scope);
      return evaluate(scope);
    };
  return { node, evaluate: within(inner.evaluate), refer: within(inner.refer), kind: inner.kind };
}

function elementsOf(content: Content, scope: Scope): Iterable<Content> | undefined {
  if (content instanceof ObjectContent) return content.members.keys();
  if (!(content instanceof Reference)) return Array.isArray(content) ? content : undefined;
  if (content.isArray) return content.elements();
  const names = [...content.names()];
  for (const name of names) scope.charge(1 + (name.length >> 5));
  return names;
}

function cannotGoThrough(name: string, { node }: Compiled, found: string): string {
  const hint = found === KIND_TEXTS.null ? '; ask for it first, as in doc.items != null && …' : '';
  return `${name} goes through an array or an object, and ${textOfNode(node)} is ${found}${hint}`;
}
