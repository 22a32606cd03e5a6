/**
 * How is every scalar at or below a value replaced? Text that no step has edited is written anew around what changes, and
 * indexed again, so that neither depth nor length matters; edited levels are changed in place. Names stay.
 */
import { editable, replaceAt } from './edit.ts';
import { addJson, indexScratch } from './literal.ts';
import { elementAt, firstElement, firstMember, nextElement, nextMember, valueAt } from './members.ts';
import { ARRAY, EDITED, END, OBJECT, type Tape, type Value } from './tape.ts';

/** JSON to stand in the place of a scalar, or `undefined` to leave it. */
export type ReplaceScalar = (tape: Tape, scalar: Value) => string | undefined;

/** The value afterwards: itself where it is no scalar of which anything was to be replaced. */
export function replaceScalars(tape: Tape, value: Value, replace: ReplaceScalar): Value {
  const kind = tape.kind(value);
  if (kind !== OBJECT && kind !== ARRAY) {
    const json = replace(tape, value);
    return json === undefined ? value : addJson(tape, json);
  }
  if (!tape.is(value, EDITED)) return written(tape, value, replace);
  const level = editable(tape, value);
  if (kind === ARRAY) {
    for (let cursor = firstElement(tape, level); cursor !== END; cursor = nextElement(tape, level, cursor))
      replaceAt(tape, cursor, replaceScalars(tape, elementAt(tape, cursor), replace));
  } else {
    for (let cursor = firstMember(tape, level); cursor !== END; cursor = nextMember(tape, level, cursor))
      replaceAt(tape, cursor, replaceScalars(tape, valueAt(tape, cursor), replace));
  }
  return level;
}

function written(tape: Tape, value: Value, replace: ReplaceScalar): Value {
  const start = tape.scratchLength;
  const last = tape.words[value * 4 + 2]!;
  let from = tape.start(value);
  /** Ends of the containers around the entry, and whether they are objects. */
  const ends: number[] = [last];
  const objects: boolean[] = [tape.kind(value) === OBJECT];
  for (let at = value + 1; at < last;) {
    while (ends.at(-1) === at) {
      ends.pop();
      objects.pop();
    }
    const entry = objects.at(-1) === true ? at + 1 : at;
    at = entry + 1;
    const kind = tape.kind(entry);
    if (kind === OBJECT || kind === ARRAY) {
      ends.push(tape.words[entry * 4 + 2]!);
      objects.push(kind === OBJECT);
      continue;
    }
    const json = replace(tape, entry);
    if (json === undefined) continue;
    copyText(tape, value, from, tape.start(entry));
    appendJson(tape, json);
    from = tape.end(entry);
  }
  if (from === tape.start(value)) return value;
  copyText(tape, value, from, tape.end(value));
  return indexScratch(tape, start);
}

function copyText(tape: Tape, value: Value, from: number, to: number): void {
  const scratch = tape.reserveScratch(to - from);
  tape.scratchLength += tape.bytesOf(value).copy(scratch, tape.scratchLength, from, to);
}

function appendJson(tape: Tape, json: string): void {
  const scratch = tape.reserveScratch(json.length * 3);
  tape.scratchLength += scratch.write(json, tape.scratchLength, 'utf8');
}
