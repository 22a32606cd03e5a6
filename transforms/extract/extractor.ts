/**
 * How do embedded objects become documents, once a key? Who came first is remembered over the whole run. The document is
 * only read until all of its objects are known, so that one that is rejected leaves nothing, not even a key.
 */
import { kindName } from '../../src/document/decode.ts';
import type { Document } from '../../src/document/document.ts';
import { findMember, valueAt } from '../../src/document/members.ts';
import { keyOf } from '../../src/document/key.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { scalarText } from '../../src/document/scalar-text.ts';
import { NULL, OBJECT, type Tape, type Value } from '../../src/document/tape.ts';
import { ValueHash } from '../../src/document/value-hash.ts';
import { visitPlaces } from '../../src/document/visit-places.ts';
import type { KeyHolder, KeyMemory } from '../../src/transform/key-memory.ts';
import { MERGED, type StepContext } from '../../src/transform/step.ts';
import { ObjectMaker } from './object-maker.ts';
import type { Options } from './options.ts';
import { type ObjectPlace, type References, Referrer } from './referrer.ts';

const ID = keyOf('id');

export class Extractor {
  readonly #options: Options;
  readonly #memory: KeyMemory;
  readonly #objects: ObjectMaker;
  readonly #referrer: Referrer;
  readonly #key = new ValueHash();
  readonly #content = new ValueHash(64);
  readonly #leaving: { readonly place: ObjectPlace; readonly references: References }[] = [];
  #tape!: Tape;
  #context!: StepContext;

  constructor(given: Options, overwrite: boolean, memory: KeyMemory) {
    this.#options = given;
    this.#memory = memory;
    this.#objects = new ObjectMaker(given);
    this.#referrer = new Referrer(given, overwrite);
  }

  apply(document: Document, context: StepContext): Rejection | undefined {
    const { tape } = document;
    this.#tape = tape;
    this.#context = context;
    this.#leaving.length = 0;
    const { root, rejection } = visitPlaces(tape, document.root, this.#options.path, (level, cursor) =>
      this.#extract({ level, cursor }),
    );
    if (rejection !== undefined) {
      this.#memory.forget();
      return rejection;
    }
    this.#memory.keep();
    for (const { place, references } of this.#leaving) this.#referrer.write(tape, place, references, context);
    document.root = root;
    return undefined;
  }

  #extract(place: ObjectPlace): Rejection | undefined {
    const tape = this.#tape;
    const object = valueAt(tape, place.cursor);
    const kind = tape.kind(object);
    if (kind === NULL) return undefined;
    if (kind !== OBJECT) return this.#notAnObject(object);
    const wrong = this.#referrer.check(tape, place);
    if (wrong !== undefined) return wrong;
    const key = this.#objects.keyOf(tape, object);
    if ('code' in key) return key;
    const made = this.#objects.make(tape, object, key, this.#context);
    if (typeof made !== 'number') return made;
    const holder = this.#claim(key, made);
    const references = this.#referrer.referencesTo(tape, made, holder?.id);
    if ('code' in references) return references;
    const clash = this.#referrer.clash(tape, place, references, this.#context);
    if (clash === undefined) this.#leaving.push({ place, references });
    return clash;
  }

  /** Makes the document, or finds that the key is taken; answers who has it with other content. */
  #claim(key: readonly Value[], made: Value): KeyHolder | undefined {
    const tape = this.#tape;
    const { into, onConflict, path } = this.#options;
    const memory = this.#memory;
    this.#key.ofAll(tape, key);
    this.#content.of(tape, made);
    const number = memory.find(this.#key.words);
    if (number < 0) {
      const id = scalarText(tape, valueAt(tape, findMember(tape, made, ID)))!;
      memory.add(this.#key.words, this.#content.words, { id, place: this.#context.origin.place });
      this.#context.make(into, made);
      return undefined;
    }
    if (memory.hasContent(number, this.#content.words)) {
      this.#context.make(into, made, { ends: MERGED });
      return undefined;
    }
    const holder = memory.holderOf(number);
    const conflict = this.#conflict(key, holder);
    if (onConflict === 'first') this.#context.note(conflict.code, path.text, conflict.message);
    this.#context.make(into, made, { ends: onConflict === 'first' ? MERGED : conflict });
    return holder;
  }

  #conflict(key: readonly Value[], { id, place }: KeyHolder): Rejection {
    const { into, path, onConflict } = this.#options;
    const from = place === undefined ? '' : ` from ${place.source}:${place.line}`;
    const what = `${into} with ${this.#objects.keyText(this.#tape, key)}`;
    const advice =
      onConflict === 'first'
        ? 'It stands for all of them. Mend the source if another one than the first is right.'
        : 'With onConflict: first it would stand for all of them. Mend the source if another one than the first is right.';
    const message = `The ${what} came first${from}, with other content, as ${JSON.stringify(id)}. ${advice}`;
    return { code: 'EXTRACT_CONFLICT', message, path: path.text, conflictsWith: { id } };
  }

  #notAnObject(value: Value): Rejection {
    const { path } = this.#options;
    const kind = kindName(this.#tape, value);
    const message = `${path.text} is ${kind === 'array' ? 'an' : 'a'} ${kind}, extract needs an object. Mend the source${kind === 'array' ? `, or write ${path.text}/* for the objects in the array` : ''}.`;
    return reject('NOT_AN_OBJECT', message, path.text);
  }
}
