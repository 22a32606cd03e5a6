/**
 * Which lines are records? NDJSON ends a record at byte 10 and nowhere else (U+2028 in a string is text), so that the
 * runtime's search finds the ends. White space around a record, a CR above all, is not part of it; blank lines are none.
 */
import type { Buffer } from 'node:buffer';
import type { Position } from '../../document/position.ts';
import { isBlank } from './bytes.ts';
import type { Cutter } from './cutter.ts';
import type { RecordList } from './record-list.ts';
import { tooLarge } from './too-large.ts';

export class LineCutter implements Cutter {
  readonly isBroken = false;
  readonly format = 'ndjson';
  readonly #maxDocument: number;
  /** Number of the line that is cut next. */
  #line: number;
  /** How far its end has been looked for in vain. */
  #searched = 0;
  /** Whether the line is too long and its rest is passed over. */
  #skipping = false;

  /** @param line number of the first line */
  constructor(maxDocument: number, line: number = 1) {
    this.#maxDocument = maxDocument;
    this.#line = line;
  }

  get line(): number | undefined {
    return this.#skipping ? undefined : this.#line;
  }

  entering({ line }: Position): Cutter {
    return new LineCutter(this.#maxDocument, line);
  }

  cut(bytes: Buffer, from: number, length: number, atEnd: boolean, records: RecordList): number {
    const maxDocument = this.#maxDocument;
    bytes[length] = 10;
    let start = from;
    let search = from + this.#searched;
    this.#searched = 0;
    while (start < length) {
      const end = bytes.indexOf(10, search);
      if (end === length && !atEnd) return this.#incomplete(bytes, start, length, records);
      let first = start;
      let last = end;
      while (first < last && isBlank(bytes[last - 1]!)) last--;
      while (first < last && isBlank(bytes[first]!)) first++;
      const line = this.#line++;
      const skipped = this.#skipping;
      this.#skipping = false;
      start = Math.min(end + 1, length);
      search = start;
      if (first === last || skipped) continue;
      if (last - first > maxDocument) {
        records.break(bytes, first, last, line, tooLarge('line', maxDocument));
        return start;
      }
      records.add(first, last, line);
    }
    return start;
  }

  /** The last line goes on behind `length`: its beginning is kept unless it is too long already. */
  #incomplete(bytes: Buffer, start: number, length: number, records: RecordList): number {
    if (!this.#skipping && length - start <= this.#maxDocument + 1) {
      this.#searched = length - start;
      return start;
    }
    if (!this.#skipping) records.break(bytes, start, length, this.#line, tooLarge('line', this.#maxDocument));
    this.#skipping = true;
    return length;
  }
}
