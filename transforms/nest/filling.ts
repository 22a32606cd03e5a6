/** Under which name does a moved value stand in the object, and what happens where the name is taken? */
import { textOf } from '../../src/document/decode.ts';
import { editable, insertMember, replaceAt, replaceMember } from '../../src/document/edit.ts';
import { keyEntry } from '../../src/document/key.ts';
import { addObject } from '../../src/document/literal.ts';
import { keyFor } from '../../src/document/made-key.ts';
import { firstMember, keyAt, nextMember, valueAt } from '../../src/document/members.ts';
import { childPath, type Path } from '../../src/document/path.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { sameValue } from '../../src/document/same-value.ts';
import { type Cursor, END, OBJECT, type Tape, type Value } from '../../src/document/tape.ts';
import type { StepContext } from '../../src/transform/step.ts';

export class Filling {
  readonly #tape: Tape;
  readonly #into: Path;
  readonly #overwrite: boolean;
  readonly #context: StepContext;
  /** The members of each object by their names, the last of a repeated one. */
  readonly #members = new Map<Value, Map<string, Cursor>>();
  /** The name that a value had before, by its member. */
  readonly #sources = new Map<Cursor, string>();

  constructor(tape: Tape, into: Path, overwrite: boolean, context: StepContext) {
    this.#tape = tape;
    this.#into = into;
    this.#overwrite = overwrite;
    this.#context = context;
  }

  /**
   * @param target an edited object.
   * @param names where the value goes, from the outside in.
   * @param source the name that it had.
   * @param entry the entry of a key that says the last name already, if there is one.
   */
  add(
    target: Value,
    names: readonly string[],
    source: string,
    entry: Value | undefined,
    value: Value,
  ): Rejection | undefined {
    let object = target;
    for (let i = 0; i < names.length - 1; i++) {
      const inner = this.#openedIn(object, names[i]!);
      if (inner === undefined) return this.#taken(names.slice(0, i + 1), source);
      object = inner;
    }
    return this.#put(object, names, source, entry, value);
  }

  /** The edited object under a key, made if it is missing; `undefined` where something else stands. */
  #openedIn(object: Value, name: string): Value | undefined {
    const tape = this.#tape;
    const members = this.#membersOf(object);
    const cursor = members.get(name);
    if (cursor === undefined) {
      const made = addObject(tape);
      members.set(name, insertMember(tape, object, END, keyEntry(tape, keyFor(name)), made));
      return made;
    }
    const there = valueAt(tape, cursor);
    if (tape.kind(there) !== OBJECT) return undefined;
    const opened = editable(tape, there);
    replaceAt(tape, cursor, opened);
    return opened;
  }

  #put(
    object: Value,
    names: readonly string[],
    source: string,
    entry: Value | undefined,
    value: Value,
  ): Rejection | undefined {
    const tape = this.#tape;
    const name = names.at(-1)!;
    const members = this.#membersOf(object);
    const holder = members.get(name);
    // A key that the document repeats is repeated inside, too.
    if (holder === undefined || this.#sources.get(holder) === source) {
      const added = insertMember(tape, object, END, entry ?? keyEntry(tape, keyFor(name)), value);
      members.set(name, added);
      if (tape.hasDuplicateKeys) this.#sources.set(added, source);
      return undefined;
    }
    if (sameValue(tape, valueAt(tape, holder), value)) return undefined;
    if (!this.#overwrite) return this.#taken(names, source);
    this.#context.drop(this.#placeOf(names));
    replaceMember(tape, object, keyFor(name), holder, value);
    return undefined;
  }

  #membersOf(object: Value): Map<string, Cursor> {
    let members = this.#members.get(object);
    if (members === undefined) {
      const tape = this.#tape;
      this.#members.set(object, (members = new Map<string, Cursor>()));
      for (let cursor = firstMember(tape, object); cursor !== END; cursor = nextMember(tape, object, cursor))
        members.set(textOf(tape, keyAt(tape, cursor)), cursor);
    }
    return members;
  }

  #taken(names: readonly string[], source: string): Rejection {
    const place = this.#placeOf(names);
    return reject(
      'TARGET_EXISTS',
      `${JSON.stringify(source)} would become ${place}, and another value is there already. Leave one of them out of from, or write overwrite: true beside the step.`,
      place,
    );
  }

  #placeOf(names: readonly string[]): string {
    return names.reduce(childPath, this.#into.text);
  }
}
