/** How many? Characters of a text, elements of an array, properties of an object. */
import { type Content, ObjectContent } from '../content.ts';
import type { Reference } from '../reference.ts';
import type { Scope } from '../scope.ts';
import type { CelFunction, CelFunctions } from './cel-function.ts';
import { lengthOf } from './text.ts';

const size: CelFunction = {
  takes: [['text', 'array', 'object']],
  kind: 'number',
  apply: ([value], scope) => sizeOf(value!, scope),
};

export const SIZES: CelFunctions = { size, '.size': size };

function sizeOf(value: Content, scope: Scope): number {
  if (typeof value === 'string') {
    scope.charge(value.length >> 3);
    return lengthOf(value);
  }
  if (value instanceof ObjectContent) return value.members.size;
  if (Array.isArray(value)) return value.length;
  const { count } = value as Reference;
  scope.charge(count);
  return count;
}
