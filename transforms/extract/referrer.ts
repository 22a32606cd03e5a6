/** What takes the place of an object that has become a document? A value of that document, or properties with such values. */
import { wouldOverwrite } from '../../src/document/array-places.ts';
import {
  cloneEdits,
  insertMember,
  removeAt,
  removeMembers,
  replaceAt,
  replaceMember,
} from '../../src/document/edit.ts';
import { type Key, keyEntry, keyOf } from '../../src/document/key.ts';
import { addText } from '../../src/document/literal.ts';
import { findMember, valueAt } from '../../src/document/members.ts';
import { childPath, parentText, type Path, parsePath } from '../../src/document/path.ts';
import { readAt } from '../../src/document/read.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { sameValue } from '../../src/document/same-value.ts';
import { ARRAY, type Cursor, END, MISSING, type Tape, type Value } from '../../src/document/tape.ts';
import type { StepContext } from '../../src/transform/step.ts';
import type { Options } from './options.ts';

/** The place of an object: an edited level, and where in it. */
export interface ObjectPlace {
  readonly level: Value;
  readonly cursor: Cursor;
}

/** What is to stand there. */
export type References = readonly { readonly key: Key | undefined; readonly value: Value }[];

export class Referrer {
  readonly #path: Path;
  readonly #overwrite: boolean;
  /** Without a key, the value stands in the place of the object. */
  readonly #wanted: readonly { readonly key: Key | undefined; readonly path: Path }[];

  constructor({ path, replaceWith = parsePath('/id') }: Options, overwrite: boolean) {
    this.#path = path;
    this.#overwrite = overwrite;
    this.#wanted =
      'text' in replaceWith
        ? [{ key: undefined, path: replaceWith }]
        : replaceWith.map(({ key, value }) => ({ key: keyOf(key), path: value }));
  }

  /** Whether properties can stand beside the object. */
  check(tape: Tape, { level }: ObjectPlace): Rejection | undefined {
    if (tape.kind(level) !== ARRAY || this.#wanted.every(({ key }) => key === undefined)) return undefined;
    const message = `${this.#path.text} is an element of an array, which has nothing beside it. Write replaceWith as one path, such as /id.`;
    return reject('PARENT_NOT_OBJECT', message, this.#path.text);
  }

  /**
   * The values that refer to the document.
   * @param id of the document that came first, where that is another one
   */
  referencesTo(tape: Tape, made: Value, id: string | undefined): References | Rejection {
    const found: { key: Key | undefined; value: Value }[] = [];
    for (const { key, path } of this.#wanted) {
      const value = id !== undefined && isId(path) ? addText(tape, id) : readAt(tape, made, path);
      if (value !== MISSING) found.push({ key, value: cloneEdits(tape, value) });
    }
    if (found.length > 0) return found;
    const wanted = this.#wanted.map(({ path }) => path.text).join(' nor ');
    const message = `${this.#path.text} has no ${wanted}, and nothing else would refer to it. Refer to it by /id, or fill the path in an earlier step.`;
    return reject('KEY_MISSING', message, this.#path.text);
  }

  /** Whether they would write over other values. */
  clash(
    tape: Tape,
    { level, cursor }: ObjectPlace,
    references: References,
    context: StepContext,
  ): Rejection | undefined {
    for (const { key, value } of references) {
      const there = key === undefined ? END : findMember(tape, level, key);
      if (there === END || there === cursor || sameValue(tape, valueAt(tape, there), value)) continue;
      if (!this.#overwrite) return wouldOverwrite('extract', this.#path, key!);
      context.drop(childPath(parentText(this.#path), key!.name));
    }
    return undefined;
  }

  /** Puts them where the object stands. */
  write(tape: Tape, { level, cursor }: ObjectPlace, references: References, context: StepContext): void {
    if (tape.kind(level) === ARRAY) {
      replaceAt(tape, cursor, references[0]!.value);
      return;
    }
    const { key: own } = this.#path.segments.at(-1)!;
    const before = memberCount(tape, level);
    const inPlace = references.find(({ key }) => key === undefined || key.name === own.name);
    if (inPlace !== undefined) replaceMember(tape, level, own, cursor, inPlace.value);
    let after = cursor;
    let added = 0;
    for (const reference of references) {
      const { key, value } = reference;
      if (key === undefined || reference === inPlace) continue;
      const there = findMember(tape, level, key);
      if (there !== END) replaceMember(tape, level, key, there, value);
      else {
        after = insertMember(tape, level, after, keyEntry(tape, key), value);
        added++;
      }
    }
    if (inPlace === undefined) {
      if (tape.hasDuplicateKeys) removeMembers(tape, level, own);
      else removeAt(tape, level, cursor);
    }
    // Of a repeated key the last object is extracted.
    const others = before + added - memberCount(tape, level) - (inPlace === undefined ? 1 : 0);
    context.drop(this.#path.text, others);
  }
}

function isId({ segments }: Path): boolean {
  return segments.length === 1 && segments[0]!.key.name === 'id' && !segments[0]!.each;
}

function memberCount(tape: Tape, level: Value): number {
  return tape.words[level * 4 + 2]!;
}
