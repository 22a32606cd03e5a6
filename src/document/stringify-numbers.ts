/**
 * How do numbers inside of a value become strings? Text that no step has edited is written anew with quotes around its
 * numbers and indexed again, so that neither depth nor length matters; edited levels are changed in place.
 */
import { sourceOf } from './decode.ts';
import { editable, replaceAt } from './edit.ts';
import { addText, appendRange, indexScratch } from './literal.ts';
import { elementAt, firstElement, firstMember, nextElement, nextMember, valueAt } from './members.ts';
import { numberText } from './number.ts';
import { appendScalar } from './scalar-text.ts';
import { ARRAY, EDITED, END, NUMBER, OBJECT, type Tape, type Value } from './tape.ts';
import { firstUnsafe, isUnsafeAt } from './unsafe-number.ts';

/** Which numbers are meant: all, or those that a double cannot hold. */
export type NumberChoice = 'all' | 'unsafe';

/** The value with its numbers as strings: those at or below it. The same value when there are none. */
export function stringifyNumbers(tape: Tape, value: Value, choice: NumberChoice): Value {
  const kind = tape.kind(value);
  if (kind === NUMBER) return isMeant(tape, value, choice) ? addText(tape, numberText(sourceOf(tape, value))) : value;
  if (kind !== OBJECT && kind !== ARRAY) return value;
  if (tape.is(value, EDITED)) {
    stringifyMembers(tape, value, choice);
    return value;
  }
  return firstMeant(tape, value, value + 1, choice) === END ? value : written(tape, value, choice);
}

/** The same for a whole document: its numbers stand on its first level mostly, which is edited rather than written anew. */
export function stringifyDocument(tape: Tape, root: Value, choice: NumberChoice): Value {
  if (choice === 'unsafe' && !tape.hasSuspects) return root;
  if (!tape.is(root, EDITED) && firstMeant(tape, root, root + 1, choice) === END) return root;
  const level = editable(tape, root);
  stringifyMembers(tape, level, choice);
  return level;
}

function stringifyMembers(tape: Tape, level: Value, choice: NumberChoice): void {
  if (tape.kind(level) === ARRAY) {
    for (let cursor = firstElement(tape, level); cursor !== END; cursor = nextElement(tape, level, cursor))
      replaceAt(tape, cursor, stringifyNumbers(tape, elementAt(tape, cursor), choice));
  } else {
    for (let cursor = firstMember(tape, level); cursor !== END; cursor = nextMember(tape, level, cursor))
      replaceAt(tape, cursor, stringifyNumbers(tape, valueAt(tape, cursor), choice));
  }
}

function written(tape: Tape, value: Value, choice: NumberChoice): Value {
  const start = tape.scratchLength;
  let from = tape.start(value);
  for (let at = value + 1; (at = firstMeant(tape, value, at, choice)) !== END; at++) {
    appendRange(tape, value, from, tape.start(at));
    quote(tape);
    appendScalar(tape, at);
    quote(tape);
    from = tape.end(at);
  }
  appendRange(tape, value, from, tape.end(value));
  return indexScratch(tape, start);
}

/** The first number that is meant among the entries of an unedited value from `at` on, or `END`. */
function firstMeant(tape: Tape, value: Value, at: Value, choice: NumberChoice): Value {
  const end = tape.words[value * 4 + 2]!;
  if (choice === 'unsafe') return firstUnsafe(tape, at, end);
  for (let entry = at; entry < end; entry++) if (tape.kind(entry) === NUMBER) return entry;
  return END;
}

function isMeant(tape: Tape, number: Value, choice: NumberChoice): boolean {
  return choice === 'all' || isUnsafeAt(tape, number);
}

function quote(tape: Tape): void {
  const scratch = tape.reserveScratch(1);
  scratch[tape.scratchLength++] = 34;
}
