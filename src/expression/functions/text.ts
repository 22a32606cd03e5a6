/**
 * What is in a text? Places and lengths count characters (code points), as CEL does: an emoji is one. Nothing depends on
 * the language of the machine.
 */
import { type Content, load } from '../content.ts';
import { Failure } from '../failure.ts';
import { ELEMENT } from '../operators.ts';
import { Reference } from '../reference.ts';
import type { Scope } from '../scope.ts';
import { type CelFunctions, NUMBER, TEXT } from './cel-function.ts';
import { between, firstPlace, lastPlace } from './search.ts';

export const TEXT_FUNCTIONS: CelFunctions = {
  '.contains': { takes: [TEXT, TEXT], kind: 'boolean', apply: texts((text, part) => firstPlace(text, part) >= 0) },
  '.startsWith': { takes: [TEXT, TEXT], kind: 'boolean', apply: texts((text, part) => text.startsWith(part)) },
  '.endsWith': { takes: [TEXT, TEXT], kind: 'boolean', apply: texts((text, part) => text.endsWith(part)) },
  '.lowerAscii': {
    takes: [TEXT],
    kind: 'text',
    apply: texts((text) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())),
  },
  '.upperAscii': {
    takes: [TEXT],
    kind: 'text',
    apply: texts((text) => text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())),
  },
  '.trim': { takes: [TEXT], kind: 'text', apply: texts((text) => text.trim()) },
  '.charAt': {
    takes: [TEXT, NUMBER],
    kind: 'text',
    apply: ([text, at], scope) => sliced(text!, at, undefined, scope).slice(0, 1).join(''),
  },
  '.substring': {
    takes: [TEXT, NUMBER, NUMBER],
    least: 2,
    kind: 'text',
    apply: ([text, from, to], scope) => sliced(text!, from, to, scope).join(''),
  },
  '.indexOf': {
    takes: [TEXT, TEXT],
    kind: 'number',
    apply: texts((text, part) => place(text, firstPlace(text, part))),
  },
  '.lastIndexOf': {
    takes: [TEXT, TEXT],
    kind: 'number',
    apply: texts((text, part) => place(text, lastPlace(text, part))),
  },
  '.replace': { takes: [TEXT, TEXT, TEXT], kind: 'text', apply: replaced },
  '.split': { takes: [TEXT, TEXT], kind: 'array', apply: split },
  '.join': { takes: [['array'], TEXT], least: 1, kind: 'text', apply: joined },
};

function texts(apply: (text: string, other: string) => Content): (values: readonly Content[], scope: Scope) => Content {
  return ([text, other], scope) => {
    const part = (other ?? '') as string;
    scope.charge(((text as string).length + part.length) >> 3);
    return apply(text as string, part);
  };
}

/** How many characters a text has. */
export function lengthOf(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  // The second half of a pair belongs to the first.
  return text.length - (text.match(PAIRS)?.length ?? 0);
}

function sliced(text: Content, from: Content | undefined, to: Content | undefined, scope: Scope): string[] {
  const all = characters(text as string, scope);
  const start = from as number;
  const end = (to ?? all.length) as number;
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || start > end || end > all.length)
    throw new Failure(`a text of ${all.length} characters has no part from ${String(start)} to ${String(end)}`);
  return all.slice(start, end);
}

/** A place in units as one in characters. */
function place(text: string, at: number): number {
  return at < 0 ? -1 : lengthOf(text.slice(0, at));
}

function replaced([text, old, by]: readonly Content[], scope: Scope): Content {
  const parts = cut(text as string, old as string, scope);
  // Before it is made: what comes out can be as long as both texts multiplied.
  scope.charge(((text as string).length + parts.length * (by as string).length) >> 3);
  return parts.join(by as string);
}

function split([text, separator]: readonly Content[], scope: Scope): Content {
  return separator === '' ? characters(text as string, scope) : cut(text as string, separator as string, scope);
}

/** An empty text stands before, between and behind all characters. */
function cut(text: string, part: string, scope: Scope): string[] {
  if (part === '') return ['', ...characters(text, scope), ''];
  scope.charge((text.length + part.length) >> 3);
  const parts = between(text, part);
  scope.charge(parts.length * ELEMENT);
  return parts;
}

function characters(text: string, scope: Scope): string[] {
  scope.charge(text.length * ELEMENT);
  return Array.from(text);
}

function joined([array, separator = '']: readonly Content[], scope: Scope): Content {
  const parts: string[] = [];
  for (const element of array instanceof Reference ? array.elements() : (array as Content[])) {
    const part = load(element, scope, () => 'an element');
    if (typeof part !== 'string')
      throw new Failure('join takes texts, and an element is none; map(x, string(x)) makes texts of numbers');
    scope.charge(ELEMENT + ((part.length + (separator as string).length) >> 3));
    parts.push(part);
  }
  return parts.join(separator as string);
}

const SURROGATE = /[\ud800-\udfff]/;
const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;
