/**
 * Which files does a schema consist of? The one that the plan names, and those that it refers to by relative references,
 * each beside the file that refers to it. Nothing is fetched from the network.
 */
import { dirname, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileNeeds } from '../file-needs.ts';
import { FileTextError } from '../file-text.ts';
import { parseSchema } from './exact.ts';
import { SchemaError } from './schema-error.ts';
import { lookIn, type ResolveAddress } from './look-in.ts';

export interface SchemaFile {
  readonly schema: object | boolean;
  /** The address by which it is referred to, and that its references are relative to. */
  readonly base: string;
  /** As seen from the file that the plan names. */
  readonly name: string;
  /** The formats that it asks for. */
  readonly formats: Set<string>;
}

/** The file that the plan names comes first. @throws SchemaError, FileTextError */
export function schemaFiles({ path, textOf }: FileNeeds, resolveAddress: ResolveAddress): readonly SchemaFile[] {
  const files = new Map<string, SchemaFile>();
  /** Addresses that need no file: of a whole schema inside of one. */
  const known = new Set<string>();
  const open = [path];
  add(path);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const { schema, base } = files.get(file)!;
    const { ids, references, formats } = lookIn(schema, base, resolveAddress);
    for (const id of ids) known.add(id);
    for (const format of formats) files.get(file)!.formats.add(format);
    for (const { holder, keyword, reference, address } of references) {
      if (known.has(address) || address.startsWith(DRAFT)) continue;
      if (/^[a-z][a-z0-9+.-]*:/i.test(reference)) throw notBeside(reference);
      const target = resolve(dirname(file), decodeURIComponent(reference.split(/[#?]/, 1)[0]!));
      if (!files.has(target)) {
        addReferred(target, reference);
        open.push(target);
      }
      // Whole, as the validator loses the way where one reference leads to another one only.
      holder[keyword] = files.get(target)!.base + (/#.*$/s.exec(reference)?.[0] ?? '');
    }
  }
  return [...files.values()];

  function addReferred(file: string, reference: string): void {
    try {
      add(file);
    } catch (error) {
      if (!(error instanceof FileTextError)) throw error;
      throw new SchemaError(`it refers to ${JSON.stringify(reference)}, which cannot be read: ${error.message}`);
    }
  }

  function add(file: string): void {
    const schema = parsed(textOf(file));
    const id = typeof schema === 'object' && '$id' in schema ? schema.$id : undefined;
    const base = typeof id === 'string' ? id.replace(/#$/, '') : pathToFileURL(file).href;
    files.set(file, { schema, base, name: relative(dirname(path), file).split(sep).join('/'), formats: new Set() });
    known.add(base);
  }
}

/** What schemas of this draft may be called. */
export const DRAFT = 'https://json-schema.org/draft/2020-12/';

function notBeside(reference: string): SchemaError {
  return new SchemaError(
    `it refers to ${JSON.stringify(reference)}, and no schema is fetched from anywhere; save it beside this one and refer to the file`,
  );
}

function parsed(text: string): object | boolean {
  let schema: unknown;
  try {
    schema = parseSchema(text);
  } catch (error) {
    throw new SchemaError(`it is no JSON: ${(error as Error).message}`);
  }
  if (typeof schema === 'boolean') return schema;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new SchemaError('a schema is an object, true or false');
  return schema;
}
