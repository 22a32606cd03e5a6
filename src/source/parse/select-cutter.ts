/**
 * Which values stand in the array at this place of one large JSON value? Follows the path from key to key and from
 * element to element, passing over everything else without looking into it, and leaves the array itself to the cutter of
 * elements. It can stop at any byte; nothing is kept but the key that is being read.
 *
 * `VALUE` → what the path leads to · `FIRST`, `NEXT` → a member or an element · `KEY` → the rest of a key · `COLON` →
 * ":" · `MEMBER` → its value · `PASSING` → the rest of a value that is not meant · `BEHIND` → "," or the end · `CHOSEN` →
 * the array · `AROUND` → the end of everything around it · `AFTER` → white space only.
 */
import type { Buffer } from 'node:buffer';
import type { Path } from '../../document/path.ts';
import { isBlank, isMark, kindBeginning } from './bytes.ts';
import type { Cutter } from './cutter.ts';
import { ElementCutter } from './element-cutter.ts';
import { KeyNames } from './key-names.ts';
import { LONGEST_KEY, nameOf } from './key-text.ts';
import type { RecordList } from './record-list.ts';
import {
  brokenAround,
  cutOff,
  noSuchElement,
  noSuchKey,
  objectInstead,
  otherKind,
  selectedTwice,
} from './select-text.ts';
import { ValuePass } from './value-pass.ts';

type State =
  | 'VALUE'
  | 'FIRST'
  | 'NEXT'
  | 'KEY'
  | 'COLON'
  | 'MEMBER'
  | 'PASSING'
  | 'BEHIND'
  | 'CHOSEN'
  | 'AROUND'
  | 'AFTER';

/** States that go on within a value, where white space is part of it. */
const INSIDE: ReadonlySet<State> = new Set<State>(['KEY', 'PASSING', 'AROUND']);

export class SelectCutter implements Cutter {
  readonly line = undefined;
  readonly format = 'object';
  isBroken = false;
  readonly #source: string;
  readonly #path: Path;
  readonly #maxDocument: number;
  readonly #pass = new ValuePass();
  #state: State = 'VALUE';
  #line = 1;
  /** How many segments of the path have been followed; what is looked through now is the object or array there. */
  #depth = 0;
  #isArray = false;
  /** Of the object that is looked through, for people. */
  #keys = new KeyNames();
  /** Elements of the array that have begun. */
  #count = 0;
  /** Whether what comes is what the path means. */
  #isMeant = false;
  /** Whether the array has been read already. */
  #isDone = false;
  /** How much of a key that goes on has been scanned; -1 where it is too long to be kept. */
  #scanned = 0;
  #elements: ElementCutter | undefined;

  /** @param path without a star */
  constructor(source: string, path: Path, maxDocument: number) {
    this.#source = source;
    this.#path = path;
    this.#maxDocument = maxDocument;
  }

  cut(bytes: Buffer, from: number, length: number, atEnd: boolean, records: RecordList): number {
    let position = from;
    for (;;) {
      if (this.#state === 'CHOSEN') {
        position = this.#cutElements(bytes, position, length, atEnd, records);
        if (this.#elements !== undefined || records.broken !== undefined) return position;
      }
      bytes[length] = 34;
      if (!INSIDE.has(this.#state)) position = this.#passBlanks(bytes, position, length);
      const end = position === length ? -1 : this.#step(bytes, position, length);
      if (this.isBroken) return this.#breakHere(bytes, position, length, records);
      if (end < 0) {
        if (atEnd) return this.#end(bytes, length, records);
        return this.#state === 'KEY' && this.#scanned >= 0 ? position : length;
      }
      position = end;
    }
  }

  #cutElements(bytes: Buffer, from: number, length: number, atEnd: boolean, records: RecordList): number {
    const elements = this.#elements!;
    const position = elements.cut(bytes, from, length, atEnd, records);
    this.isBroken = elements.isBroken;
    if (!elements.isAtEnd) return position;
    this.#line = elements.lineReached;
    this.#elements = undefined;
    this.#isDone = true;
    this.#isMeant = false;
    this.#state = this.#depth === 0 ? 'AFTER' : 'BEHIND';
    if (this.#depth > 0) this.#depth--;
    return position;
  }

  #passBlanks(bytes: Buffer, from: number, length: number): number {
    let position = from;
    for (; position < length && isBlank(bytes[position]!); position++) if (bytes[position] === 10) this.#line++;
    return position;
  }

  /** Takes what stands at `position`; where it ends, or -1 when it goes on behind `length`. */
  #step(bytes: Buffer, position: number, length: number): number {
    const byte = bytes[position]!;
    switch (this.#state) {
      case 'VALUE':
        return this.#enter(byte, position);
      case 'FIRST':
      case 'NEXT':
        if (byte === this.#close && this.#state === 'FIRST') return this.#leave(position);
        if (this.#isArray) return this.#beginElement(byte, position);
        if (byte !== 34) return this.#refuse();
        this.#beginPassing(byte, 'KEY');
        return position;
      case 'KEY':
        return this.#takeKey(bytes, position, length);
      case 'COLON':
        if (byte !== 58) return this.#refuse();
        this.#state = 'MEMBER';
        return position + 1;
      case 'MEMBER':
        if (isMark(byte)) return this.#refuse();
        if (byte === 91) this.#keys.isArray();
        this.#beginValue(byte);
        return position;
      case 'PASSING':
      case 'AROUND':
        return this.#passOver(bytes, position, length);
      case 'BEHIND':
        if (byte === this.#close) return this.#leave(position);
        if (byte !== 44) return this.#refuse();
        this.#state = 'NEXT';
        return position + 1;
      case 'CHOSEN':
      case 'AFTER':
        break;
    }
    // Nothing may stand behind everything.
    return this.#refuse();
  }

  /** The value that the path leads to, so far. */
  #enter(byte: number, position: number): number {
    const segment = this.#path.segments[this.#depth];
    const kind = kindBeginning(byte);
    if (segment === undefined && byte === 91) {
      this.#elements = new ElementCutter('array', this.#maxDocument, { line: this.#line, isPart: true });
      this.#state = 'CHOSEN';
      return position;
    }
    this.#isArray = byte === 91;
    if (byte !== 123 && !(byte === 91 && segment !== undefined && segment.index >= 0))
      throw otherKind(this.#source, this.#path, this.#depth, kind);
    this.#keys = new KeyNames();
    this.#count = 0;
    this.#state = 'FIRST';
    return position + 1;
  }

  #beginElement(byte: number, position: number): number {
    if (isMark(byte)) return this.#refuse();
    this.#isMeant = this.#count === this.#path.segments[this.#depth]!.index;
    this.#count++;
    this.#beginValue(byte);
    return position;
  }

  #takeKey(bytes: Buffer, from: number, length: number): number {
    const isKept = this.#scanned >= 0;
    const end = this.#pass.pass(bytes, from + Math.max(0, this.#scanned), length);
    if (end < 0) {
      this.#scanned = isKept && length - from <= LONGEST_KEY ? length - from : -1;
      return -1;
    }
    const name = isKept && end - from <= LONGEST_KEY ? nameOf(bytes.subarray(from, end)) : undefined;
    this.#line += this.#pass.newlines;
    this.#scanned = 0;
    this.#keys.add(name ?? '…');
    this.#isMeant = name === this.#path.segments[this.#depth]?.key.name;
    this.#state = 'COLON';
    return end;
  }

  /** The value of a member, or an element. */
  #beginValue(byte: number): void {
    if (!this.#isMeant) this.#beginPassing(byte, 'PASSING');
    else if (this.#isDone) this.#refuse();
    else {
      this.#depth++;
      this.#state = 'VALUE';
    }
  }

  #beginPassing(byte: number, state: 'KEY' | 'PASSING'): void {
    this.#pass.begin(byte);
    this.#state = state;
  }

  #passOver(bytes: Buffer, from: number, length: number): number {
    const end = this.#pass.pass(bytes, from, length);
    if (end < 0) return -1;
    this.#line += this.#pass.newlines;
    this.#state = this.#state === 'AROUND' ? 'AFTER' : 'BEHIND';
    return end;
  }

  /** The object or array that is looked through ends at `position`. */
  #leave(position: number): number {
    const at = [this.#source, this.#path, this.#depth] as const;
    if (this.#depth === this.#path.segments.length) throw objectInstead(this.#source, this.#path, this.#keys);
    if (!this.#isDone) throw this.#isArray ? noSuchElement(...at, this.#count) : noSuchKey(...at, this.#keys);
    this.#pass.beginInside(this.#depth);
    this.#state = this.#depth === 0 ? 'AFTER' : 'AROUND';
    return position + 1;
  }

  get #close(): number {
    return this.#isArray ? 93 : 125;
  }

  #refuse(): number {
    this.isBroken = true;
    return -1;
  }

  #breakHere(bytes: Buffer, position: number, length: number, records: RecordList): number {
    const found = bytes.toString('latin1', position, Math.min(length, position + 2));
    const state = this.#state as Parameters<typeof brokenAround>[0];
    const message = this.#isMeant && this.#isDone ? selectedTwice(this.#path) : brokenAround(state, found);
    records.break(bytes, position, length, this.#line, message);
    return length;
  }

  #end(bytes: Buffer, length: number, records: RecordList): number {
    if (this.#state === 'AFTER') return length;
    this.isBroken = true;
    records.break(bytes, length, length, this.#line, cutOff(this.#path, this.#isDone));
    return length;
  }
}
