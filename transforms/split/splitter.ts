/** How is a document split? */
import type { Enclosing } from '../../src/document/child-id.ts';
import { kindName } from '../../src/document/decode.ts';
import type { Document } from '../../src/document/document.ts';
import { cloneEdits, editable, pushElement, removeMembers, replaceAt, setMember } from '../../src/document/edit.ts';
import { type Key, keyOf } from '../../src/document/key.ts';
import { addArray, addInteger, addObject } from '../../src/document/literal.ts';
import { elementAt, findElement, findMember, firstElement, nextElement, valueAt } from '../../src/document/members.ts';
import { childPath } from '../../src/document/path.ts';
import { pick, type Picking, pickingOf } from '../../src/document/pick.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { sameValue } from '../../src/document/same-value.ts';
import { chooseSubset } from '../../src/document/subset.ts';
import { ARRAY, type Cursor, END, MISSING, NULL, OBJECT, type Tape, type Value } from '../../src/document/tape.ts';
import type { StepContext } from '../../src/transform/step.ts';
import { ChildMaker } from './child-maker.ts';
import type { Options } from './options.ts';
import { targetExists } from './target-exists.ts';

const ID = keyOf('id');

/** What an array that has been split leaves where it stood. */
interface Leaving {
  readonly level: Value;
  readonly key: Key;
  readonly kept: Value;
  readonly count: Value;
}

/**
 * Splits documents one after the other; what it knows of the current one is forgotten with the next. The document is
 * only read until all its children are made, so that one that is rejected stands in the rejects as it was.
 */
export class Splitter {
  readonly #options: Options;
  readonly #overwrite: boolean;
  readonly #children: ChildMaker;
  readonly #as: Key | undefined;
  readonly #pick: Picking | undefined;
  readonly #count: Key | undefined;
  /** The path of the object that holds the array. */
  readonly #beside: string;
  readonly #family: { readonly family: boolean };
  /** The elements around the array that is being split, outermost first. */
  readonly #enclosing: Enclosing[] = [];
  readonly #leaving: Leaving[] = [];
  #tape!: Tape;
  #context!: StepContext;
  #rejection: Rejection | undefined;

  constructor(given: Options, overwrite: boolean) {
    this.#options = given;
    this.#overwrite = overwrite;
    this.#children = new ChildMaker(given, overwrite);
    this.#as = given.keep === undefined ? undefined : keyOf(given.keep.as);
    this.#pick = given.keep?.pick === undefined ? undefined : pickingOf(given.keep.pick);
    this.#count = given.count === undefined ? undefined : keyOf(given.count);
    this.#beside = given.path.segments
      .slice(0, -1)
      .map(({ each, index, key }) => (each ? '/*' : index >= 0 ? `/${index}` : childPath('', key.name)))
      .join('');
    this.#family = { family: given.onReject === 'family' };
  }

  apply(document: Document, context: StepContext): Rejection | undefined {
    this.#tape = document.tape;
    this.#children.begin(document, context);
    this.#context = context;
    this.#rejection = undefined;
    this.#enclosing.length = 0;
    this.#leaving.length = 0;
    const root = this.#descend(document.root, 0);
    if (this.#rejection !== undefined) return this.#rejection;
    for (const leaving of this.#leaving) this.#leave(leaving);
    document.root = root;
    return undefined;
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
    if (kind !== OBJECT && (kind !== ARRAY || segment.index < 0)) return value;
    const find = (level: Value): Cursor =>
      kind === OBJECT ? findMember(tape, level, segment.key) : findElement(tape, level, segment.index);
    if (find(value) === END) return value;
    if (last && kind === ARRAY) {
      this.#reject(
        'PARENT_NOT_OBJECT',
        `${this.#options.path.text} is an element of an array, split needs a property.`,
      );
      return value;
    }
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
      const child = this.#children.make(elements[i]!, i, this.#enclosing);
      if (typeof child !== 'number') {
        this.#rejection ??= child;
        return;
      }
      this.#context.make(this.#options.into, child, this.#family);
      if (this.#options.keep?.ids === true) ids[i] = valueAt(tape, findMember(tape, child, ID));
    }
    const kept = this.#as === undefined ? MISSING : this.#keptArray(elements, chosen, ids);
    const count = this.#count === undefined ? MISSING : addInteger(tape, elements.length);
    this.#rejection ??=
      this.#clashBeside(level, key, this.#as, kept) ?? this.#clashBeside(level, key, this.#count, count);
    this.#leaving.push({ level, key, kept, count });
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

  /** Whether a property may be written beside the array, of which the place is free. */
  #clashBeside(level: Value, array: Key, key: Key | undefined, value: Value): Rejection | undefined {
    if (key === undefined || key.name === array.name) return undefined;
    const tape = this.#tape;
    const cursor = findMember(tape, level, key);
    if (cursor === END || sameValue(tape, valueAt(tape, cursor), value)) return undefined;
    if (!this.#overwrite) return targetExists(this.#options.path, key);
    this.#context.drop(childPath(this.#beside, key.name));
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
    const { children, path } = this.#options;
    // What becomes a document is there whole.
    const drop = children === 'rest' ? (below: string) => this.#context.drop(`${path.text}/*${below}`) : undefined;
    const kept = pick(this.#tape, element, picking, drop);
    return kept === MISSING ? addObject(this.#tape) : kept;
  }

  /** Takes the array out of its object and writes the subset and the count beside its place. */
  #leave({ level, key, kept, count }: Leaving): void {
    const tape = this.#tape;
    const others = removeMembers(tape, level, key) - 1;
    if (others > 0) this.#context.drop(this.#options.path.text, others);
    if (this.#as !== undefined) setMember(tape, level, this.#as, kept);
    if (this.#count !== undefined) setMember(tape, level, this.#count, count);
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

function aKind(kind: string): string {
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
