/** How is a document split? */
import { ArrayPlaces, type ArrayLeft, type ArrayPlace } from '../../src/document/array-places.ts';
import type { Document } from '../../src/document/document.ts';
import { cloneEdits, pushElement } from '../../src/document/edit.ts';
import { type Key, keyOf } from '../../src/document/key.ts';
import { addArray, addInteger, addObject } from '../../src/document/literal.ts';
import { elementAt, findMember, firstElement, nextElement, valueAt } from '../../src/document/members.ts';
import { pick, type Picking, pickingOf } from '../../src/document/pick.ts';
import type { Rejection } from '../../src/document/rejection.ts';
import { chooseSubset } from '../../src/document/subset.ts';
import { ARRAY, END, MISSING, OBJECT, type Tape, type Value } from '../../src/document/tape.ts';
import type { StepContext } from '../../src/transform/step.ts';
import { ChildMaker } from './child-maker.ts';
import type { Options } from './options.ts';

const ID = keyOf('id');

/** Splits documents one after the other; what it knows of the current one is forgotten with the next. */
export class Splitter {
  readonly #options: Options;
  readonly #arrays: ArrayPlaces;
  readonly #children: ChildMaker;
  readonly #as: Key | undefined;
  readonly #pick: Picking | undefined;
  readonly #count: Key | undefined;
  readonly #family: { readonly family: boolean };
  #tape!: Tape;
  #context!: StepContext;

  constructor(given: Options, overwrite: boolean) {
    const { path, lenient = false } = given;
    this.#options = given;
    const advice = 'Add lenient: true to take it as one element.';
    this.#arrays = new ArrayPlaces({ step: 'split', path, overwrite, lenient, advice });
    this.#children = new ChildMaker(given, overwrite);
    this.#as = given.keep === undefined ? undefined : keyOf(given.keep.as);
    this.#pick = given.keep?.pick === undefined ? undefined : pickingOf(given.keep.pick);
    this.#count = given.count === undefined ? undefined : keyOf(given.count);
    this.#family = { family: given.onReject === 'family' };
  }

  apply(document: Document, context: StepContext): Rejection | undefined {
    this.#tape = document.tape;
    this.#children.begin(document, context);
    this.#context = context;
    return this.#arrays.take(document, context, (place) => this.#split(place));
  }

  #split({ array, enclosing }: ArrayPlace): ArrayLeft | Rejection {
    const tape = this.#tape;
    const elements = tape.kind(array) === ARRAY ? elementsOf(tape, array) : [array];
    const chosen = this.#choose(elements);
    const isKept = this.#options.children === 'rest' ? new Set(chosen) : undefined;
    const ids: Value[] = [];
    for (let i = 0; i < elements.length; i++) {
      if (isKept?.has(i) === true) continue;
      const child = this.#children.make(elements[i]!, i, enclosing);
      if (typeof child !== 'number') return child;
      this.#context.make(this.#options.into, child, this.#family);
      if (this.#options.keep?.ids === true) ids[i] = valueAt(tape, findMember(tape, child, ID));
    }
    const beside: { key: Key; value: Value }[] = [];
    if (this.#as !== undefined) beside.push({ key: this.#as, value: this.#keptArray(elements, chosen, ids) });
    if (this.#count !== undefined) beside.push({ key: this.#count, value: addInteger(tape, elements.length) });
    return { beside };
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
    const { children, path } = this.#options;
    // What becomes a document is there whole.
    const drop = children === 'rest' ? (below: string) => this.#context.drop(`${path.text}/*${below}`) : undefined;
    const kept = pick(this.#tape, element, picking, drop);
    return kept === MISSING ? addObject(this.#tape) : kept;
  }
}

function elementsOf(tape: Tape, array: Value): readonly Value[] {
  const elements: Value[] = [];
  for (let cursor = firstElement(tape, array); cursor !== END; cursor = nextElement(tape, array, cursor))
    elements.push(elementAt(tape, cursor));
  return elements;
}
