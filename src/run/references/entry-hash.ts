/**
 * Under which 64 bits does a value stand in the index of a reference? Those of its text, so that 1 and "1" are neighbours
 * that only the last bits tell apart: what kind of value it is. So one index answers by value and by text.
 *
 * Numbers stand there by exact value, however they are written: as the print of their double where that says the same.
 * One whose text is something else (a double does not hold it, or has a shorter print that is another value) stands there
 * under its text as well, as `DIGITS`.
 */
import { decimalOf } from '../../document/decimal.ts';
import { sourceOf } from '../../document/decode.ts';
import { KeyBytes } from '../../document/key-bytes.ts';
import { KeyHash } from '../../document/key-hash.ts';
import { numberText } from '../../document/number.ts';
import { ARRAY, FALSE, NUMBER, OBJECT, STRING, SUSPECT, type Tape, TRUE, type Value } from '../../document/tape.ts';
import { ValueHash } from '../../document/value-hash.ts';

/** What the last bits of an entry say. */
export const KIND_BITS = 7;
const TEXT = 0;
const QUANTITY = 1;
const BOOLEAN = 2;
const LEVEL = 3;
export const DIGITS = 4;

const SEEDS = [0x3c6ef372, 0x1f83d9ab] as const;

export class EntryHash {
  high = 0;
  /** Its last bits are the kind. */
  low = 0;
  readonly #bytes = new KeyBytes(1 << 8, 'exact');
  readonly #hash = new KeyHash();
  readonly #level = new ValueHash(64);

  /** Under which a value is found by value; false for null, which is not looked up. */
  ofValue(tape: Tape, value: Value): boolean {
    switch (tape.kind(value)) {
      case STRING:
        this.#bytes.clear();
        this.#bytes.append(tape, value, 0);
        return this.#finish(TEXT);
      case NUMBER:
        return this.#text(exactText(tape, value), QUANTITY);
      case TRUE:
        return this.#text('true', BOOLEAN);
      case FALSE:
        return this.#text('false', BOOLEAN);
      case OBJECT:
      case ARRAY:
        this.#level.of(tape, value);
        this.high = this.#level.words[0]! >>> 0;
        this.low = ((this.#level.words[1]! & ~KIND_BITS) | LEVEL) >>> 0;
        return true;
      default:
        return false;
    }
  }

  /** Under which it is found by text, where that is something else. */
  ofDigits(tape: Tape, value: Value): boolean {
    if (tape.kind(value) !== NUMBER || !tape.is(value, SUSPECT)) return false;
    const text = numberText(sourceOf(tape, value));
    return text !== exactText(tape, value) && this.#text(text, DIGITS);
  }

  /** Under which all values with this text are found, but for the last bits; false where it has none. */
  ofText(tape: Tape, value: Value): boolean {
    const kind = tape.kind(value);
    if (kind === OBJECT || kind === ARRAY) return false;
    return this.ofDigits(tape, value) || this.ofValue(tape, value);
  }

  #text(text: string, kind: number): boolean {
    this.#bytes.clear();
    this.#bytes.text(text);
    return this.#finish(kind);
  }

  #finish(kind: number): true {
    const hash = this.#hash;
    hash.of(this.#bytes.words, 0, this.#bytes.length, SEEDS[0], SEEDS[1]);
    this.high = hash.high;
    this.low = ((hash.low & ~KIND_BITS) | kind) >>> 0;
    return true;
  }
}

/** The same for numbers of one exact value, and for no others. */
function exactText(tape: Tape, value: Value): string {
  const source = sourceOf(tape, value);
  const double = Number(source);
  const shortest = String(double);
  if (!tape.is(value, SUSPECT) || source === shortest) return shortest;
  const exact = decimalOf(source);
  return Number.isFinite(double) && exact === decimalOf(shortest) ? shortest : exact;
}
