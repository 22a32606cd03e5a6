/**
 * What does `doc.a.b["c"][0]` read? A missing property reads as null, also below another missing one, as does an element
 * past the end; a property of a scalar or of an array is a failure.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import { type Key, keyOf } from '../document/key.ts';
import { elementAt, findElement, findMember, valueAt } from '../document/members.ts';
import { ARRAY, END, MISSING, NULL, OBJECT, type Tape, type Value } from '../document/tape.ts';
import { type Compiled, type Compiler, type Names, textOfNode } from './compiled.ts';
import { type Content, describe, load, ObjectContent } from './content.ts';
import { Failure } from './failure.ts';
import { contentOf, Reference } from './reference.ts';
import type { Scope } from './scope.ts';

/** The property or element that a part of the plan names: a key, a number, or what is worked out. */
type Step = { readonly key: Key } | { readonly index: number } | { readonly dynamic: Compiled };

export function compileSelect(node: ASTNode & { op: '.' | '[]' }, names: Names, compiler: Compiler): Compiled {
  const base = compiler.compile(node.args[0], names);
  const step = stepOf(node, names, compiler);
  if (base.locate !== undefined && !('dynamic' in step))
    return locatedPart(node, locateBelow(base.locate, step, node), names, compiler);
  const refer = (scope: Scope): Content => stepInto(base.refer(scope), step, node, scope) ?? null;
  return { node, kind: undefined, refer, evaluate: (scope) => load(refer(scope), scope, () => textOfNode(node)) };
}

/** `doc` and what is below it; in a loop it is looked for once. */
export function locatedPart(node: ASTNode, find: (scope: Scope) => Value, names: Names, compiler: Compiler): Compiled {
  const slot = names.size > 0 && node.op !== 'id' ? compiler.newSlot() : -1;
  const locate = slot < 0 ? find : (scope: Scope): Value => scope.once(slot, find);
  return {
    node,
    kind: undefined,
    locate,
    refer(scope) {
      const value = locate(scope);
      return value === MISSING ? null : new Reference(scope.tape, value);
    },
    evaluate: (scope) => contentOf(scope, locate(scope), () => textOfNode(node)),
  };
}

/** `has(doc.a.b)`: whether the last property is there, null or not. */
export function compileHas(
  node: ASTNode & { op: '.' | '[]' },
  names: Names,
  compiler: Compiler,
): (scope: Scope) => boolean {
  const base = compiler.compile(node.args[0], names);
  const step = stepOf(node, names, compiler);
  return (scope) => stepInto(base.refer(scope), step, node, scope) !== undefined;
}

function stepOf(node: ASTNode & { op: '.' | '[]' }, names: Names, compiler: Compiler): Step {
  if (node.op === '.') return { key: keyOf(node.args[1]) };
  const part = compiler.compile(node.args[1], names);
  if (typeof part.constant === 'string') return { key: keyOf(part.constant) };
  if (typeof part.constant === 'number' && Number.isSafeInteger(part.constant) && part.constant >= 0)
    return { index: part.constant };
  return { dynamic: part };
}

function locateBelow(
  locate: (scope: Scope) => Value,
  step: { readonly key: Key } | { readonly index: number },
  node: ASTNode & { op: '.' | '[]' },
): (scope: Scope) => Value {
  return (scope) => {
    const value = locate(scope);
    if (value === MISSING) return MISSING;
    const { tape } = scope;
    const kind = tape.kind(value);
    if ('key' in step) {
      if (kind !== OBJECT) return kind === NULL ? MISSING : refuse(node, new Reference(tape, value));
      const cursor = findMember(tape, value, step.key);
      return cursor === END ? MISSING : valueAt(tape, cursor);
    }
    if (kind !== ARRAY) return kind === NULL ? MISSING : refuse(node, new Reference(tape, value));
    const cursor = findElement(tape, value, step.index);
    return cursor === END ? MISSING : elementAt(tape, cursor);
  };
}

/** `undefined` where there is nothing. */
function stepInto(base: Content, step: Step, node: ASTNode & { op: '.' | '[]' }, scope: Scope): Content | undefined {
  const index = 'key' in step ? step.key.name : 'index' in step ? step.index : step.dynamic.evaluate(scope);
  if (base === null || (base instanceof Reference && isNull(base.tape, base.value))) return undefined;
  if (typeof index === 'string') return memberOf(base, 'key' in step ? step.key : keyOf(index), node, scope);
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0)
    throw new Failure(
      `${textOfNode(node)} cannot be read: the index is ${describe(index)}, and a text or a whole number from 0 on is needed`,
    );
  return elementOf(base, index, node, scope);
}

function memberOf(base: Content, key: Key, node: ASTNode & { op: '.' | '[]' }, scope: Scope): Content | undefined {
  if (base instanceof ObjectContent) return base.members.get(key.name);
  if (!(base instanceof Reference) || base.tape.kind(base.value) !== OBJECT) return refuse(node, base);
  scope.charge(base.span > LIGHT ? base.count : 1);
  return base.member(key);
}

function elementOf(
  base: Content,
  index: number,
  node: ASTNode & { op: '.' | '[]' },
  scope: Scope,
): Content | undefined {
  if (Array.isArray(base)) return base[index];
  if (!(base instanceof Reference) || !base.isArray) return refuse(node, base);
  scope.charge(Math.min(index, base.span) + 1);
  return base.element(index);
}

/** Objects that are not looked through in full before a property is read. */
const LIGHT = 256;

function isNull(tape: Tape, value: Value): boolean {
  return tape.kind(value) === NULL;
}

function refuse(node: ASTNode & { op: '.' | '[]' }, base: Content): never {
  const found = `${textOfNode(node)} cannot be read: ${textOfNode(node.args[0])} is ${describe(base)}`;
  const hint =
    base instanceof Reference && base.isArray
      ? ', whose elements are read by their number or with exists, all, map or filter'
      : '';
  throw new Failure(`${found}${hint}`);
}
