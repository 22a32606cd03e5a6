/**
 * What does a document come to when its references are looked up? The document is only read until all is known, place by
 * place, so that one that is rejected stays as it was; then the results are written.
 */
import { Document } from '../../src/document/document.ts';
import { replaceAt } from '../../src/document/edit.ts';
import type { Path, Segment } from '../../src/document/path.ts';
import type { Rejection } from '../../src/document/rejection.ts';
import { elementAt } from '../../src/document/members.ts';
import type { Cursor, Tape, Value } from '../../src/document/tape.ts';
import { visitPlaces } from '../../src/document/visit-places.ts';
import type { ReferenceIndex } from '../../src/transform/reference.ts';
import type { StepContext } from '../../src/transform/step.ts';
import { type Options, placesOf } from './options.ts';
import { Results, type Write } from './results.ts';
import { clashOf, unreachable } from './target-place.ts';

interface Place {
  /** Where in the array it stands. */
  readonly cursor: Cursor;
  readonly writes: readonly Write[];
}

export class Looker {
  readonly #places: Path;
  readonly #results: Results;
  readonly #setting: { readonly replaces: boolean; readonly overwrite: boolean };

  constructor(given: Options, overwrite: boolean, index: ReferenceIndex) {
    const segments = placesOf(given);
    this.#places = { text: given.as.text, segments, many: segments.length > 0 };
    const replaces = isItself(given.as.segments, given.local.segments);
    this.#results = new Results(given, index, replaces);
    this.#setting = { replaces, overwrite };
  }

  apply(document: Document, context: StepContext): Rejection | undefined {
    this.#results.begin();
    const rejection = this.#places.many ? this.#throughPlaces(document, context) : this.#whole(document, context);
    if (rejection === undefined) this.#results.note(context);
    return rejection;
  }

  #whole(document: Document, context: StepContext): Rejection | undefined {
    const writes = this.#writesFor(document.tape, document.root, context);
    if (!('length' in writes)) return writes;
    return write(document, writes);
  }

  #throughPlaces(document: Document, context: StepContext): Rejection | undefined {
    const { tape, entity } = document;
    const found: Place[] = [];
    const { root, rejection } = visitPlaces(tape, document.root, this.#places, (_level, cursor) => {
      const writes = this.#writesFor(tape, elementAt(tape, cursor), context);
      if (!('length' in writes)) return writes;
      if (writes.length > 0) found.push({ cursor, writes });
      return undefined;
    });
    if (rejection !== undefined) return rejection;
    for (const { cursor, writes } of found) {
      const [only] = writes;
      if (only!.path.segments.length === 0) {
        replaceAt(tape, cursor, only!.value);
        continue;
      }
      const element = new Document(tape, entity, elementAt(tape, cursor));
      const refused = write(element, writes);
      if (refused !== undefined) return refused;
      replaceAt(tape, cursor, element.root);
    }
    if (found.length > 0) document.root = root;
    return undefined;
  }

  /** What is to be written at a place, or why nothing can be. */
  #writesFor(tape: Tape, base: Value, context: StepContext): readonly Write[] | Rejection {
    const writes = this.#results.of(tape, base, context);
    if (!('length' in writes)) return writes;
    for (const [i, { path, value }] of writes.entries()) {
      const rejection =
        unreachable(tape, base, path) ??
        (i === 0 && this.#setting.replaces ? undefined : clashOf(tape, base, path, value, this.#setting, context));
      if (rejection !== undefined) return rejection;
    }
    return writes;
  }
}

function write(document: Document, writes: readonly Write[]): Rejection | undefined {
  for (const { path, value } of writes) {
    const rejection = document.set(path, value);
    if (rejection !== undefined) return rejection;
  }
  return undefined;
}

/** Whether `as` is what is looked up: the value itself, or the array of them. */
function isItself(as: readonly Segment[], local: readonly Segment[]): boolean {
  const isArray = local.length === as.length + 1 && local.at(-1)!.each;
  return (
    (isArray || as.length === local.length) &&
    as.every(({ each, key }, i) => each === local[i]!.each && key.name === local[i]!.key.name)
  );
}
