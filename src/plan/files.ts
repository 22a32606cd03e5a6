/**
 * What stands in the files that belong to a plan? A plan that is read asks for them by their names; then they are read,
 * with what they refer to in turn, and the plan is read again. A worker is handed the same texts and makes the same of
 * them, whatever has become of the files meanwhile.
 */
import { createHash } from 'node:crypto';
import { dirname, relative, resolve, sep } from 'node:path';
import type { FileUse } from '../transform/files.ts';
import type { FileContent, FileNeeds } from './file-needs.ts';
import { textOfFile } from './file-text.ts';

export type FileReading = FileContent & {
  /** What decides the output, for the hash: the name, the content of each file, the names of packages. */
  readonly canonical: string;
};

export class PlanFiles {
  /** The text of each file that was read, by its path. */
  readonly texts: Map<string, string>;
  readonly #folder: string;
  readonly #readings = new Map<string, FileReading | { readonly use: FileUse; readonly path: string; name: string }>();
  readonly #isGiven: boolean;

  /** @param folder what paths are relative to. @param given texts to be taken instead of what is on disk */
  constructor(folder: string, given?: ReadonlyMap<string, string>) {
    this.#folder = folder;
    this.texts = new Map(given);
    this.#isGiven = given !== undefined;
  }

  /** What a file holds; `undefined` when it was not asked for before and is still to be read. */
  readingOf(use: FileUse, file: string, written: string): FileReading | undefined {
    const path = resolve(this.#folder, file);
    const key = JSON.stringify([use, path, written]);
    const known = this.#readings.get(key);
    if (known === undefined) this.#readings.set(key, { use, path, name: written });
    return known !== undefined && 'canonical' in known ? known : undefined;
  }

  /** Whether files were asked for that are still to be read. */
  get areAwaited(): boolean {
    return [...this.#readings.values()].some((one) => !('canonical' in one));
  }

  /** Reads what was asked for. */
  async read(): Promise<void> {
    for (const [key, asked] of this.#readings)
      if (!('canonical' in asked)) this.#readings.set(key, await this.#read(asked.use, asked.path, asked.name));
  }

  async #read(use: FileUse, path: string, name: string): Promise<FileReading> {
    const read = new Set<string>();
    const packages = new Set<string>();
    const textOf = (file: string): string => {
      read.add(file);
      return this.#textOf(file);
    };
    const needs: FileNeeds = { path, name, textOf, usePackage: (used: string) => packages.add(used) };
    // Loaded when a plan has such a file, so that every other start is spared it.
    const content =
      use === 'schema'
        ? (await import('./schema/read-schema.ts')).readSchema(needs)
        : await (await import('./script/load-script.ts')).loadScript(needs);
    const digests = [...read].toSorted().map((file) => [nameBeside(path, file), this.#digestOf(file)] as const);
    const canonical = [
      ['path', JSON.stringify(name)],
      ['content', JSON.stringify(Object.fromEntries(digests))],
      ...(packages.size === 0 ? [] : [['packages', JSON.stringify([...packages].toSorted())]]),
    ];
    return { ...content, canonical: JSON.stringify(canonical) };
  }

  #textOf(file: string): string {
    const known = this.texts.get(file);
    if (known !== undefined) return known;
    const text = textOfFile(file, this.#isGiven);
    this.texts.set(file, text);
    return text;
  }

  #digestOf(file: string): string {
    const text = this.texts.get(file);
    return text === undefined ? '' : createHash('sha256').update(text).digest('hex').slice(0, DIGITS);
  }
}

/** So many hex digits of a SHA-256 tell any two files apart. */
const DIGITS = 32;

/** A file as the one beside it would name it, alike on all systems. */
function nameBeside(path: string, file: string): string {
  return relative(dirname(path), file).split(sep).join('/');
}
