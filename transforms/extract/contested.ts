/** Which of the objects with one key becomes the document, where that is known of all before the first one? */
import { compare } from '../../src/document/compare.ts';
import { type Path, parsePath } from '../../src/document/path.ts';
import type { Tape, Value } from '../../src/document/tape.ts';
import type { Outcomes } from '../../src/transform/contest.ts';
import { MERGED, type StepContext } from '../../src/transform/step.ts';
import type { Deciding, Leaving } from './deciding.ts';
import { isSameKey, KeyHashes, keyText, keyValues } from './object-key.ts';
import type { ObjectMaker } from './object-maker.ts';
import type { Options } from './options.ts';
import type { References, Referrer } from './referrer.ts';
import { readWinners } from './winners.ts';

export class Contested implements Deciding {
  readonly #options: Options;
  readonly #objects: ObjectMaker;
  readonly #referrer: Referrer;
  readonly #outcomes: Outcomes;
  readonly #hashes = new KeyHashes();

  constructor(given: Options, objects: ObjectMaker, referrer: Referrer, outcomes: Outcomes) {
    this.#options = given;
    this.#objects = objects;
    this.#referrer = referrer;
    this.#outcomes = outcomes;
  }

  /** What clashes has to be known before it is known who wins: an object is held against its own id. */
  claim(): undefined {
    return undefined;
  }

  keep(tape: Tape, leaving: readonly Leaving[], context: StepContext): void {
    for (const object of leaving) this.#settle(tape, object, context);
  }

  forget(): void {
    // Nothing has been asked yet.
  }

  #settle(tape: Tape, object: Leaving, context: StepContext): void {
    const { key, made } = object;
    const { into, path } = this.#options;
    const outcome = this.#outcomes.of(this.#hashes.of(tape, key), context.origin);
    if (outcome === undefined) {
      context.make(into, made);
      return;
    }
    const { wins } = outcome;
    const { all, own } = readWinners(tape, outcome.winner(tape), () => this.#objects.knownBy(tape, made));
    if (wins) for (const document of all) context.make(into, document);
    else context.make(into, made, { ends: MERGED });
    const conflict = this.#conflict(tape, object, own);
    if (conflict !== undefined) context.note('EXTRACT_CONFLICT', path.text, conflict);
    const id = this.#objects.idOf(tape, own);
    if (id === this.#objects.idOf(tape, made)) return;
    // That it refers to something was looked at before.
    object.references = this.#referrer.referencesTo(tape, made, id) as References;
  }

  /** What people should know of where an object does not say what has come of its key. */
  #conflict(tape: Tape, { key, made }: Leaving, winner: Value): string | undefined {
    const { into, key: paths, onConflict } = this.#options;
    const place = onConflict === 'merge' ? firstOverwritten(tape, made, winner) : firstDifference(tape, made, winner);
    if (place === undefined) return undefined;
    const id = JSON.stringify(this.#objects.idOf(tape, winner));
    const [mine, its] = [this.#objects.knownBy(tape, made), this.#objects.knownBy(tape, winner)];
    if (!isSameKey(mine, its)) {
      const [one, other] = [mine, its].map((json) => keyValues(tape, key, json));
      return `The ${into} with the key ${one} and that with ${other} at ${names(paths)} print as the same text, so that both would have the id ${id}: one document stands for both. Where they mean one thing, convert the key in an earlier step; where they do not, give the step an id that tells them apart.`;
    }
    const what = `The ${into} with ${keyText(tape, key, paths)}`;
    return onConflict === 'merge'
      ? `${what} has another value at ${place} than a later one, whose value stands in ${id}. Mend the source if another one is right.`
      : `${what} has other content at ${place} than the last one, ${id}, which stands for all of them. Mend the source if another one is right.`;
  }
}

function names(paths: readonly Path[]): string {
  return paths.map(({ text }) => text).join(', ');
}

function firstDifference(tape: Tape, made: Value, winner: Value): string | undefined {
  return compare(tape, made, tape, winner, 'exact')[0]?.path;
}

/** What only others have said is no conflict. */
function firstOverwritten(tape: Tape, made: Value, winner: Value): string | undefined {
  const differences = compare(tape, made, tape, winner, 'exact', Infinity);
  return differences.find(({ kind, path }) => kind !== 'extra' || parsePath(path).segments.length > 1)?.path;
}
