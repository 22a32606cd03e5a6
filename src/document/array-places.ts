/**
 * How does an array leave the objects that hold it? The document is only read until all is known of each of them, so that
 * one that is rejected stays as it was; then the array goes, and what it leaves is written.
 */
import type { Enclosing } from './child-id.ts';
import { kindName } from './decode.ts';
import type { Document } from './document.ts';
import { removeMembers, setMember } from './edit.ts';
import type { Key } from './key.ts';
import { findMember, valueAt } from './members.ts';
import { childPath, type Path } from './path.ts';
import type { Losses } from './put.ts';
import { reject, type Rejection } from './rejection.ts';
import { sameValue } from './same-value.ts';
import { ARRAY, END, NULL, type Tape, type Value } from './tape.ts';
import { visitPlaces } from './visit-places.ts';

/** An array that is to leave. */
export interface ArrayPlace {
  /** Or any other value, where the step is lenient. */
  readonly array: Value;
  /** The elements of arrays around it, outermost first; they hold until the next place. */
  readonly enclosing: readonly Enclosing[];
}

/** What stays of it. */
export interface ArrayLeft {
  /** Another value in its place. */
  readonly inPlace?: Value;
  /** Properties beside it. */
  readonly beside: readonly { readonly key: Key; readonly value: Value }[];
}

interface Leaving extends ArrayLeft {
  readonly level: Value;
}

export interface ArraySetting {
  /** The step that takes the array, for messages. */
  readonly step: string;
  readonly path: Path;
  readonly overwrite: boolean;
  /** Whether it takes any value; else the advice of the rejection says what to do. */
  readonly lenient?: boolean;
  readonly advice: string;
}

export class ArrayPlaces {
  readonly #setting: ArraySetting;
  readonly #key: Key;
  /** The path of the object that holds the array. */
  readonly #beside: string;
  readonly #leaving: Leaving[] = [];

  /** The path ends with a property's name. */
  constructor(setting: ArraySetting) {
    const { segments } = setting.path;
    this.#setting = setting;
    this.#key = segments.at(-1)!.key;
    this.#beside = segments
      .slice(0, -1)
      .map(({ each, index, key }) => (each ? '/*' : index >= 0 ? `/${index}` : childPath('', key.name)))
      .join('');
  }

  /** Takes the array out wherever the path leads to one; `visit` says what it leaves. Missing and null stay. */
  take(document: Document, losses: Losses, visit: (place: ArrayPlace) => ArrayLeft | Rejection): Rejection | undefined {
    const { tape } = document;
    this.#leaving.length = 0;
    const { root, rejection } = visitPlaces(tape, document.root, this.#setting.path, (level, cursor, enclosing) => {
      const array = valueAt(tape, cursor);
      const wrong = this.#refuse(tape, level, array);
      if (wrong !== undefined || tape.kind(array) === NULL) return wrong;
      const left = visit({ array, enclosing });
      if (!('beside' in left)) return left;
      for (const { key, value } of left.beside) {
        const clash = this.#clash(tape, level, key, value, losses);
        if (clash !== undefined) return clash;
      }
      this.#leaving.push({ level, ...left });
      return undefined;
    });
    if (rejection !== undefined) return rejection;
    for (const leaving of this.#leaving) this.#leave(tape, leaving, losses);
    document.root = root;
    return undefined;
  }

  #refuse(tape: Tape, level: Value, value: Value): Rejection | undefined {
    const { step, path, lenient, advice } = this.#setting;
    if (tape.kind(level) === ARRAY) {
      const message = `${path.text} is an element of an array, ${step} needs a property.`;
      return reject('PARENT_NOT_OBJECT', message, path.text);
    }
    const kind = tape.kind(value);
    if (kind === ARRAY || kind === NULL || lenient === true) return undefined;
    const message = `${path.text} is ${aKind(kindName(tape, value))}, ${step} needs an array. ${advice}`;
    return reject('NOT_AN_ARRAY', message, path.text);
  }

  /** Whether a property may be written beside the array, of which the place is free. */
  #clash(tape: Tape, level: Value, key: Key, value: Value, losses: Losses): Rejection | undefined {
    const { step, path, overwrite } = this.#setting;
    if (key.name === this.#key.name) return undefined;
    const cursor = findMember(tape, level, key);
    if (cursor === END || sameValue(tape, valueAt(tape, cursor), value)) return undefined;
    if (!overwrite) return wouldOverwrite(step, path, key);
    losses.drop(childPath(this.#beside, key.name));
    return undefined;
  }

  #leave(tape: Tape, { level, inPlace, beside }: Leaving, losses: Losses): void {
    const key = this.#key;
    const count = memberCount(tape, level);
    if (inPlace === undefined) removeMembers(tape, level, key);
    else setMember(tape, level, key, inPlace);
    // Of a repeated key the last array is taken.
    const others = count - memberCount(tape, level) - (inPlace === undefined ? 1 : 0);
    if (others > 0) losses.drop(this.#setting.path.text, others);
    for (const written of beside) setMember(tape, level, written.key, written.value);
  }
}

function memberCount(tape: Tape, level: Value): number {
  return tape.words[level * 4 + 2]!;
}

/** Existing values are not overwritten by accident. */
export function wouldOverwrite(step: string, { text }: Path, { name }: Key): Rejection {
  return reject(
    'TARGET_EXISTS',
    `${step} of ${text} would overwrite "${name}", which is there with another value. Choose another name, rename it in an earlier step, or add overwrite: true.`,
    text,
  );
}

function aKind(kind: string): string {
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
