/** How is a document split? */
import { childId, type Enclosing } from '../../src/document/child-id.ts';
import { kindName } from '../../src/document/decode.ts';
import { Document } from '../../src/document/document.ts';
import {
  cloneEdits,
  editable,
  insertMember,
  pushElement,
  removeMembers,
  replaceAt,
  replaceMember,
} from '../../src/document/edit.ts';
import { type Key, keyEntry, keyOf } from '../../src/document/key.ts';
import { addArray, addInteger, addObject } from '../../src/document/literal.ts';
import { elementAt, findElement, findMember, firstElement, nextElement, valueAt } from '../../src/document/members.ts';
import type { Path } from '../../src/document/path.ts';
import { pick, type Picking, pickingOf } from '../../src/document/pick.ts';
import { readAt } from '../../src/document/read.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { sameValue } from '../../src/document/same-value.ts';
import { chooseSubset } from '../../src/document/subset.ts';
import {
  ARRAY,
  type Cursor,
  EDITED,
  END,
  MISSING,
  NULL,
  OBJECT,
  type Tape,
  type Value,
} from '../../src/document/tape.ts';
import type { StepContext } from '../../src/transform/step.ts';

import type { Options } from './options.ts';

const ID = keyOf('id');

/** Splits documents one after the other; what it knows of the current one is forgotten with the next. */
export class Splitter {
  readonly #options: Options;
  readonly #overwrite: boolean;
  readonly #link: readonly { readonly key: Key; readonly path: Path }[];
  readonly #index: Key | undefined;
  readonly #value: Key;
  readonly #as: Key | undefined;
  readonly #pick: Picking | undefined;
  readonly #count: Key | undefined;
  readonly #family: { readonly family: boolean };
  /** Where the plan's id does not use the element's own, that one leaves the data. */
  readonly #dropsId: boolean;
  /** The elements around the array that is being split, outermost first. */
  readonly #enclosing: Enclosing[] = [];
  #tape!: Tape;
  #parent: Value = MISSING;
  #context!: StepContext;
  #rejection: Rejection | undefined;

  constructor(given: Options, overwrite: boolean) {
    this.#options = given;
    this.#overwrite = overwrite;
    this.#link = (given.link ?? []).map(({ key, value }) => ({ key: keyOf(key), path: value }));
    this.#index = given.index === undefined ? undefined : keyOf(given.index);
    this.#value = keyOf(given.value ?? 'value');
    this.#as = given.keep === undefined ? undefined : keyOf(given.keep.as);
    this.#pick = given.keep?.pick === undefined ? undefined : pickingOf(given.keep.pick);
    this.#count = given.count === undefined ? undefined : keyOf(given.count);
    this.#family = { family: given.onReject === 'family' };
    this.#dropsId = given.id !== undefined && !given.id.paths.some((path) => path.text === '/id');
  }

  apply(document: Document, context: StepContext): Rejection | undefined {
    this.#tape = document.tape;
    this.#parent = document.root;
    this.#context = context;
    this.#rejection = undefined;
    this.#enclosing.length = 0;
    const root = this.#descend(document.root, 0);
    if (this.#rejection === undefined) document.root = root;
    return this.#rejection;
  }

  /** Follows the path to each array that it means; answers the value with those arrays split. */
  #descend(value: Value, depth: number): Value {
    const tape = this.#tape;
    const segment = this.#options.path.segments[depth]!;
    const kind = tape.kind(value);
    if (segment.each) {
      if (kind !== ARRAY) return value;
      const array = editable(tape, value);
      let position = 0;
      for (let cursor = firstElement(tape, array); cursor !== END; cursor = nextElement(tape, array, cursor)) {
        const element = elementAt(tape, cursor);
        this.#enclosing.push({ element, position: position++ });
        replaceAt(tape, cursor, this.#descend(element, depth + 1));
        this.#enclosing.pop();
        if (this.#rejection !== undefined) break;
      }
      return array;
    }
    const last = depth === this.#options.path.segments.length - 1;
    if (kind !== OBJECT && (last || kind !== ARRAY || segment.index < 0)) return value;
    const find = (level: Value): Cursor =>
      kind === OBJECT ? findMember(tape, level, segment.key) : findElement(tape, level, segment.index);
    if (find(value) === END) return value;
    const level = editable(tape, value);
    const cursor = find(level);
    if (last) this.#splitMember(level, cursor, segment.key);
    else {
      const below = this.#descend(valueAt(tape, cursor), depth + 1);
      replaceAt(tape, cursor, below);
    }
    return level;
  }

  /** Splits the array that is a member of an edited object. */
  #splitMember(level: Value, cursor: Cursor, key: Key): void {
    const tape = this.#tape;
    const value = valueAt(tape, cursor);
    const kind = tape.kind(value);
    if (kind === NULL) return;
    if (kind !== ARRAY && this.#options.lenient !== true)
      return this.#reject(
        'NOT_AN_ARRAY',
        `${this.#options.path.text} is ${aKind(kindName(tape, value))}, split needs an array. Add lenient: true to take it as one element.`,
      );
    const elements = kind === ARRAY ? elementsOf(tape, value) : [value];
    const chosen = this.#choose(elements);
    const isKept = this.#options.children === 'rest' ? new Set(chosen) : undefined;
    const ids: Value[] = [];
    for (let i = 0; i < elements.length; i++) {
      if (isKept?.has(i) === true) continue;
      const child = this.#makeChild(elements[i]!, i);
      if (typeof child !== 'number') {
        this.#rejection ??= child;
        return;
      }
      this.#context.make(this.#options.into, child, this.#family);
      if (this.#options.keep?.ids === true) ids[i] = valueAt(tape, findMember(tape, child, ID));
    }
    const kept = this.#as === undefined ? MISSING : this.#keptArray(elements, chosen, ids);
    this.#leave(level, key, kept, elements.length);
  }

  /** The places of the elements that stay, in the order asked for. */
  #choose(elements: readonly Value[]): readonly number[] {
    const { keep, path } = this.#options;
    if (keep === undefined) return [];
    const subset = chooseSubset(this.#tape, elements, keep);
    if (subset.unordered > 0) {
      const where = `${path.text}/*${keep.by?.text ?? ''}`;
      for (let i = 0; i < subset.unordered; i++)
        this.#context.note(
          'ORDER_VALUE_MISSING',
          where,
          `Elements of ${path.text} have no comparable value at ${where} and count as oldest.`,
        );
    }
    return subset.places;
  }

  #makeChild(element: Value, position: number): Value | Rejection {
    const tape = this.#tape;
    const isObject = tape.kind(element) === OBJECT;
    const child = isObject ? this.#withoutOmitted(ownCopy(tape, element)) : addObject(tape);
    if (!isObject) insertMember(tape, child, END, keyEntry(tape, this.#value), cloneEdits(tape, element));
    for (const { key, path } of this.#link) {
      const value = readAt(tape, this.#parent, path);
      const clash = value === MISSING ? undefined : this.#put(child, key, cloneEdits(tape, value));
      if (clash !== undefined) return clash;
    }
    const clash = this.#index === undefined ? undefined : this.#put(child, this.#index, addInteger(tape, position));
    if (clash !== undefined) return clash;
    const own = findMember(tape, child, ID);
    const id = this.#idOf(child, own === END ? MISSING : valueAt(tape, own), position);
    if (typeof id !== 'number') return id;
    if (this.#dropsId && own !== END) this.#context.drop(`${this.#options.path.text}/*/id`);
    if (own === END) insertMember(tape, child, END, keyEntry(tape, ID), id);
    else replaceMember(tape, child, ID, own, id);
    return child;
  }

  #withoutOmitted(child: Value): Value {
    const { omit, into, path } = this.#options;
    if (omit === undefined) return child;
    const document = new Document(this.#tape, into, child);
    for (const omitted of omit) this.#context.drop(`${path.text}/*${omitted.text}`, document.remove(omitted));
    return document.root;
  }

  /** @param own the id that the element itself has, or `MISSING`. */
  #idOf(child: Value, own: Value, position: number): Value | Rejection {
    const { id } = this.#options;
    if (id === undefined) return childId(this.#tape, this.#parent, this.#enclosing, own, position);
    const enclosing = this.#enclosing.at(-1)?.element ?? this.#parent;
    return id.evaluate(this.#tape, { root: child, parent: this.#parent, enclosing, position }, this.#context.sha256);
  }

  /** Writes a property of a child, or of the level that held the array, unless it is there with another value. */
  #put(level: Value, key: Key, value: Value): Rejection | undefined {
    const tape = this.#tape;
    const cursor = findMember(tape, level, key);
    if (cursor === END) {
      insertMember(tape, level, END, keyEntry(tape, key), value);
      return undefined;
    }
    if (!this.#overwrite) {
      if (sameValue(tape, valueAt(tape, cursor), value)) return undefined;
      return reject(
        'TARGET_EXISTS',
        `split of ${this.#options.path.text} would overwrite "${key.name}", which is there with another value. Choose another name, rename it in an earlier step, or add overwrite: true.`,
        this.#options.path.text,
      );
    }
    this.#context.drop(`${this.#options.path.text}/*/${key.name}`);
    replaceMember(tape, level, key, cursor, value);
    return undefined;
  }

  #keptArray(elements: readonly Value[], chosen: readonly number[], ids: readonly Value[]): Value {
    const tape = this.#tape;
    const { keep } = this.#options;
    const array = addArray(tape);
    for (const place of chosen) {
      const element = elements[place]!;
      if (keep?.ids === true) pushElement(tape, array, ids[place]!);
      else
        pushElement(
          tape,
          array,
          this.#pick === undefined || tape.kind(element) !== OBJECT
            ? cloneEdits(tape, element)
            : this.#picked(element, this.#pick),
        );
    }
    return array;
  }

  #picked(element: Value, picking: Picking): Value {
    const kept = pick(this.#tape, element, picking);
    return kept === MISSING ? addObject(this.#tape) : kept;
  }

  /** Takes the array out of its object and leaves the subset and the count in its place. */
  #leave(level: Value, key: Key, kept: Value, count: number): void {
    const tape = this.#tape;
    removeMembers(tape, level, key);
    const before = this.#as === undefined || kept === MISSING ? undefined : this.#put(level, this.#as, kept);
    this.#rejection ??=
      before ?? (this.#count === undefined ? undefined : this.#put(level, this.#count, addInteger(tape, count)));
  }

  #reject(code: string, message: string): void {
    this.#rejection ??= reject(code, message, this.#options.path.text);
  }
}

function elementsOf(tape: Tape, array: Value): readonly Value[] {
  const elements: Value[] = [];
  for (let cursor = firstElement(tape, array); cursor !== END; cursor = nextElement(tape, array, cursor))
    elements.push(elementAt(tape, cursor));
  return elements;
}

/** An edited copy of an object that shares nothing editable with it. */
function ownCopy(tape: Tape, object: Value): Value {
  return tape.is(object, EDITED) ? cloneEdits(tape, object) : editable(tape, object);
}

function aKind(kind: string): string {
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
