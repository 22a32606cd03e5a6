// Which files are there, and what does each import?
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface Import {
  /** A path from the project's root for a relative import, else what was written: `yaml`, `node:fs`. */
  readonly target: string;
  readonly isRelative: boolean;
  /** Erased before it runs: `import type`, `export type`. */
  readonly isType: boolean;
}

export interface Module {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
}

export function readModules(root: string, folders: readonly string[]): Module[] {
  const texts: Record<string, string> = {};
  for (const folder of folders) {
    for (const file of filesIn(join(root, folder))) {
      if (file.endsWith('.ts')) texts[posix.join(folder, file)] = readFileSync(join(root, folder, file), 'utf8');
    }
  }
  return parseModules(texts);
}

export function parseModules(texts: Readonly<Record<string, string>>): Module[] {
  return Object.entries(texts).map(([path, text]) => ({
    path,
    lines: text.replace(/\n$/, '').split('\n').length,
    imports: importsOf(path, text),
  }));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function importsOf(path: string, text: string): Import[] {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const found: Import[] = [];
  const add = (written: string, isType: boolean): void => {
    const isRelative = written.startsWith('.');
    found.push({ target: isRelative ? posix.join(posix.dirname(path), written) : written, isRelative, isType });
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType));
  }
  for (const { entries } of module.staticExports) {
    for (const entry of entries) if (entry.moduleRequest !== null) add(entry.moduleRequest.value, entry.isType);
  }
  for (const { moduleRequest } of module.dynamicImports) {
    // A computed name is a user's own file, such as a script step's; only a written one is ours.
    const written = /^(['"`])([^$]*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    if (written !== null) add(written[2]!, false);
  }
  return found;
}
