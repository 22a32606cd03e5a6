/** How do objects enter the contest for their key? As what they become, where nothing is wrong with their document. */
import { Document } from '../../src/document/document.ts';
import type { Tape } from '../../src/document/tape.ts';
import type { Contest, ContestRules } from '../../src/transform/contest.ts';
import type { StepContext } from '../../src/transform/step.ts';
import type { Deciding, Leaving } from './deciding.ts';
import { Extractor } from './extractor.ts';
import { ObjectJudge } from './judge.ts';
import { KeyHashes } from './object-key.ts';
import { ObjectMaker } from './object-maker.ts';
import type { Options } from './options.ts';
import { Referrer } from './referrer.ts';

export function contestRules(given: Options, overwrite: boolean): ContestRules {
  const objects = new ObjectMaker(given);
  const entering = new Entering(given.into);
  const extractor = new Extractor(given, objects, new Referrer(given, overwrite), entering);
  const judge = new ObjectJudge(objects, given.onConflict === 'merge');
  return {
    judge,
    enter(document, context, contest) {
      entering.contest = contest;
      extractor.look(document, context);
    },
    tellsLosers: false,
  };
}

class Entering implements Deciding {
  readonly #entity: string;
  readonly #hashes = new KeyHashes();
  contest: Contest | undefined;

  constructor(entity: string) {
    this.#entity = entity;
  }

  claim(): undefined {
    return undefined;
  }

  keep(tape: Tape, leaving: readonly Leaving[], { origin }: StepContext): void {
    for (const { key, made } of leaving)
      this.contest!.enter(new Document(tape, this.#entity, made), this.#hashes.of(tape, key), origin);
  }

  forget(): void {
    // Nothing has entered yet.
  }
}
