/** How is an array cut into buckets? Element by element; a bucket is full when the next one would be too many or too large. */
import { type ArrayLeft, type ArrayPlace, ArrayPlaces } from '../../src/document/array-places.ts';
import { childId, type Enclosing } from '../../src/document/child-id.ts';
import type { Document } from '../../src/document/document.ts';
import { cloneEdits, insertMember, pushElement, replaceAt } from '../../src/document/edit.ts';
import { type Key, keyEntry, keyOf } from '../../src/document/key.ts';
import { addArray, addNull, addObject } from '../../src/document/literal.ts';
import { elementAt, firstElement, nextElement } from '../../src/document/members.ts';
import type { Path } from '../../src/document/path.ts';
import { readAt } from '../../src/document/read.ts';
import type { Rejection } from '../../src/document/rejection.ts';
import { END, MISSING, type Tape, type Value } from '../../src/document/tape.ts';
import { textLength } from '../../src/document/wire-text.ts';
import type { StepContext } from '../../src/transform/step.ts';
import { type Options, propertyOf } from './options.ts';

const ID = keyOf('id');

interface Bucket {
  readonly root: Value;
  readonly elements: Value;
  readonly id: Value;
}

/** Cuts the arrays of documents one after the other; what it knows of the current one is forgotten with the next. */
export class Bucketer {
  readonly #options: Options;
  readonly #arrays: ArrayPlaces;
  readonly #link: readonly { readonly key: Key; readonly path: Path }[];
  readonly #property: Key;
  readonly #continuation: Key | undefined;
  readonly #size: number;
  readonly #bytes: number;
  #tape!: Tape;
  #parent: Value = MISSING;
  #context!: StepContext;

  constructor(given: Options, overwrite: boolean) {
    const { path, link = [], continuation, size = Infinity, bytes = Infinity } = given;
    this.#options = given;
    const advice = 'Remove or rename it in an earlier step, or mend the source.';
    this.#arrays = new ArrayPlaces({ step: 'bucket', path, overwrite, advice });
    this.#link = link.map(({ key, value }) => ({ key: keyOf(key), path: value }));
    this.#property = keyOf(propertyOf(given));
    this.#continuation = continuation === undefined ? undefined : keyOf(continuation);
    this.#size = size;
    this.#bytes = bytes;
  }

  apply(document: Document, context: StepContext): Rejection | undefined {
    this.#tape = document.tape;
    this.#parent = document.root;
    this.#context = context;
    return this.#arrays.take(document, context, (place) => this.#cut(place));
  }

  #cut({ array, enclosing }: ArrayPlace): ArrayLeft | Rejection {
    const tape = this.#tape;
    const { keepFirst = false, into } = this.#options;
    const ids: Value[] = [];
    let kept = keepFirst ? array : undefined;
    let cursor = firstElement(tape, array);
    for (let number = 0; cursor !== END; number++) {
      const isKept = keepFirst && number === 0;
      const bucket = this.#begin(elementAt(tape, cursor), number, enclosing, isKept);
      if ('code' in bucket) return bucket;
      const { root, elements, id } = bucket;
      let bytes = this.#bytes === Infinity ? 0 : textLength(tape, root);
      let count = 1;
      for (cursor = nextElement(tape, array, cursor); cursor !== END; cursor = nextElement(tape, array, cursor)) {
        const element = elementAt(tape, cursor);
        if (this.#bytes !== Infinity) bytes += 1 + textLength(tape, element);
        if (bytes > this.#bytes || count === this.#size) break;
        pushElement(tape, elements, element);
        count++;
      }
      if (isKept) kept = cursor === END ? array : elements;
      else {
        this.#context.make(into, root);
        ids.push(id);
      }
    }
    return {
      ...(kept === undefined ? {} : { inPlace: kept }),
      beside: this.#continuation === undefined || ids.length === 0 ? [] : [this.#listOf(this.#continuation, ids)],
    };
  }

  /** A bucket with its first element. Bucket 0 that is kept needs no id, unless its text is to be measured. */
  #begin(first: Value, number: number, enclosing: readonly Enclosing[], isKept: boolean): Bucket | Rejection {
    const tape = this.#tape;
    const root = addObject(tape);
    const idCursor = insertMember(tape, root, END, keyEntry(tape, ID), addNull(tape));
    for (const { key, path } of this.#link) {
      const value = readAt(tape, this.#parent, path);
      if (value !== MISSING) insertMember(tape, root, END, keyEntry(tape, key), cloneEdits(tape, value));
    }
    const elements = addArray(tape);
    pushElement(tape, elements, first);
    insertMember(tape, root, END, keyEntry(tape, this.#property), elements);
    if (isKept && this.#bytes === Infinity) return { root, elements, id: MISSING };
    const id = this.#idOf(root, number, enclosing);
    if (typeof id !== 'number') return id;
    replaceAt(tape, idCursor, id);
    return { root, elements, id };
  }

  #idOf(root: Value, number: number, enclosing: readonly Enclosing[]): Value | Rejection {
    const { id } = this.#options;
    if (id === undefined) return childId(this.#tape, this.#parent, enclosing, MISSING, number);
    const outer = enclosing.at(-1)?.element ?? this.#parent;
    const scope = { root, parent: this.#parent, enclosing: outer, position: number };
    return id.evaluate(this.#tape, scope, this.#context.sha256);
  }

  #listOf(key: Key, ids: readonly Value[]): { readonly key: Key; readonly value: Value } {
    const value = addArray(this.#tape);
    for (const id of ids) pushElement(this.#tape, value, id);
    return { key, value };
  }
}
