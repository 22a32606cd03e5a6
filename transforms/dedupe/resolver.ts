/** What becomes of a document that shares its key with others, and what is there to say of it? */
import type { Document } from '../../src/document/document.ts';
import { NOT_COMPARABLE, orderValue } from '../../src/document/order.ts';
import { readAt } from '../../src/document/read.ts';
import type { Value } from '../../src/document/tape.ts';
import type { Outcomes } from '../../src/transform/contest.ts';
import { MERGED, type StepAnswer, type StepContext } from '../../src/transform/step.ts';
import { differs, eachReplaced } from './difference.ts';
import { KeyReader } from './key-reader.ts';
import type { Options } from './options.ts';

export class Resolver {
  readonly #options: Options;
  readonly #outcomes: Outcomes;
  readonly #key: KeyReader;
  /** The key as findings name it. */
  readonly #path: string;

  constructor(given: Options, outcomes: Outcomes) {
    this.#options = given;
    this.#outcomes = outcomes;
    this.#key = new KeyReader(given.key);
    this.#path = given.key.map(({ text }) => text).join(', ');
  }

  apply(document: Document, context: StepContext): StepAnswer {
    const hash = this.#key.of(document);
    const outcome = hash && this.#outcomes.of(hash, context.origin);
    if (outcome === undefined) return undefined;
    const { wins } = outcome;
    this.#noteOrder(document, context);
    if (wins)
      context.note('DEDUPE_MERGED', this.#path, `Several documents have one key at ${this.#path}; one of each stays.`);
    const merges = this.#options.keep === 'merge';
    if (wins && !merges) return undefined;
    const winner = outcome.winner(document.tape);
    if (merges) this.#noteReplaced(document, winner, context);
    else this.#noteDifference(document, winner, context);
    this.#noteRounded(document, winner, context);
    if (!wins) return MERGED;
    document.root = winner;
    return undefined;
  }

  #noteOrder({ tape, root }: Document, context: StepContext): void {
    const { by } = this.#options;
    if (by === undefined || orderValue(tape, readAt(tape, root, by)).rank !== NOT_COMPARABLE) return;
    const message = `Documents have no comparable value at ${by.text} and count as oldest.`;
    context.note('ORDER_VALUE_MISSING', by.text, message);
  }

  #noteDifference({ tape, root }: Document, winner: Value, context: StepContext): void {
    if (!differs(tape, root, winner, this.#options.by?.text)) return;
    const message = `Documents differ from the one with the same key at ${this.#path} that stays.`;
    context.note('DEDUPE_CONFLICT', this.#path, message);
  }

  /** Nothing is lost silently: what of this document is not in the merged one. */
  #noteReplaced({ tape, root }: Document, winner: Value, context: StepContext): void {
    let replaced = 0;
    eachReplaced(tape, root, winner, (path) => {
      if (path !== this.#options.by?.text) replaced++;
      context.drop(path);
    });
    if (replaced === 0) return;
    const message = `Documents have a value that another one with the same key at ${this.#path} replaces.`;
    context.note('DEDUPE_CONFLICT', this.#path, message);
  }

  #noteRounded({ tape, root }: Document, winner: Value, context: StepContext): void {
    const rounded = this.#key.rounded(tape, root, winner);
    if (rounded === undefined) return;
    const { path, numbers } = rounded;
    const message = `Different numbers at ${path.text} are one double, as which the service stores them, and so one key: ${numbers}.`;
    context.note('NUMBER_UNSAFE', path.text, message);
  }
}
