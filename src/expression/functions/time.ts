/** When is a time, in UTC, and how long is a duration? Read from what the document says; the clock is not asked. */
import type { Content, Kind } from '../content.ts';
import { Failure } from '../failure.ts';
import { isWhole, type Quantity, wholeNumber } from '../numbers.ts';
import { Duration, durationOf, MILLISECOND, SECOND, Timestamp, timestampOf } from '../times.ts';
import type { CelFunctions } from './cel-function.ts';

const TIME: readonly Kind[] = ['time'];
const EITHER: readonly Kind[] = ['time', 'duration'];

export const TIME_FUNCTIONS: CelFunctions = {
  timestamp: { takes: [['text', 'number', 'time']], kind: 'time', apply: ([value]) => timestamp(value!) },
  duration: { takes: [['text', 'duration']], kind: 'duration', apply: ([value]) => duration(value!) },
  '.getFullYear': part((date) => date.getUTCFullYear()),
  '.getMonth': part((date) => date.getUTCMonth()),
  '.getDate': part((date) => date.getUTCDate()),
  '.getDayOfMonth': part((date) => date.getUTCDate() - 1),
  '.getDayOfWeek': part((date) => date.getUTCDay()),
  '.getDayOfYear': part((date) => Math.floor((date.getTime() - startOfYear(date)) / 86_400_000)),
  '.getHours': unit((date) => date.getUTCHours(), 3600n * SECOND),
  '.getMinutes': unit((date) => date.getUTCMinutes(), 60n * SECOND),
  '.getSeconds': unit((date) => date.getUTCSeconds(), SECOND),
  '.getMilliseconds': unit((date) => date.getUTCMilliseconds(), MILLISECOND),
};

function timestamp(value: Content): Timestamp {
  if (value instanceof Timestamp) return value;
  if (typeof value !== 'string') {
    if (!isWhole(value as Quantity)) throw new Failure('timestamp takes whole seconds since 1970, found a decimal');
    return new Timestamp(BigInt(value as Quantity) * SECOND);
  }
  const found = timestampOf(value);
  if (found === undefined) throw new Failure(`timestamp needs ISO 8601 text like ${TEXT_OF_TIME}, found another text`);
  return found;
}

const TEXT_OF_TIME = '2026-01-31T08:00:00Z';

function duration(value: Content): Duration {
  if (value instanceof Duration) return value;
  const found = durationOf(value as string);
  if (found === undefined) throw new Failure('duration needs a text like 1h30m, 45s or 250ms, found another text');
  return found;
}

function part(of: (date: Date) => number): CelFunctions[string] {
  return { takes: [TIME], kind: 'number', apply: ([time]) => of((time as Timestamp).date) };
}

/** Of a time what the clock shows, of a duration how many of them it is. */
function unit(of: (date: Date) => number, size: bigint): CelFunctions[string] {
  return {
    takes: [EITHER],
    kind: 'number',
    apply: ([value]) =>
      value instanceof Duration ? wholeNumber(value.nanoseconds / size) : of((value as Timestamp).date),
  };
}

function startOfYear(date: Date): number {
  return new Date(new Date(date).setUTCMonth(0, 1)).setUTCHours(0, 0, 0, 0);
}
