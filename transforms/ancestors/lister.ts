/** What are the ancestors of a document? The list of them, root first, and what is to be said of it. */
import type { Document } from '../../src/document/document.ts';
import { addJson, indexScratch } from '../../src/document/literal.ts';
import type { Path } from '../../src/document/path.ts';
import { put } from '../../src/document/put.ts';
import { readAt } from '../../src/document/read.ts';
import type { Rejection } from '../../src/document/rejection.ts';
import { shownValue } from '../../src/document/shown-value.ts';
import { MISSING, NULL, type Tape, type Value } from '../../src/document/tape.ts';
import type { ReferenceIndex } from '../../src/transform/reference.ts';
import type { StepContext } from '../../src/transform/step.ts';
import { isId, type Missing } from './by-id.ts';
import { NOBODY } from './met.ts';
import { ID, type Options, targetOf } from './options.ts';
import { Tree } from './tree.ts';

/** What is remembered of the tree, bytes. */
const REMEMBERED = 1 << 25;

export class Lister {
  readonly #tree: Tree;
  readonly #parent: Path;
  readonly #as: Path;
  readonly #overwrite: boolean;
  /** Numbers of those of the document in hand, nearest first. */
  readonly #ancestors: number[] = [];

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
    let missing: Missing | undefined;
    let leadsBack = false;
    if (parent !== MISSING && tape.kind(parent) !== NULL) {
      const above = isId(tape, parent) ? this.#tree.find(tape, parent, context) : NOBODY;
      missing = above === NOBODY ? this.#noId(tape, parent) : this.#tree.missing(above);
      if (missing === undefined) leadsBack = this.#collect(above, tape, root);
    }
    for (const one of this.#ancestors) {
      const rejection = this.#tree.rejection(one);
      if (rejection !== undefined) return rejection;
    }
    const rejection = put(document, this.#as, this.#list(tape), this.#overwrite, context);
    if (rejection !== undefined) return rejection;
    if (missing !== undefined) this.#noteMissing(missing, context);
    if (leadsBack) context.note('ANCESTOR_CYCLE', this.#parent.text, this.#cycle(tape, root));
    return undefined;
  }

  #noId(tape: Tape, parent: Value): Missing {
    const { text } = this.#parent;
    const missing = `${text} holds ${shownValue(tape, parent)}, and a parent is found by its id: a text or a number. The list of ancestors is empty.`;
    return { missing, asText: undefined };
  }

  /** Goes up as long as nothing would come a second time; whether that was the document itself. */
  #collect(nearest: number, tape: Tape, root: Value): boolean {
    const { met } = this.#tree;
    const id = readAt(tape, root, ID);
    const own = id !== MISSING && isId(tape, id) ? met.find(tape, id) : NOBODY;
    let circle = NOBODY;
    for (let one = nearest; one !== NOBODY && one !== circle; one = met.parentOf(one)) {
      if (one === own) return true;
      if (circle === NOBODY && met.isOnCircle(one)) circle = one;
      this.#ancestors.push(one);
    }
    return false;
  }

  #list(tape: Tape): Value {
    const ancestors = this.#ancestors;
    if (ancestors.length === 0) return addJson(tape, '[]');
    const { met } = this.#tree;
    const texts = met.texts.bytes;
    let size = 2 + ancestors.length;
    for (const one of ancestors) size += met.textEnd(one) - met.textStart(one);
    const scratch = tape.reserveScratch(size);
    const begin = tape.scratchLength;
    let at = begin;
    scratch[at++] = OPEN;
    for (let i = ancestors.length - 1; i >= 0; i--) {
      const start = met.textStart(ancestors[i]!);
      const end = met.textEnd(ancestors[i]!);
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
    const parent = shownValue(tape, readAt(tape, root, this.#parent));
    const { length } = this.#ancestors;
    const by = length === 0 ? 'it is its own parent' : `over ${parent}${length === 1 ? '' : ` and ${length - 1} more`}`;
    return `The parents of ${own} lead back to it: ${by}. The list of ancestors ends before it would repeat.`;
  }
}

/** Below this a loop beats the call of a copying function. */
const SHORT = 48;
const OPEN = 91;
const CLOSE = 93;
const COMMA = 44;
