/** What lies at a path of an item? Read from its text, which is indexed when somebody asks; one item at a time is. */
import { Buffer } from 'node:buffer';
import { isScalar, scalarOf, sourceOf } from '../../document/decode.ts';
import { keyOf } from '../../document/key.ts';
import { elementAt, findElement, findMember, valueAt } from '../../document/members.ts';
import { parseDocument } from '../../document/parse.ts';
import { ARRAY, END, MISSING, NUMBER, OBJECT, Tape, type Value } from '../../document/tape.ts';
import type { Row } from './evaluate.ts';
import { Stored, type Term } from './term.ts';

export class ItemRow implements Row {
  readonly text: Buffer;

  constructor(text: Buffer) {
    this.text = text;
  }

  at(steps: readonly (string | number)[]): Term {
    if (indexed !== this.text) root = rootOf(this.text);
    let value = root;
    for (const step of steps) {
      value = typeof step === 'string' ? memberOf(value, step) : elementOf(value, step);
      if (value === MISSING) return undefined;
    }
    return isScalar(tape, value) && tape.kind(value) !== NUMBER
      ? scalarOf(tape, value)
      : new Stored(sourceOf(tape, value));
  }
}

const END_OF_LINE = Buffer.from('\n');
const tape = new Tape();
let indexed: Buffer | undefined;
let root: Value = MISSING;

function rootOf(text: Buffer): Value {
  // The index wants one byte more behind the end.
  const bytes = Buffer.concat([text, END_OF_LINE]);
  tape.begin(bytes);
  const parsed = parseDocument(tape, bytes, 0, text.length, true);
  indexed = text;
  if (typeof parsed !== 'number') throw new Error(`A stored item is no JSON: ${parsed.problem}.`);
  return parsed;
}

function memberOf(value: Value, name: string): Value {
  if (tape.kind(value) !== OBJECT) return MISSING;
  const cursor = findMember(tape, value, keyOf(name));
  return cursor === END ? MISSING : valueAt(tape, cursor);
}

function elementOf(value: Value, index: number): Value {
  if (tape.kind(value) !== ARRAY) return MISSING;
  const cursor = findElement(tape, value, index);
  return cursor === END ? MISSING : elementAt(tape, cursor);
}
