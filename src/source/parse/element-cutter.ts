/**
 * Which values stand in this array, or which one in this file? Cuts the elements of one array, or a single object over
 * many lines, out of their text without looking into them. What is wrong with an element is the tokenizer's to say; what
 * is wrong between elements breaks the rest of the file, since nobody knows any more what belongs to what.
 *
 * `FIRST` → an element or "]" · `NEXT` → an element · `INSIDE`, `SCALAR` → the rest of one · `BEHIND` → "," or "]" ·
 * `AFTER` → white space only.
 */
import type { Buffer } from 'node:buffer';
import type { Cutter } from './cutter.ts';
import type { RecordList } from './record-list.ts';
import { tooLarge } from './too-large.ts';
import { foundBetween, foundEnd, type Place } from './unexpected.ts';
import { ValueScan } from './value-scan.ts';

type State = Place | 'BEFORE' | 'INSIDE' | 'SCALAR';

export class ElementCutter implements Cutter {
  readonly line = undefined;
  isBroken = false;
  readonly #what: 'element' | 'object';
  readonly #maxDocument: number;
  readonly #scan = new ValueScan();
  #state: State;
  /** Number of the line that is scanned, and of the one on which the element starts. */
  #line = 1;
  #elementLine = 1;
  /** How much of the incomplete element has been scanned. */
  #scanned = 0;
  /** Whether the element is too large and its rest is passed over. */
  #skipping = false;

  /** @param what an array's `element`, or the file's one `object`. */
  constructor(what: 'element' | 'object', maxDocument: number) {
    this.#what = what;
    this.#maxDocument = maxDocument;
    this.#state = what === 'element' ? 'BEFORE' : 'ONLY';
  }

  cut(bytes: Buffer, from: number, length: number, atEnd: boolean, records: RecordList): number {
    // The sentinel that ends every loop over strings.
    bytes[length] = 34;
    let start = from;
    let position = from + this.#scanned;
    this.#scanned = 0;
    for (;;) {
      if (!this.#isInElement()) {
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
      this.#state = this.#what === 'element' ? 'BEHIND' : 'AFTER_OBJECT';
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
    if (state === 'BEFORE') this.#state = 'FIRST';
    else if (state === 'BEHIND' && byte === 44) this.#state = 'NEXT';
    else if ((state === 'BEHIND' || state === 'FIRST') && byte === 93) this.#state = 'AFTER_ARRAY';
    else if (state !== 'BEHIND' && state !== 'AFTER_ARRAY' && state !== 'AFTER_OBJECT' && !isMark(byte))
      this.#begin(byte);
    else return false;
    return true;
  }

  #begin(byte: number): void {
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
    while (position < length && bytes[position]! > 32 && !isMark(bytes[position]!)) position++;
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
    if (state === 'AFTER_ARRAY' || state === 'AFTER_OBJECT') return length;
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

/** A comma, a colon, a bracket that closes or a comment's slash: nothing that begins a value, and the end of a bare one. */
function isMark(byte: number): boolean {
  return byte === 44 || byte === 58 || byte === 93 || byte === 125 || byte === 47;
}
