/** Which member of an object has a name? In an object of a few members they are looked through, else they are put into a table. */
import { textOf } from '../../src/document/decode.ts';
import { isKey, type Key } from '../../src/document/key.ts';
import { firstMember, fromMember, keyAt, nextMember } from '../../src/document/members.ts';
import { type Cursor, END, ESCAPED_KEY, type Tape, type Value } from '../../src/document/tape.ts';

/** Members up to which looking through them is faster. */
const FEW = 64;

export class TakenNames {
  readonly #tape: Tape;
  readonly #level: Value;
  readonly #leaving: readonly Cursor[];
  #table: Map<string, Cursor> | undefined;

  /**
   * @param level an edited object
   * @param leaving its members whose names are free
   */
  constructor(tape: Tape, level: Value, leaving: readonly Cursor[]) {
    this.#tape = tape;
    this.#level = level;
    this.#leaving = leaving;
  }

  /** The last member of that name, or `END`. */
  holderOf(key: Key): Cursor {
    const tape = this.#tape;
    const { words, members } = tape;
    const at = this.#level * 4;
    if (this.#table !== undefined || words[at + 2]! > FEW) return (this.#table ??= this.#all()).get(key.name) ?? END;
    const { hash } = key;
    let holder = END;
    // The walk of nextMember, written out: it runs once for every value that is lifted.
    for (let member = words[at]!; member !== END; member = members[member * 4 + 2]!) {
      const entry = members[member * 4]!;
      const seen = words[entry * 4 + 2]!;
      if ((seen !== hash && seen !== ESCAPED_KEY) || !isKey(tape, entry, key)) continue;
      const cursor = fromMember(member);
      if (!this.#leaving.includes(cursor)) holder = cursor;
    }
    return holder;
  }

  /** A member with a name that was free has come. */
  take(name: string, cursor: Cursor): void {
    this.#table?.set(name, cursor);
  }

  #all(): Map<string, Cursor> {
    const [tape, level] = [this.#tape, this.#level];
    const table = new Map<string, Cursor>();
    const leaving = new Set(this.#leaving);
    for (let cursor = firstMember(tape, level); cursor !== END; cursor = nextMember(tape, level, cursor))
      if (!leaving.has(cursor)) table.set(textOf(tape, keyAt(tape, cursor)), cursor);
    return table;
  }
}
