/**
 * Which values stand in this array, or one after the other in this file? Cuts the elements of one array, a single object
 * over many lines, or any number of values out of their text without looking into them. What is wrong with a value is
 * the tokenizer's to say; what is wrong between values breaks the rest of the file, since nobody knows any more what
 * belongs to what.
 *
 * `BEFORE` → "[" · `FIRST` → an element or "]" · `NEXT` → an element · `ONLY` → the object · `BETWEEN` → a value or the
 * end · `INSIDE`, `SCALAR` → the rest of one · `BEHIND` → "," or "]" · `AFTER_ARRAY`, `AFTER_OBJECT` → white space only.
 */
import type { Buffer } from 'node:buffer';
import type { Position } from '../../document/position.ts';
import type { SourceFormat } from '../../plan/plan.ts';
import { endsScalar, isMark } from './bytes.ts';
import type { Cutter } from './cutter.ts';
import type { RecordList } from './record-list.ts';
import { tooLarge } from './too-large.ts';
import { foundBetween, foundEnd, type Place } from './unexpected.ts';
import { ValueScan } from './value-scan.ts';

type State = Place | 'INSIDE' | 'SCALAR';

/** An array's elements, the file's one object, or values one after the other. */
type Kind = 'array' | 'object' | 'concatenated';

interface Beginning {
  /** Number of the line on which it begins. @default 1 */
  readonly line?: number;
  /** Values that have been cut before. @default 0 */
  readonly count?: number;
  /** Whether the array is part of another value, which goes on behind it. @default false */
  readonly isPart?: boolean;
}

export class ElementCutter implements Cutter {
  isBroken = false;
  readonly #kind: Kind;
  readonly #maxDocument: number;
  readonly #isPart: boolean;
  readonly #scan = new ValueScan();
  #state: State;
  /** Number of the line that is scanned, and of the one on which the element starts. */
  #line: number;
  #elementLine = 1;
  /** How much of the incomplete element has been scanned. */
  #scanned = 0;
  /** Whether the element is too large and its rest is passed over. */
  #skipping = false;
  /** Values that have begun. */
  #count: number;

  constructor(kind: Kind, maxDocument: number, { line = 1, count = 0, isPart = false }: Beginning = {}) {
    this.#kind = kind;
    this.#maxDocument = maxDocument;
    this.#isPart = isPart;
    this.#state = STARTS[kind];
    this.#line = line;
    this.#count = count;
  }

  /** Only values one after the other can be entered in the middle. */
  get line(): number | undefined {
    if (this.#kind !== 'concatenated' || this.#skipping || this.isBroken) return undefined;
    return this.#isInElement() ? this.#elementLine : this.#line;
  }

  /** Number of the line up to which it has come. */
  get lineReached(): number {
    return this.#line;
  }

  get format(): SourceFormat {
    return this.#kind === 'concatenated' && this.#count === 1 ? 'object' : this.#kind;
  }

  /** Whether an array that is part of another value has come to its end. */
  get isAtEnd(): boolean {
    return this.#isPart && this.#state === 'AFTER_ARRAY';
  }

  entering({ line, index }: Position): Cutter {
    return new ElementCutter(this.#kind, this.#maxDocument, { line: line!, count: index });
  }

  cut(bytes: Buffer, from: number, length: number, atEnd: boolean, records: RecordList): number {
    // The sentinel that ends every loop over strings.
    bytes[length] = 34;
    let start = from;
    let position = from + this.#scanned;
    this.#scanned = 0;
    for (;;) {
      if (!this.#isInElement()) {
        if (this.isAtEnd) return position;
        position = this.#passBlanks(bytes, position, length);
        if (position === length) return atEnd ? this.#endBetween(bytes, length, records) : length;
        start = position;
        if (!this.#step(bytes[position]!)) return this.#breakBetween(bytes, position, length, records);
        if (!this.#isInElement()) {
          // It was a comma or a bracket of the array.
          position++;
          continue;
        }
      }
      const end = this.#endOfElement(bytes, position, length, atEnd);
      if (end < 0) return this.#incomplete(bytes, start, length, atEnd, records);
      this.#state = BEHIND[this.#kind];
      position = end;
      const skipped = this.#skipping;
      this.#skipping = false;
      if (skipped) continue;
      if (end - start > this.#maxDocument) {
        records.break(bytes, start, end, this.#elementLine, tooLarge(this.#what, this.#maxDocument));
        return position;
      }
      records.add(start, end, this.#elementLine);
    }
  }

  /** What messages call the value. */
  get #what(): 'element' | 'object' | 'value' {
    if (this.#kind === 'array') return 'element';
    return this.format === 'object' ? 'object' : 'value';
  }

  #isInElement(): boolean {
    return this.#state === 'INSIDE' || this.#state === 'SCALAR';
  }

  #passBlanks(bytes: Buffer, from: number, length: number): number {
    let position = from;
    for (; position < length; position++) {
      const byte = bytes[position]!;
      if (byte === 10) this.#line++;
      else if (byte !== 32 && byte !== 13 && byte !== 9) break;
    }
    return position;
  }

  /** What the first byte behind white space means; false when it may not stand there. */
  #step(byte: number): boolean {
    const state = this.#state;
    if (state === 'BEFORE' && byte === 91) this.#state = 'FIRST';
    else if (state === 'BEHIND' && byte === 44) this.#state = 'NEXT';
    else if ((state === 'BEHIND' || state === 'FIRST') && byte === 93) this.#state = 'AFTER_ARRAY';
    else if (MAY_BEGIN.has(state) && !isMark(byte)) this.#begin(byte);
    else return false;
    return true;
  }

  #begin(byte: number): void {
    this.#count++;
    this.#elementLine = this.#line;
    this.#scan.begin();
    this.#state = byte === 123 || byte === 91 || byte === 34 ? 'INSIDE' : 'SCALAR';
  }

  /** The position behind the element's last byte, -1 when it is not there yet. */
  #endOfElement(bytes: Buffer, from: number, length: number, atEnd: boolean): number {
    if (this.#state === 'INSIDE') {
      const end = this.#scan.scan(bytes, from, length);
      if (end >= 0) this.#line += this.#scan.newlines;
      return end;
    }
    let position = from;
    while (position < length && !endsScalar(bytes[position]!)) position++;
    return position === length && !atEnd ? -1 : position;
  }

  /** The element goes on behind `length`: its beginning is kept unless it is too large already. */
  #incomplete(bytes: Buffer, start: number, length: number, atEnd: boolean, records: RecordList): number {
    if (this.#skipping) return length;
    if (length - start > this.#maxDocument) {
      this.#skipping = true;
      records.break(bytes, start, length, this.#elementLine, tooLarge(this.#what, this.#maxDocument));
      return length;
    }
    if (atEnd) {
      this.isBroken = true;
      records.break(bytes, start, length, this.#elementLine, foundEnd(this.#what));
      return length;
    }
    this.#scanned = length - start;
    return start;
  }

  #endBetween(bytes: Buffer, length: number, records: RecordList): number {
    const state = this.#state as Place;
    if (state === 'AFTER_ARRAY' || state === 'AFTER_OBJECT' || state === 'BETWEEN') return length;
    this.isBroken = true;
    records.break(bytes, length, length, this.#line, foundBetween(state, undefined));
    return length;
  }

  #breakBetween(bytes: Buffer, position: number, length: number, records: RecordList): number {
    this.isBroken = true;
    const found = bytes.toString('latin1', position, Math.min(length, position + 2));
    records.break(bytes, position, length, this.#line, foundBetween(this.#state as Place, found));
    return length;
  }
}

const STARTS = { array: 'BEFORE', object: 'ONLY', concatenated: 'BETWEEN' } as const;
const BEHIND = { array: 'BEHIND', object: 'AFTER_OBJECT', concatenated: 'BETWEEN' } as const;
const MAY_BEGIN: ReadonlySet<State> = new Set<State>(['FIRST', 'NEXT', 'ONLY', 'BETWEEN']);
