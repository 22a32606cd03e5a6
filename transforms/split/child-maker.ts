/** How does an element become a document? Without what is omitted, then with link, index and id. */
import { wouldOverwrite } from '../../src/document/array-places.ts';
import { childId, type Enclosing } from '../../src/document/child-id.ts';
import { Document } from '../../src/document/document.ts';
import { cloneEdits, editable, insertMember, replaceMember } from '../../src/document/edit.ts';
import { type Key, keyEntry, keyOf } from '../../src/document/key.ts';
import { addInteger, addObject } from '../../src/document/literal.ts';
import { findMember, valueAt } from '../../src/document/members.ts';
import { childPath, type Path } from '../../src/document/path.ts';
import { readAt } from '../../src/document/read.ts';
import type { Rejection } from '../../src/document/rejection.ts';
import { sameValue } from '../../src/document/same-value.ts';
import { EDITED, END, MISSING, OBJECT, type Tape, type Value } from '../../src/document/tape.ts';
import type { StepContext } from '../../src/transform/step.ts';
import type { Options } from './options.ts';

const ID = keyOf('id');

export class ChildMaker {
  readonly #options: Options;
  readonly #overwrite: boolean;
  readonly #link: readonly { readonly key: Key; readonly path: Path }[];
  readonly #index: Key | undefined;
  readonly #value: Key;
  /** Where the plan's id does not use the element's own, that one leaves the data. */
  readonly #dropsId: boolean;
  #tape!: Tape;
  #parent: Value = MISSING;
  #context!: StepContext;

  constructor(given: Options, overwrite: boolean) {
    this.#options = given;
    this.#overwrite = overwrite;
    this.#link = (given.link ?? []).map(({ key, value }) => ({ key: keyOf(key), path: value }));
    this.#index = given.index === undefined ? undefined : keyOf(given.index);
    this.#value = keyOf(given.value ?? 'value');
    this.#dropsId = given.id !== undefined && !given.id.paths.some((path) => path.text === '/id');
  }

  /** The children that follow are of this document. */
  begin(document: Document, context: StepContext): void {
    this.#tape = document.tape;
    this.#parent = document.root;
    this.#context = context;
  }

  /** @param enclosing the elements around the array, outermost first. */
  make(element: Value, position: number, enclosing: readonly Enclosing[]): Value | Rejection {
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
    const id = this.#idOf(child, own === END ? MISSING : valueAt(tape, own), position, enclosing);
    if (typeof id !== 'number') return id;
    if (this.#dropsId && own !== END && !sameValue(tape, valueAt(tape, own), id))
      this.#context.drop(`${this.#options.path.text}/*/id`);
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
  #idOf(child: Value, own: Value, position: number, enclosing: readonly Enclosing[]): Value | Rejection {
    const { id } = this.#options;
    if (id === undefined) return childId(this.#tape, this.#parent, enclosing, own, position);
    const outer = enclosing.at(-1)?.element ?? this.#parent;
    return id.evaluate(
      this.#tape,
      { root: child, parent: this.#parent, enclosing: outer, position },
      this.#context.sha256,
    );
  }

  /** Writes a property of a child, unless it is there with another value. */
  #put(child: Value, key: Key, value: Value): Rejection | undefined {
    const tape = this.#tape;
    const cursor = findMember(tape, child, key);
    if (cursor === END) insertMember(tape, child, END, keyEntry(tape, key), value);
    else if (!sameValue(tape, valueAt(tape, cursor), value)) {
      if (!this.#overwrite) return wouldOverwrite('split', this.#options.path, key);
      this.#context.drop(childPath(`${this.#options.path.text}/*`, key.name));
      replaceMember(tape, child, key, cursor, value);
    }
    return undefined;
  }
}

/** An edited copy of an object that shares nothing editable with it. */
function ownCopy(tape: Tape, object: Value): Value {
  return tape.is(object, EDITED) ? cloneEdits(tape, object) : editable(tape, object);
}
