/**
 * Are two values the same, and is one among others? Values of different kinds are not, numbers are compared by value,
 * objects and arrays by deep content, whatever the order of their keys.
 */
import { keyOf } from '../document/key.ts';
import { sameValue } from '../document/same-value.ts';
import { compareContents } from './compare.ts';
import { type Content, load, ObjectContent, TypeContent } from './content.ts';
import { Reference } from './reference.ts';
import type { Scope } from './scope.ts';

export function equal(a: Content, b: Content, scope: Scope): boolean {
  const [one, other] = [load(a, scope, anElement), load(b, scope, anElement)];
  if (one === null || other === null) return one === other;
  if (typeof one === 'string' && typeof other === 'string') return equalTexts(one, other, scope);
  if (one instanceof Reference && other instanceof Reference) {
    scope.charge(one.weight + other.weight);
    return sameValue(scope.tape, one.value, other.value);
  }
  // Both are no deeper than the expression: what is not, is a reference.
  if (isArray(one)) return isArray(other) && equalElements(one, other, scope);
  if (isObject(one)) return isObject(other) && equalMembers(one, other, scope);
  if (one instanceof TypeContent) return other instanceof TypeContent && one.name === other.name;
  return compareContents(one, other) === 0;
}

/** Whether it is an element of an array, or the name of a property; `undefined` when there can be neither. */
export function isIn(content: Content, among: Content, scope: Scope): boolean | undefined {
  if (isObject(among)) {
    if (typeof content !== 'string') return false;
    if (among instanceof ObjectContent) return among.members.has(content);
    scope.charge(among.count);
    return among.member(keyOf(content)) !== undefined;
  }
  if (!isArray(among)) return undefined;
  for (const element of elements(among)) {
    scope.charge(1);
    if (equal(element, content, scope)) return true;
  }
  return false;
}

function equalTexts(a: string, b: string, scope: Scope): boolean {
  if (a.length !== b.length) return false;
  scope.charge(a.length >> 5);
  return a === b;
}

function equalElements(a: Content[] | Reference, b: Content[] | Reference, scope: Scope): boolean {
  if (sizeOf(a) !== sizeOf(b)) return false;
  const others = elements(b)[Symbol.iterator]();
  for (const element of elements(a)) {
    scope.charge(1);
    if (!equal(element, others.next().value as Content, scope)) return false;
  }
  return true;
}

function equalMembers(a: ObjectContent | Reference, b: ObjectContent | Reference, scope: Scope): boolean {
  const [made, other] = a instanceof ObjectContent ? [a, b] : [b as ObjectContent, a];
  scope.charge(sizeOf(other));
  if (made.members.size !== sizeOf(other)) return false;
  for (const [name, value] of made.members) {
    scope.charge(sizeOf(other));
    const member = other instanceof ObjectContent ? other.members.get(name) : other.member(keyOf(name));
    if (member === undefined || !equal(value, member, scope)) return false;
  }
  return true;
}

function elements(array: Content[] | Reference): Iterable<Content> {
  return array instanceof Reference ? array.elements() : array;
}

function sizeOf(content: Content[] | ObjectContent | Reference): number {
  if (content instanceof Reference) return content.count;
  return content instanceof ObjectContent ? content.members.size : content.length;
}

function isArray(content: Content): content is Content[] | Reference {
  return content instanceof Reference ? content.isArray : Array.isArray(content);
}

function isObject(content: Content): content is ObjectContent | Reference {
  return content instanceof Reference ? content.kind === 'object' : content instanceof ObjectContent;
}

function anElement(): string {
  return 'an element';
}
