/**
 * How does a schema judge numbers that a double does not hold? Validators know doubles only. So the double stands for the
 * number, and its digits are kept beside: for the limits and values of a schema, and for the numbers of a document.
 */
import { decimalOf, zerosBehind } from '../../document/decimal.ts';
import { isUnsafe } from '../../document/number.ts';

type Digits = WeakMap<object, Map<string, string>>;

const ofSchemas: Digits = new WeakMap();
let ofDocument: Digits = new WeakMap();

/** A schema from its JSON, the digits of unsafe numbers kept. */
export function parseSchema(text: string): unknown {
  return JSON.parse(text, digitsIn);
}

function digitsIn(this: object, key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || !isUnsafe(source)) return value;
  keep(ofSchemas, this, key, source);
  return standIn(source);
}

/** Takes an unsafe number of the document that is being validated; answers the double that stands for it. */
export function takeUnsafe(digits: string, holder: object, key: string | number): number {
  keep(ofDocument, holder, String(key), digits);
  return standIn(digits);
}

/** The next document begins. */
export function forgetDocument(): void {
  ofDocument = new WeakMap();
}

/** The digits of a number in a schema. */
export function schemaDigits(schema: object, keyword: string, value: number): string {
  return ofSchemas.get(schema)?.get(keyword) ?? String(value);
}

/** The digits of a number in the document. */
export function documentDigits(holder: object | undefined, key: string | number, value: number): string {
  return (holder && ofDocument.get(holder)?.get(String(key))) ?? String(value);
}

/** A text that two values share exactly when they are equal: keys in any order, numbers by their exact value. */
export function canonicalText(value: unknown, holder: object | undefined, key: string | number): string {
  const parts: string[] = [];
  const open: (string | { readonly value: unknown; readonly holder: object | undefined; readonly key: string })[] = [
    { value, holder, key: String(key) },
  ];
  // A stack of its own: a document may be deeper than JavaScript's.
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (typeof at === 'string') parts.push(at);
    else if (typeof at.value === 'number') parts.push(`#${exactText(at.value, at.holder, at.key)}`);
    else if (typeof at.value !== 'object' || at.value === null) parts.push(JSON.stringify(at.value));
    else {
      const inner = at.value;
      const isArray = Array.isArray(inner);
      const members = isArray ? [...inner.keys()].map(String) : Object.keys(inner).toSorted();
      parts.push(isArray ? '[' : '{');
      open.push(isArray ? ']' : '}');
      for (const name of members.toReversed()) {
        open.push(',', { value: (inner as Record<string, unknown>)[name], holder: inner, key: name });
        if (!isArray) open.push(`${JSON.stringify(name)}:`);
      }
    }
  }
  return parts.join('');
}

function exactText(value: number, holder: object | undefined, key: string): string {
  const digits = holder && (ofDocument.get(holder) ?? ofSchemas.get(holder))?.get(key);
  return decimalOf(digits ?? String(value));
}

function keep(digits: Digits, holder: object, key: string, source: string): void {
  const members = digits.get(holder) ?? new Map<string, string>();
  members.set(key, source);
  digits.set(holder, members);
}

/** A double that is an integer exactly when the number is one, and finite. */
function standIn(source: string): number {
  const double = Number(source);
  if (!Number.isFinite(double)) return source.startsWith('-') ? -Number.MAX_VALUE : Number.MAX_VALUE;
  if (!Number.isInteger(double) || isWhole(source)) return double;
  return source.startsWith('-') ? -NO_INTEGER : NO_INTEGER;
}

/** A large double with a fraction. */
const NO_INTEGER = 2 ** 51 + 0.5;

function isWhole(source: string): boolean {
  if (/^-?\d+$/.test(source)) return true;
  const [mantissa, exponent = '0'] = source.toLowerCase().split('e') as [string, string?];
  const [whole, decimals = ''] = mantissa.split('.') as [string, string?];
  const places = decimals.length - zerosBehind(decimals);
  const trailing = places === 0 ? zerosBehind(whole) : -places;
  return /^-?[0.]*$/.test(mantissa) || BigInt(exponent.replace('+', '')) + BigInt(trailing) >= 0n;
}
