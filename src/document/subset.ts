/** Which elements of an array stay? The newest, oldest, first or last few; ties keep the order of the array. */
import { compareOrder, NOT_COMPARABLE, type OrderValue, orderValue, TIME } from './order.ts';
import type { Path } from './path.ts';
import { readAt } from './read.ts';
import { ESCAPED, MISSING, STRING, type Tape, type Value } from './tape.ts';

export interface Choice {
  readonly newest?: number;
  readonly oldest?: number;
  readonly first?: number;
  readonly last?: number;
  readonly all?: boolean;
  readonly by?: Path;
}

export interface Subset {
  /** Places in the array, in the order asked for. */
  readonly places: readonly number[];
  /** How many elements have nothing to compare at `by`. */
  readonly unordered: number;
}

export function chooseSubset(tape: Tape, elements: readonly Value[], choice: Choice): Subset {
  const count = elements.length;
  if (choice.first !== undefined) return { places: range(0, Math.min(choice.first, count)), unordered: 0 };
  if (choice.last !== undefined) return { places: range(Math.max(0, count - choice.last), count), unordered: 0 };
  const limit = choice.newest ?? choice.oldest;
  if (limit === undefined || choice.by === undefined) return { places: range(0, count), unordered: 0 };
  return extremes(tape, elements, choice.by, limit, choice.newest !== undefined ? -1 : 1);
}

/**
 * The `limit` smallest (`sign` 1) or largest (-1) elements, by insertion: limits are small, arrays may be long. Most
 * elements of a long array are older than the newest few, which a look at their bytes can tell.
 */
function extremes(tape: Tape, elements: readonly Value[], by: Path, limit: number, sign: 1 | -1): Subset {
  const places: number[] = [];
  const values: OrderValue[] = [];
  const times: Value[] = [];
  let unordered = 0;
  for (let place = 0; place < elements.length; place++) {
    const at = readAt(tape, elements[place]!, by);
    if (
      sign < 0 &&
      values.length === limit &&
      values[limit - 1]!.rank === TIME &&
      isEarlierText(tape, at, times[limit - 1]!)
    )
      continue;
    const value = orderValue(tape, at);
    if (value.rank === NOT_COMPARABLE) unordered++;
    let low = 0;
    let high = values.length;
    if (high === limit && sign * compareOrder(value, values[high - 1]!) >= 0) continue;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sign * compareOrder(value, values[middle]!) < 0) high = middle;
      else low = middle + 1;
    }
    if (values.length === limit) {
      values.pop();
      times.pop();
      places.pop();
    }
    values.splice(low, 0, value);
    times.splice(low, 0, at);
    places.splice(low, 0, place);
  }
  return { places, unordered };
}

/**
 * Whether a text is surely not newer than a time of the same form: both in UTC and of the same length, so that their
 * bytes are ordered as their instants are. A text that is no time at all is older than any time.
 */
function isEarlierText(tape: Tape, value: Value, time: Value): boolean {
  if (value === MISSING || tape.kind(value) !== STRING || tape.is(time, ESCAPED)) return false;
  const bytes = tape.bytesOf(value);
  const others = tape.bytesOf(time);
  const start = tape.start(value);
  const other = tape.start(time);
  const length = tape.end(value) - start;
  if (
    length !== tape.end(time) - other ||
    others[other + length - 2] !== LETTER_Z ||
    bytes[start + length - 2] !== LETTER_Z
  )
    return false;
  for (let i = 1; i < length; i++) {
    const difference = bytes[start + i]! - others[other + i]!;
    if (difference !== 0) return difference < 0;
  }
  return true;
}

const LETTER_Z = 90;

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
