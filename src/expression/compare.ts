/** Which of two values is larger? Numbers by exact value, texts by code unit, false before true, times and durations. */
import type { Content } from './content.ts';
import { compareNumbers } from './numbers.ts';
import { Duration, Timestamp } from './times.ts';

/** Negative, zero or positive; `undefined` when the two have no order. */
export function compareContents(a: Content, b: Content): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') return a === b ? 0 : a < b ? -1 : 1;
  if ((typeof a === 'number' || typeof a === 'bigint') && (typeof b === 'number' || typeof b === 'bigint'))
    return compareNumbers(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if ((a instanceof Timestamp && b instanceof Timestamp) || (a instanceof Duration && b instanceof Duration))
    return a.nanoseconds === b.nanoseconds ? 0 : a.nanoseconds < b.nanoseconds ? -1 : 1;
  return undefined;
}
