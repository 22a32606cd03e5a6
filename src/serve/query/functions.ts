/** Which functions does a query have? Those on types, texts, arrays and numbers; of a wrong type nothing comes. */
import { compare } from './term.ts';

/** Gets plain values. */
export type QueryFunction = (...given: readonly unknown[]) => unknown;

export const FUNCTIONS: Readonly<Record<string, QueryFunction>> = {
  IS_DEFINED: (value) => value !== undefined,
  IS_NULL: (value) => value === null,
  IS_STRING: (value) => typeof value === 'string',
  IS_NUMBER: (value) => typeof value === 'number',
  IS_INTEGER: (value) => Number.isInteger(value),
  IS_BOOL: (value) => typeof value === 'boolean',
  IS_ARRAY: (value) => Array.isArray(value),
  IS_OBJECT: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  IS_PRIMITIVE: (value) => value !== undefined && (typeof value !== 'object' || value === null),
  ARRAY_CONTAINS: (array, wanted, isPartly) => {
    if (!Array.isArray(array) || wanted === undefined) return undefined;
    return array.some((one) => (isPartly === true ? includes(one, wanted) : compare(one, wanted) === 0));
  },
  ARRAY_LENGTH: (array) => (Array.isArray(array) ? array.length : undefined),
  ARRAY_SLICE: (array, from, count) =>
    Array.isArray(array) && typeof from === 'number'
      ? array.slice(from, typeof count === 'number' ? from + count : undefined)
      : undefined,
  LENGTH: onText((text) => Array.from(text).length),
  LOWER: onText((text) => text.toLowerCase()),
  UPPER: onText((text) => text.toUpperCase()),
  TRIM: onText((text) => text.trim()),
  STRINGTONUMBER: onText((text) => (/^\s*-?\d/.test(text) && !Number.isNaN(Number(text)) ? Number(text) : undefined)),
  CONCAT: (...texts) => (texts.every((text) => typeof text === 'string') ? texts.join('') : undefined),
  CONTAINS: onTexts((text, part) => text.includes(part)),
  STARTSWITH: onTexts((text, part) => text.startsWith(part)),
  ENDSWITH: onTexts((text, part) => text.endsWith(part)),
  STRINGEQUALS: onTexts((text, other) => text === other),
  LIKE: onTexts((text, pattern) => likeness(pattern).test(text)),
  SUBSTRING: (text, from, count) =>
    typeof text === 'string' && typeof from === 'number' && typeof count === 'number'
      ? text.slice(Math.max(0, from), Math.max(0, from) + Math.max(0, count))
      : undefined,
  INDEX_OF: (text, part) => (typeof text === 'string' && typeof part === 'string' ? text.indexOf(part) : undefined),
  TOSTRING: (value) => (typeof value === 'string' ? value : value === undefined ? undefined : JSON.stringify(value)),
  ABS: onNumber(Math.abs),
  CEILING: onNumber(Math.ceil),
  FLOOR: onNumber(Math.floor),
  ROUND: onNumber((number) => Math.sign(number) * Math.round(Math.abs(number))),
  SQRT: onNumber(Math.sqrt),
  POWER: (base, exponent) => (typeof base === 'number' && typeof exponent === 'number' ? base ** exponent : undefined),
};

function onText(work: (text: string) => unknown): QueryFunction {
  return (text) => (typeof text === 'string' ? work(text) : undefined);
}

/** With `true` as the third value, without regard to case. */
function onTexts(work: (text: string, other: string) => boolean): QueryFunction {
  return (text, other, isLoose) => {
    if (typeof text !== 'string' || typeof other !== 'string') return undefined;
    return isLoose === true ? work(text.toLowerCase(), other.toLowerCase()) : work(text, other);
  };
}

function onNumber(work: (number: number) => number): QueryFunction {
  return (number) => (typeof number === 'number' ? work(number) : undefined);
}

/** Whether an object has all properties of another one, with the same values. */
function includes(whole: unknown, part: unknown): boolean {
  if (typeof whole !== 'object' || whole === null || typeof part !== 'object' || part === null) {
    return compare(whole, part) === 0;
  }
  return Object.entries(part).every(([name, value]) => compare((whole as Record<string, unknown>)[name], value) === 0);
}

/** `%` stands for any text, `_` for one character; in brackets stands one of several. */
function likeness(pattern: string): RegExp {
  const source = pattern.replaceAll(/\[\^?[^\]]+\]|[%_]|[\\^$.*+?()[\]{}|]/g, (sign) => {
    if (sign === '%') return '[^]*';
    if (sign === '_') return '[^]';
    return sign.length > 1 ? sign : `\\${sign}`;
  });
  return new RegExp(`^${source}$`, 'u');
}
