/**
 * Which keywords of JSON Schema does the validator not judge as a document deserves? Those that compare numbers, which
 * are compared by their exact value here, and those that compare each element with each other one.
 */
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { compareDecimals } from '../../document/decimal.ts';
import { canonicalText, documentDigits, schemaDigits } from './exact.ts';
import { isMultiple } from './multiple.ts';

/** Where the validator is in the document. */
interface Place {
  readonly parentData: object | undefined;
  readonly parentDataProperty: string | number;
}

const LIMITS: Readonly<Record<string, { readonly isMet: (order: number) => boolean; readonly sign: string }>> = {
  maximum: { isMet: (order) => order <= 0, sign: '<=' },
  minimum: { isMet: (order) => order >= 0, sign: '>=' },
  exclusiveMaximum: { isMet: (order) => order < 0, sign: '<' },
  exclusiveMinimum: { isMet: (order) => order > 0, sign: '>' },
};

export function takeOverKeywords(ajv: Ajv2020): void {
  for (const [keyword, { isMet }] of Object.entries(LIMITS)) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      keyword,
      type: 'number',
      schemaType: 'number',
      compile: (limit: number, schema: object) => {
        const digits = schemaDigits(schema, keyword, limit);
        return (value: number, place?: Place) => isMet(compareDecimals(digitsAt(value, place), digits));
      },
    });
  }
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    compile: (divisor: number, schema: object) => {
      const digits = schemaDigits(schema, 'multipleOf', divisor);
      return (value: number, place?: Place) => isMultiple(digitsAt(value, place), digits);
    },
  });
  ajv.removeKeyword('const');
  ajv.addKeyword({
    keyword: 'const',
    compile: (wanted: unknown, schema: object) => {
      const text = canonicalText(wanted, schema, 'const');
      return (value: unknown, place?: Place) => textAt(value, place) === text;
    },
  });
  ajv.removeKeyword('enum');
  ajv.addKeyword({
    keyword: 'enum',
    schemaType: 'array',
    compile: (wanted: readonly unknown[]) => {
      const texts = new Set(wanted.map((one, i) => canonicalText(one, wanted, i)));
      return (value: unknown, place?: Place) => texts.has(textAt(value, place));
    },
  });
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (isWanted: boolean) => (value: readonly unknown[]) =>
      !isWanted || new Set(value.map((one, i) => canonicalText(one, value, i))).size === value.length,
  });
}

/** What the validator has no words for of its own. */
export function keywordProblem(keyword: string, schema: object): string | undefined {
  const wanted: unknown = (schema as Readonly<Record<string, unknown>>)[keyword];
  if (typeof wanted === 'number' && keyword in LIMITS)
    return `must be ${LIMITS[keyword]!.sign} ${schemaDigits(schema, keyword, wanted)}`;
  if (typeof wanted === 'number' && keyword === 'multipleOf')
    return `must be a multiple of ${schemaDigits(schema, keyword, wanted)}`;
  return WORDS[keyword];
}

const WORDS: Readonly<Record<string, string>> = {
  const: 'must be the one value that is allowed',
  enum: 'must be one of the values that are allowed',
  uniqueItems: 'must not hold an element twice',
};

function digitsAt(value: number, place: Place | undefined): string {
  return place === undefined ? String(value) : documentDigits(place.parentData, place.parentDataProperty, value);
}

function textAt(value: unknown, place: Place | undefined): string {
  return canonicalText(value, place?.parentData, place?.parentDataProperty ?? '');
}
