/**
 * How do embedded objects become documents, once a key? The document is only read until all of its objects are known, so
 * that one that is rejected leaves nothing, not even a key.
 */
import { kindName } from '../../src/document/decode.ts';
import type { Document } from '../../src/document/document.ts';
import { valueAt } from '../../src/document/members.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { NULL, OBJECT, type Tape, type Value } from '../../src/document/tape.ts';
import { visitPlaces } from '../../src/document/visit-places.ts';
import type { Written } from '../../src/document/write.ts';
import type { StepContext } from '../../src/transform/step.ts';
import type { Deciding, Leaving } from './deciding.ts';
import type { ObjectMaker } from './object-maker.ts';
import type { Options } from './options.ts';
import type { ObjectPlace, Referrer } from './referrer.ts';

export class Extractor {
  readonly #options: Options;
  readonly #deciding: Deciding;
  readonly #objects: ObjectMaker;
  readonly #referrer: Referrer;
  readonly #leaving: Leaving[] = [];
  #tape!: Tape;
  #context!: StepContext;

  constructor(given: Options, objects: ObjectMaker, referrer: Referrer, deciding: Deciding) {
    this.#options = given;
    this.#objects = objects;
    this.#referrer = referrer;
    this.#deciding = deciding;
  }

  apply(document: Document, context: StepContext): Rejection | undefined {
    const { root, rejection } = this.look(document, context);
    if (rejection !== undefined) return rejection;
    for (const { place, references } of this.#leaving) this.#referrer.write(document.tape, place, references, context);
    document.root = root;
    return undefined;
  }

  /** Decides about the objects and leaves them where they are. */
  look(document: Document, context: StepContext): Written {
    const { tape } = document;
    this.#tape = tape;
    this.#context = context;
    this.#leaving.length = 0;
    const written = visitPlaces(tape, document.root, this.#options.path, (level, cursor) =>
      this.#extract({ level, cursor }),
    );
    if (written.rejection === undefined) this.#deciding.keep(tape, this.#leaving, context);
    else this.#deciding.forget();
    return written;
  }

  #extract(place: ObjectPlace): Rejection | undefined {
    const tape = this.#tape;
    const context = this.#context;
    const object = valueAt(tape, place.cursor);
    const kind = tape.kind(object);
    if (kind === NULL) return undefined;
    if (kind !== OBJECT) return this.#notAnObject(object);
    const wrong = this.#referrer.check(tape, place);
    if (wrong !== undefined) return wrong;
    const key = this.#objects.keyOf(tape, object);
    if ('code' in key) return key;
    const made = this.#objects.make(tape, object, key, context);
    if (typeof made !== 'number') return made;
    const references = this.#referrer.referencesTo(tape, made, this.#deciding.claim(tape, key, made, context));
    if ('code' in references) return references;
    const clash = this.#referrer.clash(tape, place, references, context);
    if (clash === undefined) this.#leaving.push({ place, key, made, references });
    return clash;
  }

  #notAnObject(value: Value): Rejection {
    const { path } = this.#options;
    const kind = kindName(this.#tape, value);
    const message = `${path.text} is ${kind === 'array' ? 'an' : 'a'} ${kind}, extract needs an object. Mend the source${kind === 'array' ? `, or write ${path.text}/* for the objects in the array` : ''}.`;
    return reject('NOT_AN_OBJECT', message, path.text);
  }
}
