/** What are the ancestors of a document? The list of them, root first, and what is to be said of it. */
import type { Document } from '../../src/document/document.ts';
import { addJson, indexScratch } from '../../src/document/literal.ts';
import type { Path } from '../../src/document/path.ts';
import { put } from '../../src/document/put.ts';
import { readAt } from '../../src/document/read.ts';
import type { Rejection } from '../../src/document/rejection.ts';
import { shownText, shownValue } from '../../src/document/shown-value.ts';
import { MISSING, NULL, type Tape, type Value } from '../../src/document/tape.ts';
import type { ReferenceIndex } from '../../src/transform/reference.ts';
import type { StepContext } from '../../src/transform/step.ts';
import { isId, type Missing } from './by-id.ts';
import { ID, type Options, targetOf } from './options.ts';
import { type Ancestor, Tree } from './tree.ts';

/** What is remembered of the tree, bytes. */
const REMEMBERED = 1 << 25;

export class Lister {
  readonly #tree: Tree;
  readonly #parent: Path;
  readonly #as: Path;
  readonly #overwrite: boolean;
  /** Those of the document in hand, nearest first. */
  readonly #ancestors: Ancestor[] = [];

  constructor(given: Options, overwrite: boolean, index: ReferenceIndex, remembered: number = REMEMBERED) {
    this.#tree = new Tree(given, index, remembered);
    this.#parent = given.parent;
    this.#as = targetOf(given);
    this.#overwrite = overwrite;
  }

  apply(document: Document, context: StepContext): Rejection | undefined {
    const { tape, root } = document;
    this.#ancestors.length = 0;
    const parent = readAt(tape, root, this.#parent);
    const above = parent === MISSING || tape.kind(parent) === NULL ? undefined : this.#above(tape, parent, context);
    const leadsBack = above !== undefined && !('missing' in above) && this.#collect(above, tape, root);
    for (const { rejection } of this.#ancestors) if (rejection !== undefined) return rejection;
    const rejection = put(document, this.#as, this.#list(tape), this.#overwrite, context);
    if (rejection !== undefined) return rejection;
    if (above !== undefined && 'missing' in above) this.#noteMissing(above, context);
    if (leadsBack) context.note('ANCESTOR_CYCLE', this.#parent.text, this.#cycle(tape, root));
    return undefined;
  }

  #above(tape: Tape, parent: Value, context: StepContext): Ancestor | Missing {
    if (isId(tape, parent)) return this.#tree.find(tape, parent, context);
    const { text } = this.#parent;
    const missing = `${text} holds ${shownValue(tape, parent)}, and a parent is found by its id: a text or a number. The list of ancestors is empty.`;
    return { missing, asText: undefined };
  }

  /** Goes up as long as nothing would come a second time; whether that was the document itself. */
  #collect(nearest: Ancestor, tape: Tape, root: Value): boolean {
    const id = readAt(tape, root, ID);
    const own = id !== MISSING && isId(tape, id) ? this.#tree.known(tape, id) : undefined;
    let circle: Ancestor | undefined;
    for (let one: Ancestor | undefined = nearest; one !== undefined && one !== circle; one = one.parent) {
      if (one === own) return true;
      if (one.isOnCircle) circle ??= one;
      this.#ancestors.push(one);
    }
    return false;
  }

  #list(tape: Tape): Value {
    const ancestors = this.#ancestors;
    if (ancestors.length === 0) return addJson(tape, '[]');
    const texts = this.#tree.texts.bytes;
    let size = 2 + ancestors.length;
    for (const { start, end } of ancestors) size += end - start;
    const scratch = tape.reserveScratch(size);
    const begin = tape.scratchLength;
    let at = begin;
    scratch[at++] = OPEN;
    for (let i = ancestors.length - 1; i >= 0; i--) {
      const { start, end } = ancestors[i]!;
      if (start === end) continue;
      if (at > begin + 1) scratch[at++] = COMMA;
      if (end - start < SHORT) for (let from = start; from < end; from++) scratch[at++] = texts[from]!;
      else at += texts.copy(scratch, at, start, end);
    }
    scratch[at++] = CLOSE;
    tape.scratchLength = at;
    return indexScratch(tape, begin);
  }

  #noteMissing({ missing, asText }: Missing, context: StepContext): void {
    context.note('REFERENCE_MISSING', this.#parent.text, missing);
    if (asText !== undefined) context.note('REFERENCE_AS_TEXT', this.#parent.text, asText);
  }

  #cycle(tape: Tape, root: Value): string {
    const own = shownValue(tape, readAt(tape, root, ID));
    const over = this.#ancestors
      .slice(0, MOST_NAMED)
      .map(({ id: { isText, text } }) => (isText ? shownText(text) : text));
    if (this.#ancestors.length > MOST_NAMED) over.push('…');
    const by = over.length === 0 ? 'it is its own parent' : `over ${over.join(', ')}`;
    return `The parents of ${own} lead back to it: ${by}. The list of ancestors ends before it would repeat.`;
  }
}

/** Ancestors that a message names. */
const MOST_NAMED = 5;
/** Below this a loop beats the call of a copying function. */
const SHORT = 48;
const OPEN = 91;
const CLOSE = 93;
const COMMA = 44;
