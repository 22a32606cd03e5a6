/**
 * Which of two values is newer or larger? Where a plan orders by a path, what cannot be compared comes first, then text
 * by code unit, then numbers by exact value, then ISO 8601 times as instants.
 */
import { compareDecimals } from './decimal.ts';
import { sourceOf, textOf } from './decode.ts';
import { ESCAPED, MISSING, NUMBER, STRING, SUSPECT, type Tape, type Value } from './tape.ts';
import { type Instant, parseTime, timeIn } from './time.ts';

/** A value taken off its tape, so that it can be kept and compared. */
export interface OrderValue {
  readonly rank: typeof NOT_COMPARABLE | typeof TEXT | typeof QUANTITY | typeof TIME;
  /** The double of a number, the milliseconds of a time. */
  readonly number: number;
  /** The text; the digits of a number that a double may not hold; what a time has below its milliseconds. */
  readonly text: string;
}

/** Missing values, null, booleans, objects and arrays. */
export const NOT_COMPARABLE = 0;
const TEXT = 1;
const QUANTITY = 2;
/** An ISO 8601 time. */
export const TIME = 3;

const NOTHING: OrderValue = { rank: NOT_COMPARABLE, number: 0, text: '' };

/** `MISSING` is a value too: it compares as what has none. */
export function orderValue(tape: Tape, value: Value): OrderValue {
  if (value === MISSING) return NOTHING;
  const kind = tape.kind(value);
  if (kind === NUMBER) {
    const source = sourceOf(tape, value);
    return { rank: QUANTITY, number: Number(source), text: tape.is(value, SUSPECT) ? source : '' };
  }
  if (kind !== STRING) return NOTHING;
  if (!tape.is(value, ESCAPED)) {
    const instant = timeIn(tape.bytesOf(value), tape.start(value) + 1, tape.end(value) - 1);
    return instant === undefined ? { rank: TEXT, number: 0, text: textOf(tape, value) } : timeOf(instant);
  }
  const text = textOf(tape, value);
  const instant = parseTime(text);
  return instant === undefined ? { rank: TEXT, number: 0, text } : timeOf(instant);
}

/** Negative, zero or positive, as the first value comes before, with or after the second one. */
export function compareOrder(a: OrderValue, b: OrderValue): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.number !== b.number) return a.number < b.number ? -1 : 1;
  if (a.text === b.text) return 0;
  // Doubles that are equal may stand for different numbers.
  if (a.rank === QUANTITY) return compareDecimals(digitsOf(a), digitsOf(b));
  return a.text < b.text ? -1 : 1;
}

function timeOf({ milliseconds, finer }: Instant): OrderValue {
  return { rank: TIME, number: milliseconds, text: finer };
}

/** A number that is not suspect is the shortest print of its double. */
function digitsOf(value: OrderValue): string {
  return value.text === '' ? String(value.number) : value.text;
}
