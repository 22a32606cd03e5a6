/**
 * What is a property called behind a prefix? Most names come again with every document, so that each is joined once and
 * found again by the bytes of its key.
 */
import { textOf } from '../../src/document/decode.ts';
import { isKey, type Key, keyOf } from '../../src/document/key.ts';
import { keyFor } from '../../src/document/made-key.ts';
import { childPath } from '../../src/document/path.ts';
import { ESCAPED_KEY, type Tape, type Value } from '../../src/document/tape.ts';

export interface Joined {
  /** Its name behind the prefix. */
  readonly key: Key;
  /** Its own name. */
  readonly inner: Key;
  /** What goes before the names of its members, once somebody has asked. */
  below?: Prefix;
}

/** How many names may still be kept: where data serves as keys, there is no end of them. */
export interface Room {
  left: number;
}

export class Prefix {
  readonly text: string;
  /** The place of the object whose members are meant, for people. */
  readonly way: string;
  readonly #separator: string;
  readonly #room: Room;
  /** By the hashes of the properties' own names. */
  readonly #joined = new Map<number, Joined[]>();

  constructor(text: string, way: string, separator: string, room: Room) {
    this.text = text;
    this.way = way;
    this.#separator = separator;
    this.#room = room;
  }

  /** @param entry the key of a member, on the tape */
  joined(tape: Tape, entry: Value): Joined {
    const hash = tape.words[entry * 4 + 2]!;
    const known = this.#joined.get(hash);
    if (known !== undefined) for (const joined of known) if (isKey(tape, entry, joined.inner)) return joined;
    const inner = textOf(tape, entry);
    const mayKeep = hash !== ESCAPED_KEY && this.#room.left > 0 && (known === undefined || known.length < MOST_ALIKE);
    if (!mayKeep) return { key: keyFor(this.text + inner), inner: keyOf(inner) };
    const joined = { key: keyOf(this.text + inner), inner: keyOf(inner) };
    this.#room.left--;
    if (known === undefined) this.#joined.set(hash, [joined]);
    else known.push(joined);
    return joined;
  }

  /** What goes before the names of a member's own members. @param text where that is not its name and the separator */
  below(joined: Joined, text: string = joined.key.name + this.#separator): Prefix {
    const { name } = joined.inner;
    return (joined.below ??= new Prefix(text, childPath(this.way, name), this.#separator, this.#room));
  }
}

/** Names that share a hash (dates as keys, say) are compared one by one. */
const MOST_ALIKE = 8;
