/** What do the values of one place lead to? The result as it is to be written, and what is computed of all matches. */
import { type Aggregator, aggregatorOf } from '../../src/document/aggregate.ts';
import { pushElement } from '../../src/document/edit.ts';
import { addArray, addJson, addNull } from '../../src/document/literal.ts';
import { besidePath, childPath, parentText, type Path } from '../../src/document/path.ts';
import { readAt, readEach } from '../../src/document/read.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { sameValue } from '../../src/document/same-value.ts';
import { type Take, takerOf } from '../../src/document/taken.ts';
import { ARRAY, MISSING, NULL, type Tape, type Value } from '../../src/document/tape.ts';
import type { ReferenceIndex } from '../../src/transform/reference.ts';
import type { StepContext } from '../../src/transform/step.ts';
import { Matcher } from './matcher.ts';
import { DUPLICATES, type Options, placesOf, within } from './options.ts';
import { Told } from './told.ts';

/** The path is one from the place on. */
export interface Write {
  readonly path: Path;
  readonly value: Value;
}

/** What the values have led to so far. */
interface Found {
  readonly values: Value[];
  hasMatch: boolean;
  hasMissing: boolean;
  /** Values in whose place nothing would stand. */
  gone: number;
}

const NOTHING: readonly Write[] = [];

export class Results {
  readonly #options: Options;
  readonly #local: Path;
  readonly #as: Path;
  readonly #matcher: Matcher;
  readonly #take: Take;
  readonly #aggregates: readonly { readonly path: Path; readonly aggregator: Aggregator }[];
  readonly #told = new Told();
  /** The results stand in the place of what was looked up. */
  readonly #replaces: boolean;
  readonly #ofDuplicates: boolean;
  /** Nulls of a list that is replaced stay. */
  readonly #keepsNulls: boolean;
  /** Values of the document that are gone with what is replaced. */
  #gone = 0;

  constructor(given: Options, index: ReferenceIndex, replaces: boolean) {
    const places = placesOf(given).length;
    this.#options = given;
    this.#replaces = replaces;
    this.#ofDuplicates = given.in === DUPLICATES;
    this.#keepsNulls = this.#ofDuplicates && replaces && given.one !== true;
    this.#local = within(given.local, places);
    this.#as = within(given.as, places);
    this.#matcher = new Matcher(given, index);
    this.#take = takerOf(given.pick, `a document of ${given.in}`);
    this.#aggregates = (given.aggregate ?? []).map(({ key, value }) => ({
      path: { ...besidePath(this.#as, key), text: childPath(parentText(given.as), key) },
      aggregator: aggregatorOf(value),
    }));
  }

  /** A new document. */
  begin(): void {
    this.#told.clear();
    this.#gone = 0;
  }

  /** Tells what led nowhere, once the document has not been rejected for it. */
  note(context: StepContext): void {
    const { text } = this.#options.local;
    if (this.#gone > 0) context.drop(text, this.#gone);
    this.#told.note(context, text);
  }

  of(tape: Tape, base: Value, context: StepContext): readonly Write[] | Rejection {
    const { one = false } = this.#options;
    const values = this.#valuesOf(tape, base);
    if (values === undefined) return NOTHING;
    for (const { aggregator } of this.#aggregates) aggregator.clear();
    const found: Found = { values: [], hasMatch: false, hasMissing: false, gone: 0 };
    for (const value of values) {
      if (tape.kind(value) === NULL) {
        if (this.#keepsNulls) found.values.push(value);
        else found.gone++;
        continue;
      }
      const rejection = this.#look(tape, value, found, context);
      if (rejection !== undefined) return rejection;
    }
    const writes: Write[] = [];
    const result = this.#resultOf(tape, found);
    if (result !== MISSING) {
      writes.push({ path: this.#as, value: result });
      // A null that stands for all of them is what `missing: null` says.
      const isNull = one && !found.hasMatch;
      if (this.#replaces && !isNull) this.#gone += found.gone;
    }
    for (const { path, aggregator } of this.#aggregates) {
      const json = aggregator.finish();
      if (json === undefined) continue;
      if (typeof json === 'object' && 'code' in json) return inReference(json, this.#options.in);
      writes.push({ path, value: addJson(tape, json) });
    }
    return writes;
  }

  /** What is to be looked up; nothing is to be set where there is none. */
  #valuesOf(tape: Tape, base: Value): readonly Value[] | undefined {
    const local = this.#local;
    if (!local.many) {
      const value = readAt(tape, base, local);
      return value === MISSING || tape.kind(value) === NULL ? undefined : [value];
    }
    const first = local.segments.findIndex(({ each }) => each);
    const array = readAt(tape, base, { ...local, segments: local.segments.slice(0, first) });
    if (array === MISSING || tape.kind(array) !== ARRAY) return undefined;
    const values: Value[] = [];
    readEach(tape, base, local, (value) => {
      values.push(value);
    });
    return values;
  }

  #look(tape: Tape, value: Value, found: Found, context: StepContext): Rejection | undefined {
    const { one = false } = this.#options;
    const before = found.values.length;
    let matches = 0;
    // Only what stands for this value is held against the others that it leads to, until one differs.
    let compares = one && this.#ofDuplicates && !found.hasMatch;
    for (const root of this.#matcher.of(tape, value)) {
      matches++;
      for (const { aggregator } of this.#aggregates) aggregator.take(tape, root);
      if (!one || !found.hasMatch) {
        const taken = this.#take(tape, root, context);
        if (typeof taken !== 'number') return taken;
        if (taken !== MISSING) found.values.push(taken);
      } else if (compares && this.#differs(tape, root, found.values[0], context)) {
        compares = false;
        this.#told.tell('REFERENCE_KEY_REPEATED', this.#matcher.several(tape, value));
      }
      found.hasMatch = true;
      if (one && this.#aggregates.length === 0 && !compares) break;
    }
    if (matches === 0) return this.#miss(tape, value, found);
    if (!one && found.values.length === before) found.gone++;
    return undefined;
  }

  /** The value leads nowhere. */
  #miss(tape: Tape, value: Value, found: Found): Rejection | undefined {
    const { one = false, missing = 'keep' } = this.#options;
    found.hasMissing = true;
    const asText = this.#matcher.asText(tape, value);
    const message = this.#matcher.missing(tape, value);
    if (missing === 'reject') {
      const { text } = this.#options.local;
      return asText === undefined
        ? reject('REFERENCE_MISSING', message, text)
        : reject('REFERENCE_AS_TEXT', asText, text);
    }
    if (asText !== undefined) this.#told.tell('REFERENCE_AS_TEXT', asText);
    // What is no duplicate is what it was.
    const stays = this.#ofDuplicates && missing === 'keep';
    if (!stays) this.#told.tell('REFERENCE_MISSING', message);
    const isOfList = this.#local.many && !one;
    if (isOfList && missing === 'null') found.values.push(addNull(tape));
    else if (isOfList && stays && this.#replaces) found.values.push(value);
    else found.gone++;
    return undefined;
  }

  /** Several documents may have had one id; where these have come to different ones, the first may be wrong. */
  #differs(tape: Tape, root: Value, first: Value | undefined, context: StepContext): boolean {
    const taken = this.#take(tape, root, context);
    return typeof taken === 'number' && taken !== MISSING && first !== undefined && !sameValue(tape, taken, first);
  }

  #resultOf(tape: Tape, { values, hasMatch, hasMissing }: Found): Value {
    const { one = false, missing = 'keep' } = this.#options;
    if (one) return values[0] ?? (!hasMatch && hasMissing && missing === 'null' ? addNull(tape) : MISSING);
    if (values.length === 0 && this.#ofDuplicates && this.#replaces && missing === 'keep') return MISSING;
    const array = addArray(tape);
    for (const value of values) pushElement(tape, array, value);
    return array;
  }
}

function inReference(rejection: Rejection, reference: string): Rejection {
  return { ...rejection, message: `In documents of ${reference}: ${rejection.message}` };
}
