/** What does a schema refer to, and which formats does it ask for? Looks at all its parts, but not at the data in it. */
import { SchemaError } from './schema-error.ts';

/** Resolves a reference against an address, as the validator does. */
export type ResolveAddress = (base: string, reference: string) => string;

export interface SchemaParts {
  /** Addresses of the schemas inside that have one of their own. */
  readonly ids: readonly string[];
  readonly references: readonly SchemaReference[];
  readonly formats: readonly string[];
}

export interface SchemaReference {
  /** Where it stands, to be written anew. */
  readonly holder: Record<string, unknown>;
  readonly keyword: string;
  /** As it is written. */
  readonly reference: string;
  /** What it means, without the place inside. */
  readonly address: string;
}

/** Keywords that hold data, and those that hold schemas by names. */
const DATA = new Set(['const', 'default', 'enum', 'examples']);
const BY_NAME = new Set(['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']);

export function lookIn(schema: object | boolean, address: string, resolveAddress: ResolveAddress): SchemaParts {
  const ids: string[] = [];
  const references: SchemaReference[] = [];
  const formats: string[] = [];
  const open: { readonly node: unknown; readonly base: string; readonly byName: boolean }[] = [
    { node: schema, base: address, byName: false },
  ];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { node, byName } = at;
    if (typeof node !== 'object' || node === null) continue;
    if (byName && Object.hasOwn(node, '__proto__'))
      throw new SchemaError('it names a property "__proto__", which the validator passes over; leave it out');
    let { base } = at;
    if (!byName && '$id' in node && typeof node.$id === 'string' && node !== schema) {
      base = resolveAddress(base, node.$id).replace(/#$/, '');
      ids.push(base);
    }
    const holder = node as Record<string, unknown>;
    for (const [key, value] of Object.entries(holder)) {
      if (!byName && (key === '$ref' || key === '$dynamicRef') && typeof value === 'string') {
        const meant = resolveAddress(base, value).replace(/#.*$/s, '');
        if (!value.startsWith('#')) references.push({ holder, keyword: key, reference: value, address: meant });
      } else if (!byName && key === 'format' && typeof value === 'string') formats.push(value);
      else if (byName || !DATA.has(key)) open.push({ node: value, base, byName: !byName && BY_NAME.has(key) });
    }
  }
  return { ids, references, formats };
}
