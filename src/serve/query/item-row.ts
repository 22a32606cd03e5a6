/** What lies at a path of an item? Read from its text, which is indexed when somebody asks: one text at a time. */
import { Buffer } from 'node:buffer';
import { isScalar, scalarOf, sourceOf } from '../../document/decode.ts';
import { keyOf } from '../../document/key.ts';
import { elementAt, findElement, findMember, valueAt } from '../../document/members.ts';
import { parseDocument } from '../../document/parse.ts';
import { ARRAY, END, MISSING, NUMBER, OBJECT, Tape, type Value } from '../../document/tape.ts';
import type { Row } from './evaluate.ts';
import { Stored, type Term } from './term.ts';

export class ItemRow implements Row {
  /** As it is stored. */
  readonly text: Buffer;
  /** As a client sees it, with the properties of the service. */
  readonly body: () => Buffer;
  #whole: Buffer | undefined;

  constructor(text: Buffer, body: () => Buffer) {
    this.text = text;
    this.body = body;
  }

  at(steps: readonly (string | number)[]): Term {
    // Most queries name properties that are stored; the others are put together only for those that do not.
    const isStored = typeof steps[0] === 'string' && !steps[0].startsWith('_');
    let value = isStored ? rootOf(this.text) : rootOf((this.#whole ??= this.body()));
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
  if (indexed === text) return root;
  // The index wants one byte more behind the end.
  const bytes = Buffer.concat([text, END_OF_LINE]);
  tape.begin(bytes);
  const parsed = parseDocument(tape, bytes, 0, text.length, true);
  indexed = text;
  if (typeof parsed !== 'number') throw new Error(`A stored item is no JSON: ${parsed.problem}.`);
  root = parsed;
  return root;
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
