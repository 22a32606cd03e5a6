/**
 * Which instant does a value mean? ISO 8601 text says it; a number counts seconds since 1970, and from 1e11 on, either
 * side of 0, milliseconds: as seconds that would be the year 5138, as milliseconds it is 1973.
 */
import { sourceOf, textOf } from './decode.ts';
import { floorOf } from './decimal.ts';
import { NUMBER, STRING, type Tape, type Value } from './tape.ts';
import { parseTime } from './time.ts';

/** Whole milliseconds since 1970, rounded down; `undefined` when the value means no instant. */
export function instantOf(tape: Tape, value: Value): number | undefined {
  const kind = tape.kind(value);
  if (kind === STRING) return parseTime(textOf(tape, value))?.milliseconds;
  return kind === NUMBER ? millisecondsIn(sourceOf(tape, value)) : undefined;
}

function millisecondsIn(source: string): number | undefined {
  const size = floorOf(source.startsWith('-') ? source.slice(1) : source, 0);
  return size === undefined ? undefined : floorOf(source, size < LARGEST_SECONDS ? 3 : 0);
}

const LARGEST_SECONDS = 1e11;
