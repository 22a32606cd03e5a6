/** What stands at a place of the document? Looked at without decoding more than is asked for. */
import { sourceOf, textOf } from '../document/decode.ts';
import type { Key } from '../document/key.ts';
import {
  elementAt,
  findElement,
  findMember,
  firstElement,
  firstMember,
  keyAt,
  nextElement,
  nextMember,
  valueAt,
} from '../document/members.ts';
import { plainNumber } from '../document/plain.ts';
import {
  ARRAY,
  EDITED,
  END,
  FALSE,
  MISSING,
  NUMBER,
  STRING,
  SUSPECT,
  type Tape,
  TRUE,
  type Value,
} from '../document/tape.ts';
import type { Content, Kind } from './content.ts';
import { Failure } from './failure.ts';
import { MOST_DIGITS } from './numbers.ts';
import type { Scope } from './scope.ts';

export class Reference {
  readonly tape: Tape;
  readonly value: Value;
  readonly isArray: boolean;
  #count = -1;

  constructor(tape: Tape, value: Value) {
    this.tape = tape;
    this.value = value;
    this.isArray = tape.kind(value) === ARRAY;
  }

  get kind(): Kind {
    return KINDS[this.tape.kind(this.value)]!;
  }

  get isScalar(): boolean {
    return this.tape.kind(this.value) >= STRING;
  }

  /** At least how many elements or members it has, known without looking at them. */
  get span(): number {
    const { tape, value } = this;
    const third = tape.words[value * 4 + 2]!;
    return tape.is(value, EDITED) ? third : third - value;
  }

  /** How much there is to look through in it, at every depth. */
  get weight(): number {
    const { tape, value } = this;
    let weight = this.span;
    if (!tape.is(value, EDITED)) return weight;
    for (let cursor = firstMember(tape, value); cursor !== END; cursor = nextMember(tape, value, cursor))
      weight += new Reference(tape, valueAt(tape, cursor)).weight;
    return weight;
  }

  /** How many elements or members it has; a repeated key counts once. */
  get count(): number {
    if (this.#count < 0) this.#count = this.isArray ? this.#elements() : this.#members();
    return this.#count;
  }

  /** The member of that name, `undefined` when there is none. */
  member(key: Key): Reference | undefined {
    const cursor = findMember(this.tape, this.value, key);
    return cursor === END ? undefined : new Reference(this.tape, valueAt(this.tape, cursor));
  }

  element(index: number): Reference | undefined {
    const cursor = findElement(this.tape, this.value, index);
    return cursor === END ? undefined : new Reference(this.tape, elementAt(this.tape, cursor));
  }

  *elements(): Generator<Reference> {
    const { tape, value } = this;
    for (let cursor = firstElement(tape, value); cursor !== END; cursor = nextElement(tape, value, cursor))
      yield new Reference(tape, elementAt(tape, cursor));
  }

  /** The names of its members, each once. */
  names(): Iterable<string> {
    const { tape, value } = this;
    const names: string[] = [];
    for (let cursor = firstMember(tape, value); cursor !== END; cursor = nextMember(tape, value, cursor))
      names.push(textOf(tape, keyAt(tape, cursor)));
    return tape.hasDuplicateKeys ? new Set(names) : names;
  }

  #elements(): number {
    const { tape, value } = this;
    let count = 0;
    for (let cursor = firstElement(tape, value); cursor !== END; cursor = nextElement(tape, value, cursor)) count++;
    return count;
  }

  #members(): number {
    const { tape, value } = this;
    if (tape.hasDuplicateKeys) return new Set(this.names()).size;
    let count = 0;
    for (let cursor = firstMember(tape, value); cursor !== END; cursor = nextMember(tape, value, cursor)) count++;
    return count;
  }
}

/** The content of a value on the tape: scalars decoded, null where it is missing. `what` names it in a failure. */
export function contentOf(scope: Scope, value: Value, what: () => string): Content {
  if (value === MISSING) return null;
  const { tape } = scope;
  switch (tape.kind(value)) {
    case STRING:
      scope.charge((tape.end(value) - tape.start(value)) >> 5);
      return textOf(tape, value);
    case NUMBER:
      return numberOf(tape, value, what);
    case TRUE:
      return true;
    case FALSE:
      return false;
    default:
      return tape.kind(value) <= ARRAY ? new Reference(tape, value) : null;
  }
}

function numberOf(tape: Tape, value: Value, what: () => string): number | bigint {
  // Adding 0 makes 0 of -0.
  if (!tape.is(value, SUSPECT)) return (shortInteger(tape, value) ?? Number(sourceOf(tape, value))) + 0;
  const source = sourceOf(tape, value);
  if (source.length > MOST_DIGITS) throw new Failure(`${what()} is a number of more than ${MOST_DIGITS} characters`);
  const number = plainNumber(source);
  if (typeof number !== 'string') return typeof number === 'number' ? number + 0 : number;
  throw new Failure(
    `${what()} is a number that a double cannot hold; only whole numbers are exact at any length. Make it a text with stringify first, or leave it out of the expression`,
  );
}

/** The number by its digits, which cost less than a text that is made of them; `undefined` when it has a fraction. */
function shortInteger(tape: Tape, value: Value): number | undefined {
  const bytes = tape.bytesOf(value);
  const end = tape.end(value);
  const start = tape.start(value);
  const isNegative = bytes[start] === MINUS;
  let number = 0;
  for (let at = isNegative ? start + 1 : start; at < end; at++) {
    const digit = bytes[at]! - ZERO;
    // A point is below all digits.
    if (digit < 0) return undefined;
    number = number * 10 + digit;
  }
  return isNegative ? -number : number;
}

const MINUS = 45;
const ZERO = 48;
/** By the kinds of the tape. */
const KINDS: readonly Kind[] = ['null', 'object', 'array', 'text', 'number', 'boolean', 'boolean', 'null'];
