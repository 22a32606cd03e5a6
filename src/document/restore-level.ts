/**
 * Which member of an object or array is being restored, and which one was it made of? Members are taken in the order of
 * the plain value. As long as they come in the order of the original, and unchanged, nothing need be written.
 */
import { textOf } from './decode.ts';
import { elementAt, firstElement, firstMember, keyAt, nextElement, nextMember, valueAt } from './members.ts';
import type { OutputBuffer } from './output-buffer.ts';
import { type Cursor, EDITED, END, ESCAPED, MISSING, type Tape, type Value } from './tape.ts';
import { writeText } from './wire-text.ts';

/** From so many levels on it is worth asking whether an object holds itself. */
export const CYCLE_FROM = 1000;

export interface Level {
  /** The plain object or array. */
  readonly holder: object;
  readonly isArray: boolean;
  /** What it was made of, an object or array as well; `MISSING` when it is new. */
  readonly original: Value;
  /** The index of the current member in the plain value; -1 before the first. */
  readonly at: number;
  readonly name: string;
  readonly value: unknown;
  /** What the current member was made of; `MISSING` when it is new. */
  readonly old: Value;
  /** Members that are done. */
  count: number;
  /** Whether its text has begun. */
  readonly isWritten: boolean;
  /** Whether the members so far are those of the original, from its first one on. */
  readonly isInOrder: boolean;
  /** At the end: whether it is the original. */
  readonly isUnchanged: boolean;
  /** Goes to the next member; false at the end. */
  next(): boolean;
  /** Begins its text, with the unchanged members so far. */
  begin(output: OutputBuffer): void;
  /** Writes what stands before the value of the current member. */
  writeName(output: OutputBuffer): void;
  /** Writes all values of a repeated key, the current one, as they were; false when it is not repeated. */
  writeRepeats(output: OutputBuffer): boolean;
}

export function levelOf(tape: Tape, holder: object, original: Value): Level {
  return Array.isArray(holder) ? new ArrayLevel(tape, holder, original) : new ObjectLevel(tape, holder, original);
}

class ArrayLevel implements Level {
  readonly holder: readonly unknown[];
  readonly isArray = true;
  readonly original: Value;
  readonly isInOrder = true;
  at = -1;
  value: unknown;
  old: Value = MISSING;
  count = 0;
  isWritten = false;
  readonly #tape: Tape;
  #cursor: Cursor;

  constructor(tape: Tape, holder: readonly unknown[], original: Value) {
    this.holder = holder;
    this.original = original;
    this.#tape = tape;
    this.#cursor = original === MISSING ? END : firstElement(tape, original);
  }

  get name(): string {
    return String(this.at);
  }

  get isUnchanged(): boolean {
    return this.original !== MISSING && !this.isWritten && this.#cursor === END;
  }

  next(): boolean {
    if (++this.at >= this.holder.length) return false;
    this.value = this.holder[this.at];
    const cursor = this.#cursor;
    this.old = cursor === END ? MISSING : elementAt(this.#tape, cursor);
    if (cursor !== END) this.#cursor = nextElement(this.#tape, this.original, cursor);
    return true;
  }

  begin(output: OutputBuffer): void {
    beginText(this.#tape, this, output);
    this.isWritten = true;
  }

  writeName(output: OutputBuffer): void {
    if (this.count > 0) output.byte(COMMA);
  }

  writeRepeats(): boolean {
    return false;
  }
}

class ObjectLevel implements Level {
  readonly holder: object;
  readonly isArray = false;
  readonly original: Value;
  isInOrder = true;
  at = -1;
  name = '';
  value: unknown;
  old: Value = MISSING;
  count = 0;
  isWritten = false;
  readonly #tape: Tape;
  readonly #names: readonly string[];
  /** The member of the original that should come next, while names come in the order of its text. */
  #cursor: Cursor;
  /** Those that the current member was made of; several of a repeated key. */
  #cursors: readonly Cursor[] = [];
  /** The members of the original by name, in the order in which JavaScript walks them; once it is needed. */
  #members: ReadonlyMap<string, readonly Cursor[]> | undefined;
  #order: readonly string[] = [];

  constructor(tape: Tape, holder: object, original: Value) {
    this.holder = holder;
    this.original = original;
    this.#tape = tape;
    this.#names = Object.keys(holder);
    this.#cursor = original === MISSING ? END : firstMember(tape, original);
  }

  get isUnchanged(): boolean {
    if (this.original === MISSING || this.isWritten || !this.isInOrder) return false;
    return this.#members === undefined ? this.#cursor === END : this.count === this.#order.length;
  }

  /** A member that is undefined is not there. */
  next(): boolean {
    do {
      if (++this.at >= this.#names.length) return false;
      this.name = this.#names[this.at]!;
      this.value = (this.holder as Readonly<Record<string, unknown>>)[this.name];
    } while (this.value === undefined);
    if (this.original !== MISSING) this.#find();
    return true;
  }

  begin(output: OutputBuffer): void {
    if (this.#members === undefined) beginText(this.#tape, this, output);
    else {
      output.byte(123);
      for (let i = 0; i < this.count; i++) {
        const cursors = this.#members.get(this.#order[i]!)!;
        for (const [k, cursor] of cursors.entries()) {
          if (i + k > 0) output.byte(COMMA);
          writeMember(this.#tape, cursor, output);
        }
      }
    }
    this.isWritten = true;
  }

  writeName(output: OutputBuffer): void {
    if (this.count > 0) output.byte(COMMA);
    const first = this.#cursors[0];
    if (first === undefined) output.text(JSON.stringify(this.name));
    else copyKey(this.#tape, first, output);
    output.byte(COLON);
  }

  writeRepeats(output: OutputBuffer): boolean {
    if (this.#cursors.length < 2) return false;
    for (const [i, cursor] of this.#cursors.entries()) {
      if (i > 0) {
        output.byte(COMMA);
        writeMember(this.#tape, cursor, output);
      } else writeText(this.#tape, valueAt(this.#tape, cursor), output);
    }
    this.count++;
    return true;
  }

  /** Finds what the current member was made of. */
  #find(): void {
    const tape = this.#tape;
    const cursor = this.#cursor;
    if (this.#members === undefined && !tape.hasDuplicateKeys) {
      if (cursor === END) {
        // Behind all members of the original, which came in their order, there are only new ones.
        this.#cursors = [];
        this.old = MISSING;
        this.isInOrder = false;
        return;
      }
      if (isNamed(tape, keyAt(tape, cursor), this.name)) {
        this.#cursors = [cursor];
        this.old = valueAt(tape, cursor);
        this.#cursor = nextMember(tape, this.original, cursor);
        return;
      }
    }
    this.#members ??= this.#allMembers();
    this.#cursors = this.#members.get(this.name) ?? [];
    const last = this.#cursors.at(-1);
    this.old = last === undefined ? MISSING : valueAt(tape, last);
    this.isInOrder &&= this.#order[this.count] === this.name;
  }

  #allMembers(): ReadonlyMap<string, readonly Cursor[]> {
    const members = new Map<string, Cursor[]>();
    const tape = this.#tape;
    for (let at = firstMember(tape, this.original); at !== END; at = nextMember(tape, this.original, at)) {
      const name = textOf(tape, keyAt(tape, at));
      const cursors = members.get(name);
      if (cursors === undefined) members.set(name, [at]);
      else cursors.push(at);
    }
    const inText = [...members.keys()];
    this.#order = inText.some(isIndexLike) ? inScriptOrder(inText) : inText;
    // What is done already was done in the order of the text.
    for (let i = 0; i < this.count; i++) this.isInOrder &&= this.#order[i] === inText[i];
    // Then it is written as far as it is in order, which it is no more.
    if (!this.isInOrder) this.#order = inText;
    return members;
  }
}

/** The beginning of an object or array with the unchanged members so far, which are the first ones of the original. */
function beginText(tape: Tape, { original, count, isArray }: Level, output: OutputBuffer): void {
  output.byte(isArray ? 91 : 123);
  if (count === 0) return;
  let cursor = firstMember(tape, original);
  const first = cursor;
  for (let i = 1; i < count; i++) cursor = (isArray ? nextElement : nextMember)(tape, original, cursor);
  if (!tape.is(original, EDITED)) {
    const last = isArray ? elementAt(tape, cursor) : valueAt(tape, cursor);
    output.copy(tape.bytesOf(original), tape.start(first), tape.end(last));
    return;
  }
  let at = first;
  for (let i = 0; i < count; i++) {
    if (i > 0) output.byte(COMMA);
    if (isArray) writeText(tape, elementAt(tape, at), output);
    else writeMember(tape, at, output);
    at = (isArray ? nextElement : nextMember)(tape, original, at);
  }
}

function writeMember(tape: Tape, cursor: Cursor, output: OutputBuffer): void {
  copyKey(tape, cursor, output);
  output.byte(COLON);
  writeText(tape, valueAt(tape, cursor), output);
}

function copyKey(tape: Tape, cursor: Cursor, output: OutputBuffer): void {
  const key = keyAt(tape, cursor);
  output.copy(tape.bytesOf(key), tape.start(key), tape.end(key));
}

function isNamed(tape: Tape, key: Value, name: string): boolean {
  if (tape.is(key, ESCAPED)) return textOf(tape, key) === name;
  const start = tape.start(key) + 1;
  const length = tape.end(key) - 1 - start;
  // UTF-8 is never shorter than UTF-16.
  if (length < name.length) return false;
  const bytes = tape.bytesOf(key);
  for (let i = 0; i < name.length; i++) {
    const unit = name.charCodeAt(i);
    if (unit > 127) return textOf(tape, key) === name;
    if (bytes[start + i] !== unit) return false;
  }
  return length === name.length;
}

function isIndexLike(name: string): boolean {
  return /^\d+$/.test(name);
}

/** JavaScript walks names that are indexes first. */
function inScriptOrder(names: readonly string[]): readonly string[] {
  const object: Record<string, true> = Object.create(null) as Record<string, true>;
  for (const name of names) object[name] = true;
  return Object.keys(object);
}

const COMMA = 44;
const COLON = 58;
