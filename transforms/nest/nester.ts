/** Which properties go into the object, and under which names? The names inside are put together by `filling.ts`. */
import { textOf } from '../../src/document/decode.ts';
import type { Document } from '../../src/document/document.ts';
import { editable, insertMember, removeAt, replaceMember } from '../../src/document/edit.ts';
import { isKey, type Key, keyEntry, keyOf } from '../../src/document/key.ts';
import { addObject } from '../../src/document/literal.ts';
import { findMember, firstMember, keyAt, nextMember, valueAt } from '../../src/document/members.ts';
import { lastName, parentText, type Path } from '../../src/document/path.ts';
import { targetExists } from '../../src/document/put.ts';
import type { Rejection } from '../../src/document/rejection.ts';
import { type Cursor, END, ESCAPED, MISSING, OBJECT, type Tape, type Value } from '../../src/document/tape.ts';
import type { StepContext } from '../../src/transform/step.ts';
import { Filling } from './filling.ts';

interface Options {
  readonly into: Path;
  readonly from?: readonly string[];
  readonly strip?: string;
  readonly separator?: string;
  readonly depth?: number;
}

export class Nester {
  readonly #into: Path;
  readonly #key: Key;
  /** What holds the object and the properties. */
  readonly #parent: Path;
  readonly #from: readonly Key[] | undefined;
  /** Whether the object's own name is among those that go into it, which makes its place free. */
  readonly #movesItself: boolean;
  readonly #strip: Key;
  readonly #separator: string;
  readonly #depth: number;
  readonly #overwrite: boolean;

  constructor({ into, from, strip, separator = '_', depth = 1 }: Options, overwrite: boolean) {
    const segments = into.segments.slice(0, -1);
    this.#into = into;
    this.#key = into.segments.at(-1)!.key;
    this.#parent = { text: parentText(into), segments, many: into.many };
    this.#from = from?.map(keyOf);
    this.#movesItself = from?.includes(this.#key.name) === true;
    this.#strip = keyOf(strip ?? (from === undefined ? `${lastName(into)}${separator}` : ''));
    this.#separator = separator;
    this.#depth = depth;
    this.#overwrite = overwrite;
  }

  apply(document: Document, context: StepContext): Rejection | undefined {
    const { tape } = document;
    if (this.#parent.segments.length > 0)
      return document.replace(this.#parent, (object) =>
        tape.kind(object) === OBJECT ? this.#nest(tape, object, context) : MISSING,
      );
    const nested = this.#nest(tape, document.root, context);
    if (typeof nested !== 'number') return nested;
    if (nested !== MISSING) document.root = nested;
    return undefined;
  }

  /** The object with what belongs inside moved there; `MISSING` where there is nothing to move. */
  #nest(tape: Tape, object: Value, context: StepContext): Value | Rejection {
    if (this.#takenOf(tape, object, true).length === 0) return MISSING;
    const level = editable(tape, object);
    const taken = this.#takenOf(tape, level, false);
    const target = this.#targetIn(tape, level, taken[0]!, context);
    if (typeof target !== 'number') return target;
    const filling = new Filling(tape, this.#into, this.#overwrite, context);
    for (const cursor of taken) {
      removeAt(tape, level, cursor);
      const entry = keyAt(tape, cursor);
      const name = textOf(tape, entry);
      const rest = name.startsWith(this.#strip.name) ? name.slice(this.#strip.name.length) : name;
      const names = this.#depth === 1 ? [rest] : cut(rest, this.#separator, this.#depth);
      const rejection = filling.add(target, names, name, rest === name ? entry : undefined, valueAt(tape, cursor));
      if (rejection !== undefined) return rejection;
    }
    return level;
  }

  /** The members that go into the object, in the order of the document. */
  #takenOf(tape: Tape, object: Value, onlyFirst: boolean): Cursor[] {
    const taken: Cursor[] = [];
    for (let cursor = firstMember(tape, object); cursor !== END; cursor = nextMember(tape, object, cursor)) {
      if (!this.#takes(tape, keyAt(tape, cursor))) continue;
      taken.push(cursor);
      if (onlyFirst) break;
    }
    return taken;
  }

  #takes(tape: Tape, entry: Value): boolean {
    if (this.#from !== undefined) return this.#from.some((key) => isKey(tape, entry, key));
    return beginsWith(tape, entry, this.#strip) && !isKey(tape, entry, this.#key);
  }

  /** The edited object that takes the properties: the one that is there, or a new one where the first of them stands. */
  #targetIn(tape: Tape, level: Value, first: Cursor, context: StepContext): Value | Rejection {
    const holder = this.#movesItself ? END : findMember(tape, level, this.#key);
    if (holder === END) {
      const made = addObject(tape);
      insertMember(tape, level, first, keyEntry(tape, this.#key), made);
      return made;
    }
    const there = valueAt(tape, holder);
    const isObject = tape.kind(there) === OBJECT;
    if (!isObject && !this.#overwrite) return targetExists(this.#into);
    const target = isObject ? editable(tape, there) : addObject(tape);
    // Of a repeated key the last value is the one that is meant.
    context.drop(this.#into.text, this.#countOf(tape, level) - (isObject ? 1 : 0));
    replaceMember(tape, level, this.#key, holder, target);
    return target;
  }

  #countOf(tape: Tape, level: Value): number {
    if (!tape.hasDuplicateKeys) return 1;
    let count = 0;
    for (let cursor = firstMember(tape, level); cursor !== END; cursor = nextMember(tape, level, cursor))
      if (isKey(tape, keyAt(tape, cursor), this.#key)) count++;
    return count;
  }
}

/** Whether the name of a key, given by its entry, begins like that of another. */
function beginsWith(tape: Tape, entry: Value, { name, bytes }: Key): boolean {
  if (tape.is(entry, ESCAPED)) return textOf(tape, entry).startsWith(name);
  const text = tape.bytesOf(entry);
  const start = tape.start(entry) + 1;
  if (tape.end(entry) - 1 - start < bytes.length) return false;
  for (let i = 0; i < bytes.length; i++) if (text[start + i] !== bytes[i]) return false;
  return true;
}

/** `geo_lat_max` cut into at most two names is `geo`, `lat_max`. */
function cut(name: string, separator: string, most: number): string[] {
  const names: string[] = [];
  let from = 0;
  while (names.length < most - 1) {
    const at = name.indexOf(separator, from);
    if (at < 0) break;
    names.push(name.slice(from, at));
    from = at + separator.length;
  }
  return [...names, name.slice(from)];
}
