/** Which of the objects with one key becomes the document, where the first does? Who came first is remembered over the whole run. */
import { placeText } from '../../src/document/position.ts';
import type { Rejection } from '../../src/document/rejection.ts';
import type { Tape, Value } from '../../src/document/tape.ts';
import { ValueHash } from '../../src/document/value-hash.ts';
import type { KeyHolder, KeyMemory } from '../../src/transform/key-memory.ts';
import { MERGED, type StepContext } from '../../src/transform/step.ts';
import type { Deciding } from './deciding.ts';
import { isSameKey, KeyHashes, keyJson, keyText, keyValues, type ObjectKey } from './object-key.ts';
import type { ObjectMaker } from './object-maker.ts';
import type { Options } from './options.ts';

export class FirstCome implements Deciding {
  readonly #options: Options;
  readonly #objects: ObjectMaker;
  readonly #memory: KeyMemory;
  readonly #hashes = new KeyHashes();
  readonly #content = new ValueHash(64);

  constructor(given: Options, objects: ObjectMaker, memory: KeyMemory) {
    this.#options = given;
    this.#objects = objects;
    this.#memory = memory;
  }

  claim(tape: Tape, key: ObjectKey, made: Value, context: StepContext): string | undefined {
    const memory = this.#memory;
    const content = this.#content;
    content.of(tape, made);
    const byText = this.#hashes.of(tape, key);
    const taken = memory.find(byText);
    if (taken < 0) return this.#first(tape, key, made, byText, context);
    if (memory.hasContent(taken, content.words)) return this.#repeats(made, context);
    const holder = memory.holderOf(taken);
    if (isSameKey(holder.key, keyJson(tape, key)))
      return this.#loses(made, this.#otherContent(tape, key, holder), context);
    if (holder.id === this.#objects.idOf(tape, made))
      return this.#loses(made, this.#otherKey(tape, key, holder), context);
    // They are two things, and their ids say so.
    const byValues = this.#hashes.ofValues(tape, key);
    const own = memory.find(byValues);
    if (own < 0) return this.#first(tape, key, made, byValues, context);
    if (memory.hasContent(own, content.words)) return this.#repeats(made, context);
    return this.#loses(made, this.#otherContent(tape, key, memory.holderOf(own)), context);
  }

  keep(): void {
    this.#memory.keep();
  }

  forget(): void {
    this.#memory.forget();
  }

  #first(tape: Tape, key: ObjectKey, made: Value, hash: Int32Array, context: StepContext): undefined {
    const { place } = context.origin;
    this.#memory.add(hash, this.#content.words, { id: this.#objects.idOf(tape, made), key: keyJson(tape, key), place });
    context.make(this.#options.into, made);
  }

  #repeats(made: Value, context: StepContext): undefined {
    context.make(this.#options.into, made, { ends: MERGED });
  }

  /** Answers the id of the first one. */
  #loses(made: Value, conflict: Conflict, context: StepContext): string {
    const { into, onConflict, path } = this.#options;
    if (onConflict === 'first') context.note(conflict.code, path.text, conflict.message);
    context.make(into, made, { ends: onConflict === 'first' ? MERGED : conflict });
    return conflict.conflictsWith.id;
  }

  #otherContent(tape: Tape, key: ObjectKey, { id, place }: KeyHolder): Conflict {
    const { into, path, onConflict } = this.#options;
    const what = `${into} with ${keyText(tape, key, this.#options.key)}`;
    const advice =
      onConflict === 'first'
        ? 'It stands for all of them. Mend the source if another one than the first is right.'
        : 'With onConflict: first it would stand for all of them. Mend the source if another one than the first is right.';
    const message = `The ${what} came first${from(place)}, with other content, as ${JSON.stringify(id)}. ${advice}`;
    return { code: 'EXTRACT_CONFLICT', message, path: path.text, conflictsWith: { id } };
  }

  #otherKey(tape: Tape, key: ObjectKey, holder: KeyHolder): Conflict {
    const { into, path, onConflict } = this.#options;
    const names = this.#options.key.map(({ text }) => text).join(', ');
    const [first, later] = [holder.key, keyJson(tape, key)].map((json) => keyValues(tape, key, json));
    const kept = onConflict === 'first' ? ' The first one stands for both.' : '';
    const message = `The ${into} with the key ${first} came first${from(holder.place)}, and ${later} at ${names} is another key that prints as the same text, so that both would have the id ${JSON.stringify(holder.id)}.${kept} Where they mean one thing, convert the key in an earlier step; where they do not, give the step an id that tells them apart.`;
    return { code: 'EXTRACT_CONFLICT', message, path: path.text, conflictsWith: { id: holder.id } };
  }
}

type Conflict = Rejection & { readonly conflictsWith: { readonly id: string } };

function from(place: KeyHolder['place']): string {
  return place === undefined ? '' : ` from ${placeText(place)}`;
}
