/**
 * Where does this object or array end? Looks at nothing but strings and brackets, so that it is fast and can stop at any
 * byte and go on with the next buffer. Whether what lies between is JSON is for the tokenizer to say.
 */
import type { Buffer } from 'node:buffer';
import { skipPlain, viewOf } from '../../document/plain-text.ts';

export class ValueScan {
  /** Brackets that are open. */
  depth = 0;
  /** Newlines that have been met since the last `begin`. */
  newlines = 0;
  isInString = false;
  #isEscaped = false;

  /** Forgets what was before; the next byte to scan is a bracket or a quote. */
  begin(): void {
    this.depth = 0;
    this.newlines = 0;
    this.isInString = false;
    this.#isEscaped = false;
  }

  /**
   * Goes on at `position`. `bytes[length]` must be a quote, as a sentinel.
   * @returns the position behind the value's last byte, or -1 when it is not complete at `length`.
   */
  scan(bytes: Buffer, from: number, length: number): number {
    let position = from;
    let { depth, newlines, isInString } = this;
    if (this.#isEscaped && position < length) {
      this.#isEscaped = false;
      if (bytes[position] === 34 || bytes[position] === 92) position++;
    }
    // Comparisons of the byte are faster here than a look at a table of what it means.
    const view = viewOf(bytes);
    let byte: number;
    for (;;) {
      while (isInString) {
        position = skipPlain(view, position, length - 4);
        byte = bytes[position]!;
        while (byte !== 34 && byte !== 92 && byte !== 10) byte = bytes[++position]!;
        if (position >= length) return this.#pause(depth, newlines, isInString, -1);
        position++;
        if (byte === 34) {
          isInString = false;
          if (depth === 0) return this.#pause(depth, newlines, isInString, position);
        } else if (byte === 10) newlines++;
        else if (position === length) this.#isEscaped = true;
        else if (bytes[position] === 34 || bytes[position] === 92) position++;
      }
      byte = bytes[position]!;
      // `| 32` turns "[" into "{" and "]" into "}".
      while (byte !== 34 && (byte | 32) !== 123 && (byte | 32) !== 125 && byte !== 10) byte = bytes[++position]!;
      if (position >= length) return this.#pause(depth, newlines, isInString, -1);
      position++;
      if (byte === 34) isInString = true;
      else if (byte === 10) newlines++;
      else if ((byte | 32) === 123) depth++;
      else if (--depth === 0) return this.#pause(depth, newlines, isInString, position);
    }
  }

  #pause(depth: number, newlines: number, isInString: boolean, answer: number): number {
    this.depth = depth;
    this.newlines = newlines;
    this.isInString = isInString;
    return answer;
  }
}
