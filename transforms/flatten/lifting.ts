/** Under which name does a lifted value stand, and what happens where the name is taken? */
import { insertMember, pushElement, removeAt, replaceAt } from '../../src/document/edit.ts';
import { type Key, keyEntry } from '../../src/document/key.ts';
import { keyFor } from '../../src/document/made-key.ts';
import { addArray } from '../../src/document/literal.ts';
import { valueAt } from '../../src/document/members.ts';
import { childPath } from '../../src/document/path.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { sameValue } from '../../src/document/same-value.ts';
import { type Cursor, END, type Tape, type Value } from '../../src/document/tape.ts';
import type { StepContext } from '../../src/transform/step.ts';
import { TakenNames } from './taken-names.ts';

export type Conflict = 'number' | 'first' | 'last' | 'array' | 'reject';

/** Puts lifted values into the object where the flattened property stands, behind it, in order. */
export class Lifting {
  readonly tape: Tape;
  readonly #level: Value;
  readonly #place: string;
  readonly #separator: string;
  readonly #onConflict: Conflict;
  readonly #context: StepContext;
  readonly #taken: TakenNames;
  /** Where `number` went on last, by name. */
  #numbers: Map<string, number> | undefined;
  /** Names whose values have become an array. */
  #wrapped: Set<string> | undefined;
  #behind: Cursor = END;

  /**
   * @param level an edited object.
   * @param leaving its members that are flattened: their names are free.
   * @param place its path, for people.
   */
  constructor(
    tape: Tape,
    level: Value,
    leaving: readonly Cursor[],
    place: string,
    separator: string,
    onConflict: Conflict,
    context: StepContext,
  ) {
    this.tape = tape;
    this.#level = level;
    this.#place = place;
    this.#separator = separator;
    this.#onConflict = onConflict;
    this.#context = context;
    this.#taken = new TakenNames(tape, level, leaving);
  }

  /** What is lifted from now on comes behind this member. */
  begin(cursor: Cursor): void {
    this.#behind = cursor;
  }

  /** All of it is lifted: the member goes. */
  end(cursor: Cursor): void {
    removeAt(this.tape, this.#level, cursor);
  }

  /**
   * @param key what it is called.
   * @param entry one of the tape that says so already, if there is one.
   * @param way where the value came from, for people: this path, or the property `inner` there.
   */
  add(key: Key, entry: Value | undefined, value: Value, way: string, inner?: string): Rejection | undefined {
    const holder = this.#taken.holderOf(key);
    if (holder === END) {
      this.#insert(key, entry, value);
      return undefined;
    }
    const { tape } = this;
    const { name } = key;
    switch (this.#onConflict) {
      case 'number': {
        const numbered = this.#numbered(name);
        this.#insert(numbered, undefined, value);
        const place = childPath(this.#place, name);
        this.#context.note(
          'FLATTEN_COLLISION',
          place,
          `Values that flatten lifts found ${place} taken and got a number behind their name, as in ${JSON.stringify(numbered.name)}.`,
        );
        break;
      }
      case 'first':
        if (!sameValue(tape, valueAt(tape, holder), value)) this.#context.drop(placeOf(way, inner));
        break;
      case 'last':
        if (!sameValue(tape, valueAt(tape, holder), value)) this.#context.drop(childPath(this.#place, name));
        replaceAt(tape, holder, value);
        break;
      case 'array':
        this.#wrap(name, holder, value);
        break;
      case 'reject':
        return reject(
          'FLATTEN_COLLISION',
          `${placeOf(way, inner)} would become ${JSON.stringify(name)}, and that name is taken already. Choose another prefix, or another onConflict than reject.`,
          childPath(this.#place, name),
        );
    }
    return undefined;
  }

  #insert(key: Key, entry: Value | undefined, value: Value): void {
    this.#behind = insertMember(this.tape, this.#level, this.#behind, entry ?? keyEntry(this.tape, key), value);
    this.#taken.take(key.name, this.#behind);
  }

  /** The next name with a number that is free. */
  #numbered(name: string): Key {
    const numbers = (this.#numbers ??= new Map<string, number>());
    let number = numbers.get(name) ?? 1;
    let numbered: Key;
    do numbered = keyFor(`${name}${this.#separator}${++number}`);
    while (this.#taken.holderOf(numbered) !== END);
    numbers.set(name, number);
    return numbered;
  }

  #wrap(name: string, holder: Cursor, value: Value): void {
    const { tape } = this;
    const wrapped = (this.#wrapped ??= new Set<string>());
    if (!wrapped.has(name)) {
      const array = addArray(tape);
      pushElement(tape, array, valueAt(tape, holder));
      replaceAt(tape, holder, array);
      wrapped.add(name);
    }
    pushElement(tape, valueAt(tape, holder), value);
  }
}

function placeOf(way: string, inner: string | undefined): string {
  return inner === undefined ? way : childPath(way, inner);
}
