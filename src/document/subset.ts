/** Which elements of an array stay? The newest, oldest, first or last few; ties keep the order of the array. */
import { compareOrder, NOT_COMPARABLE, type OrderValue, orderValue } from './order.ts';
import type { Path } from './path.ts';
import { readAt } from './read.ts';
import type { Tape, Value } from './tape.ts';

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

/** The `limit` smallest (`sign` 1) or largest (-1) elements, by insertion: limits are small, arrays may be long. */
function extremes(tape: Tape, elements: readonly Value[], by: Path, limit: number, sign: 1 | -1): Subset {
  const places: number[] = [];
  const values: OrderValue[] = [];
  let unordered = 0;
  for (let place = 0; place < elements.length; place++) {
    const value = orderValue(tape, readAt(tape, elements[place]!, by));
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
      places.pop();
    }
    values.splice(low, 0, value);
    places.splice(low, 0, place);
  }
  return { places, unordered };
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
