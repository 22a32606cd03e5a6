/** What does a value become as another type? */
import { textOf } from '../../src/document/decode.ts';
import { instantOf } from '../../src/document/instant.ts';
import { addBoolean, addInteger, addJson, addText } from '../../src/document/literal.ts';
import { scalarText } from '../../src/document/scalar-text.ts';
import { FALSE, NUMBER, STRING, type Tape, TRUE, type Value } from '../../src/document/tape.ts';
import { timeText } from '../../src/document/time-text.ts';

export type TargetName = 'number' | 'string' | 'boolean' | 'iso8601' | 'epochSeconds' | 'epochMillis';

export interface Target {
  /** What it makes, and of what, for people. */
  readonly becomes: string;
  readonly takes: string;
  /** The value as that type, itself when it has it already; `undefined` when it cannot be converted. Null is none of its business. */
  convert(tape: Tape, value: Value): Value | undefined;
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

export const TARGETS: Readonly<Record<TargetName, Target>> = {
  number: {
    becomes: 'a number',
    takes: 'text that is a number as JSON writes it (12, -0.5, 1e6; no blanks, plus or leading zeros)',
    convert(tape, value) {
      const kind = tape.kind(value);
      if (kind === NUMBER) return value;
      if (kind !== STRING) return undefined;
      const text = textOf(tape, value);
      return JSON_NUMBER.test(text) ? addJson(tape, text) : undefined;
    },
  },
  string: {
    becomes: 'a string',
    takes: 'a number or a boolean',
    convert(tape, value) {
      if (tape.kind(value) === STRING) return value;
      const text = scalarText(tape, value);
      return text === undefined ? undefined : addText(tape, text);
    },
  },
  boolean: {
    becomes: 'a boolean',
    takes: 'the text true or false',
    convert(tape, value) {
      const kind = tape.kind(value);
      if (kind === TRUE || kind === FALSE) return value;
      if (kind !== STRING) return undefined;
      const text = textOf(tape, value);
      return text === 'true' || text === 'false' ? addBoolean(tape, text === 'true') : undefined;
    },
  },
  iso8601: {
    becomes: 'a time',
    takes: 'ISO 8601 text, or a number of seconds or milliseconds since 1970, within the years 0 to 9999,',
    convert(tape, value) {
      const instant = instantOf(tape, value);
      const text = instant === undefined ? undefined : timeText(instant);
      if (text === undefined) return undefined;
      return tape.kind(value) === STRING && textOf(tape, value) === text ? value : addText(tape, text);
    },
  },
  epochSeconds: {
    becomes: 'a number of seconds',
    takes: 'ISO 8601 text',
    convert: (tape, value) => epoch(tape, value, 1000),
  },
  epochMillis: {
    becomes: 'a number of milliseconds',
    takes: 'ISO 8601 text',
    convert: (tape, value) => epoch(tape, value, 1),
  },
};

function epoch(tape: Tape, value: Value, unit: number): Value | undefined {
  if (tape.kind(value) !== STRING) return undefined;
  const instant = instantOf(tape, value);
  return instant === undefined ? undefined : addInteger(tape, Math.floor(instant / unit));
}
