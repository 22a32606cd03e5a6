/**
 * A document is its text, its tape and the edits made to it. Steps get, set and remove values through it and never
 * see bytes. Values are handles on the tape; they hold until the next document of the source begins.
 */
import { editable, insertMember, removeAt, removeMembers, replaceAt, setMember } from './edit.ts';
import { isKey, keyEntry } from './key.ts';
import {
  findElement,
  findMember,
  firstElement,
  firstMember,
  keyAt,
  nextElement,
  nextMember,
  valueAt,
} from './members.ts';
import type { Path } from './path.ts';
import { readAt, readEach } from './read.ts';
import type { Rejection } from './rejection.ts';
import { ARRAY, END, MISSING, OBJECT, type Tape, type Value } from './tape.ts';
import { pastTheEnd, writeEach } from './write.ts';

export class Document {
  readonly tape: Tape;
  /** What it is called in the plan. */
  readonly entity: string;
  /** The object as it stands after the edits so far. */
  root: Value;

  constructor(tape: Tape, entity: string, root: Value) {
    this.tape = tape;
    this.entity = entity;
    this.root = root;
  }

  /** The value at a path without `*`, or `MISSING`. */
  get(path: Path): Value {
    return readAt(this.tape, this.root, path);
  }

  /** Calls `visit` with each value that a path means. */
  each(path: Path, visit: (value: Value) => void): void {
    readEach(this.tape, this.root, path, visit);
  }

  /**
   * Writes a value at a path, making missing objects on the way; replaces what is there.
   * `value` may be computed for each place, given the edited level that will hold it.
   */
  set(path: Path, value: Value | ((level: Value) => Value)): Rejection | undefined {
    const { tape } = this;
    return this.#write(path, true, (level, segment) => {
      const isArray = tape.kind(level) === ARRAY;
      if (isArray && segment.each) {
        for (let cursor = firstElement(tape, level); cursor !== END; cursor = nextElement(tape, level, cursor))
          replaceAt(tape, cursor, at(level));
      } else if (isArray) {
        const cursor = findElement(tape, level, segment.index);
        if (cursor === END) return pastTheEnd(path, segment);
        replaceAt(tape, cursor, at(level));
      } else setMember(tape, level, segment.key, at(level));
      return undefined;
    });

    function at(level: Value): Value {
      return typeof value === 'number' ? value : value(level);
    }
  }

  /** Appends a property of the document itself that is not there yet; false when it is, or the path means something else. */
  addProperty({ segments }: Path, value: Value): boolean {
    const { tape } = this;
    const segment = segments[0];
    if (segment === undefined || segments.length > 1 || segment.each || tape.kind(this.root) !== OBJECT) return false;
    if (findMember(tape, this.root, segment.key) !== END) return false;
    this.root = editable(tape, this.root);
    insertMember(tape, this.root, END, keyEntry(tape, segment.key), value);
    return true;
  }

  /** Takes away what stands at a path; returns how many values went. */
  remove(path: Path): number {
    const { tape } = this;
    let count = 0;
    this.#write(path, false, (level, segment) => {
      if (tape.kind(level) !== ARRAY) count += removeMembers(tape, level, segment.key);
      else if (segment.each) {
        for (let cursor = firstElement(tape, level); cursor !== END; cursor = nextElement(tape, level, cursor)) {
          removeAt(tape, level, cursor);
          count++;
        }
      } else {
        const cursor = findElement(tape, level, segment.index);
        if (cursor !== END) {
          removeAt(tape, level, cursor);
          count++;
        }
      }
      return undefined;
    });
    return count;
  }

  /** Puts another value in the place of each value that a path means, each of a repeated key; `MISSING` leaves it. */
  replace(path: Path, value: (old: Value) => Value | Rejection): Rejection | undefined {
    const { tape } = this;
    return this.#write(path, false, (level, segment) => {
      const isArray = tape.kind(level) === ARRAY;
      const isOne = isArray ? !segment.each : !tape.hasDuplicateKeys;
      let cursor = !isOne
        ? firstMember(tape, level)
        : isArray
          ? findElement(tape, level, segment.index)
          : findMember(tape, level, segment.key);
      for (; cursor !== END; cursor = isOne ? END : nextMember(tape, level, cursor)) {
        if (!isOne && !isArray && !isKey(tape, keyAt(tape, cursor), segment.key)) continue;
        const answer = value(valueAt(tape, cursor));
        if (typeof answer !== 'number') return answer;
        if (answer !== MISSING) replaceAt(tape, cursor, answer);
      }
      return undefined;
    });
  }

  #write(path: Path, create: boolean, write: Parameters<typeof writeEach>[4]): Rejection | undefined {
    const written = writeEach(this.tape, this.root, path, create, write);
    this.root = written.root;
    return written.rejection;
  }
}
