/** What are times and durations in an expression? Nanoseconds, read from text and written as text; no clock is read. */
import { parseTime } from '../document/time.ts';
import { timeText } from '../document/time-text.ts';
import { Failure } from './failure.ts';

export class Timestamp {
  /** Since 1970. */
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    if (nanoseconds < FIRST || nanoseconds > LAST) throw new Failure('a time is outside of the years 0 to 9999');
    this.nanoseconds = nanoseconds;
  }

  /** As the calendar has it, in UTC; down to the millisecond. */
  get date(): Date {
    return new Date(Number(floorDivide(this.nanoseconds, MILLISECOND)));
  }
}

export class Duration {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    if (nanoseconds < -LONGEST || nanoseconds > LONGEST) throw new Failure('a duration is longer than 10,000 years');
    this.nanoseconds = nanoseconds;
  }
}

/** Of ISO 8601 text; `undefined` when it is none, or finer than nanoseconds. */
export function timestampOf(text: string): Timestamp | undefined {
  const instant = parseTime(text);
  if (instant === undefined || instant.finer.length > 6) return undefined;
  return new Timestamp(BigInt(instant.milliseconds) * MILLISECOND + BigInt(instant.finer.padEnd(6, '0')));
}

export function timestampText({ nanoseconds }: Timestamp): string {
  const milliseconds = floorDivide(nanoseconds, MILLISECOND);
  const finer = String(nanoseconds - milliseconds * MILLISECOND)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const text = timeText(Number(milliseconds)) ?? '';
  if (finer === '') return text;
  const whole = text.includes('.') ? text.slice(0, -1) : `${text.slice(0, -1)}.000`;
  return `${whole}${finer}Z`;
}

/** Of text like `1h30m`, `-1.5s` or `250ms`; `undefined` when it is none. */
export function durationOf(text: string): Duration | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  const match = /^([+-]?)((?:\d{1,20}(?:\.\d{1,9})?(?:h|ms|m|s|us|ns))+)$/.exec(text);
  if (match === null) return text === '0' ? new Duration(0n) : undefined;
  let sum = 0n;
  for (const [, whole = '', part = '', unit = ''] of match[2]!.matchAll(/(\d+)(?:\.(\d+))?(h|ms|m|s|us|ns)/g)) {
    sum += (BigInt(whole + part.padEnd(9, '0')) * UNITS[unit]!) / 1_000_000_000n;
  }
  return new Duration(match[1] === '-' ? -sum : sum);
}

/** In seconds, `5400s` or `-0.25s`, as CEL writes it. */
export function durationText({ nanoseconds }: Duration): string {
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const part = String(size % SECOND)
    .padStart(9, '0')
    .replace(/0+$/, '');
  return `${nanoseconds < 0n ? '-' : ''}${size / SECOND}${part === '' ? '' : `.${part}`}s`;
}

/** Rounded down, also below zero. */
export function floorDivide(over: bigint, under: bigint): bigint {
  const quotient = over / under;
  return over % under < 0n ? quotient - 1n : quotient;
}

/** Longer than any duration that somebody writes; each of its parts is remembered while it is looked for. */
const LONGEST_TEXT = 1000;
export const MILLISECOND = 1_000_000n;
export const SECOND = 1_000_000_000n;
const UNITS: Readonly<Record<string, bigint>> = {
  h: 3600n * SECOND,
  m: 60n * SECOND,
  s: SECOND,
  ms: MILLISECOND,
  us: 1000n,
  ns: 1n,
};
const FIRST = BigInt(Date.parse('0000-01-01T00:00:00.000Z')) * MILLISECOND;
const LAST = BigInt(Date.parse('9999-12-31T23:59:59.999Z')) * MILLISECOND + 999_999n;
const LONGEST = LAST - FIRST;
