/** What do `+ - * / %`, comparisons and `in` say, and of which kinds? */
import type { ASTNode, BinaryOperator } from '@marcbachmann/cel-js';
import { compareContents } from './compare.ts';
import { type Compiled, type Compiler, type Names, textOfNode } from './compiled.ts';
import { type Content, KIND_TEXTS, type Kind, kindOf } from './content.ts';
import { equal, isIn } from './equal.ts';
import { ExpressionError, Failure } from './failure.ts';
import { add, divide, multiply, type Quantity, remainder, subtract } from './numbers.ts';
import { Reference } from './reference.ts';
import type { Scope } from './scope.ts';
import { Duration, Timestamp } from './times.ts';

export function compileOperator(node: ASTNode & { op: BinaryOperator }, names: Names, compiler: Compiler): Compiled {
  const [left, right] = node.args.map((part) => compiler.compile(part, names)) as [Compiled, Compiled];
  const operator = OPERATORS[node.op];
  const kinds = kindsOf(operator, left.kind, right.kind);
  if (kinds.size === 0) throw new ExpressionError(impossible(node, left.kind, right.kind), node.start);
  const apply = operator.apply;
  const evaluate = (scope: Scope): Content => {
    const a = left.evaluate(scope);
    const b = right.evaluate(scope);
    const answer = apply(a, b, scope);
    if (answer !== undefined) return answer;
    throw new Failure(mismatch(node, kindOf(a), kindOf(b)));
  };
  return { node, evaluate, refer: evaluate, kind: kinds.size === 1 ? [...kinds][0] : undefined };
}

interface Operator {
  /** The kind of what it says of these two; `undefined` when it cannot take them. */
  readonly result: (a: Kind, b: Kind) => Kind | undefined;
  /** `undefined` when it cannot take them. */
  readonly apply: (a: Content, b: Content, scope: Scope) => Content | undefined;
}

const OPERATORS: Readonly<Record<BinaryOperator, Operator>> = {
  '+': { result: sumKind, apply: sum },
  '-': { result: differenceKind, apply: difference },
  '*': numeric(multiply),
  '/': numeric(divide),
  '%': numeric(remainder),
  '==': { result: () => 'boolean', apply: equal },
  '!=': { result: () => 'boolean', apply: (a, b, scope) => !equal(a, b, scope) },
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),
  in: {
    result: (_, b) => (b === 'array' || b === 'object' ? 'boolean' : undefined),
    apply: isIn,
  },
};

function numeric(calculate: (a: Quantity, b: Quantity) => Quantity): Operator {
  return {
    result: (a, b) => (a === 'number' && b === 'number' ? 'number' : undefined),
    apply: (a, b) => (isQuantity(a) && isQuantity(b) ? calculate(a, b) : undefined),
  };
}

function ordered(test: (order: number) => boolean): Operator {
  return {
    result: (a, b) => (a === b && ORDERED.includes(a) ? 'boolean' : undefined),
    apply: (a, b, scope) => {
      if (typeof a === 'string' && typeof b === 'string') scope.charge(Math.min(a.length, b.length) >> 5);
      const order = compareContents(a, b);
      return order === undefined ? undefined : test(order);
    },
  };
}

const ORDERED: readonly Kind[] = ['boolean', 'number', 'text', 'time', 'duration'];

function sum(a: Content, b: Content, scope: Scope): Content | undefined {
  if (isQuantity(a) && isQuantity(b)) return add(a, b);
  if (typeof a === 'string' && typeof b === 'string') {
    // Long texts are what could fill the memory.
    scope.charge((a.length + b.length) >> 3);
    return a + b;
  }
  const [first, second] = [elementsOf(a, scope), elementsOf(b, scope)];
  if (first !== undefined && second !== undefined) return [...first, ...second];
  if (a instanceof Timestamp && b instanceof Duration) return new Timestamp(a.nanoseconds + b.nanoseconds);
  if (a instanceof Duration && b instanceof Timestamp) return new Timestamp(a.nanoseconds + b.nanoseconds);
  if (a instanceof Duration && b instanceof Duration) return new Duration(a.nanoseconds + b.nanoseconds);
  return undefined;
}

function sumKind(a: Kind, b: Kind): Kind | undefined {
  if (a === b) return a === 'number' || a === 'text' || a === 'array' || a === 'duration' ? a : undefined;
  return (a === 'time' && b === 'duration') || (a === 'duration' && b === 'time') ? 'time' : undefined;
}

function difference(a: Content, b: Content): Content | undefined {
  if (isQuantity(a) && isQuantity(b)) return subtract(a, b);
  if (a instanceof Timestamp && b instanceof Timestamp) return new Duration(a.nanoseconds - b.nanoseconds);
  if (a instanceof Timestamp && b instanceof Duration) return new Timestamp(a.nanoseconds - b.nanoseconds);
  if (a instanceof Duration && b instanceof Duration) return new Duration(a.nanoseconds - b.nanoseconds);
  return undefined;
}

function differenceKind(a: Kind, b: Kind): Kind | undefined {
  if (a === 'number' && b === 'number') return 'number';
  if (a === 'time' && b === 'time') return 'duration';
  return (a === 'time' || a === 'duration') && b === 'duration' ? a : undefined;
}

/** The elements of an array, which is copied: what may be many of them. */
function elementsOf(content: Content, scope: Scope): Iterable<Content> | undefined {
  if (Array.isArray(content)) {
    scope.charge(content.length * ELEMENT);
    return content;
  }
  if (!(content instanceof Reference) || !content.isArray) return undefined;
  scope.charge(content.count * ELEMENT);
  return content.elements();
}

/** An element that is kept takes more than one that is looked at. */
export const ELEMENT = 4;

function isQuantity(content: Content): content is Quantity {
  return typeof content === 'number' || typeof content === 'bigint';
}

/** What kinds it may say of these two, of which either may be any. */
function kindsOf({ result }: Operator, a: Kind | undefined, b: Kind | undefined): ReadonlySet<Kind> {
  const kinds = new Set<Kind>();
  for (const one of a === undefined ? KINDS : [a])
    for (const other of b === undefined ? KINDS : [b]) {
      const kind = result(one, other);
      if (kind !== undefined) kinds.add(kind);
    }
  return kinds;
}

const KINDS = Object.keys(KIND_TEXTS) as readonly Kind[];

function impossible(node: ASTNode & { op: BinaryOperator }, a: Kind | undefined, b: Kind | undefined): string {
  if (a !== undefined && b !== undefined) return mismatch(node, a, b);
  const [part, kind] = a === undefined ? [node.args[1], b!] : [node.args[0], a];
  return `${node.op} cannot take ${textOfNode(part)}, which is ${KIND_TEXTS[kind]}`;
}

function mismatch({ op, args }: ASTNode & { op: BinaryOperator }, a: Kind, b: Kind): string {
  const [left, right] = args;
  const found = `${textOfNode(left)} is ${KIND_TEXTS[a]} and ${textOfNode(right)} is ${KIND_TEXTS[b]}`;
  if (op === 'in')
    return `in needs an array or an object behind it, and ${textOfNode(right)} is ${KIND_TEXTS[b]}${nullHint(b)}`;
  const text =
    op === '+' && (a === 'text' || b === 'text') && a !== 'null' && b !== 'null'
      ? '; string(…) makes a text of a number'
      : '';
  return `${op} cannot take both: ${found}${text}${a === 'null' ? nullHint(a) : nullHint(b)}`;
}

/** What may be missing is asked for first. */
function nullHint(kind: Kind): string {
  return kind === 'null'
    ? '; ask for it first, as in doc.a != null && …, or give a value for it, as in doc.a == null ? 0 : doc.a'
    : '';
}
