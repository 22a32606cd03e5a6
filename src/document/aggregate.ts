/** What do the values of many documents come to? One aggregator for each that a plan names; nulls count for nothing. */
import type { Buffer } from 'node:buffer';
import { kindName, sourceOf } from './decode.ts';
import { ExactSum } from './exact-sum.ts';
import { compareOrder, NOT_COMPARABLE, type OrderValue, orderValue } from './order.ts';
import { parsePath, type Path } from './path.ts';
import { readAt, readEach } from './read.ts';
import { reject, type Rejection } from './rejection.ts';
import { shownValue } from './shown-value.ts';
import { MISSING, NULL, NUMBER, OBJECT, type Tape, type Value } from './tape.ts';
import { wireText } from './wire-text.ts';

/** How values become one. */
export const AGGREGATES = ['count', 'sum', 'avg', 'min', 'max', 'first', 'last'] as const;

export interface Aggregate {
  readonly word: (typeof AGGREGATES)[number];
  /** The values; `count` without one counts documents. */
  readonly path?: Path;
}

export interface Aggregator {
  /** Begins anew. */
  clear(): void;
  take(tape: Tape, root: Value): void;
  /** The JSON text of the result; `undefined` when there is none. */
  finish(): string | Buffer | Rejection | undefined;
}

export function aggregatorOf({ word, path }: Aggregate): Aggregator {
  switch (word) {
    case 'count':
      return new Count(path);
    case 'sum':
    case 'avg':
      return new Total(word, path!);
    case 'min':
    case 'max':
      return new Extreme(word === 'min' ? -1 : 1, path!);
    case 'first':
    case 'last':
      break;
  }
  return new End(word === 'first', path!);
}

class Count implements Aggregator {
  readonly #path: Path | undefined;
  #count = 0;

  constructor(path: Path | undefined) {
    this.#path = path;
  }

  clear(): void {
    this.#count = 0;
  }

  take(tape: Tape, root: Value): void {
    if (this.#path === undefined) this.#count++;
    else eachValue(tape, root, this.#path, () => this.#count++);
  }

  finish(): string {
    return String(this.#count);
  }
}

class Total implements Aggregator {
  readonly #word: 'sum' | 'avg';
  readonly #path: Path;
  readonly #sum = new ExactSum();
  #count = 0;
  #rejection: Rejection | undefined;

  constructor(word: 'sum' | 'avg', path: Path) {
    this.#word = word;
    this.#path = path;
  }

  clear(): void {
    this.#sum.clear();
    this.#count = 0;
    this.#rejection = undefined;
  }

  take(tape: Tape, root: Value): void {
    eachValue(tape, root, this.#path, (value) => {
      this.#count++;
      if (tape.kind(value) !== NUMBER)
        this.#refuse(`holds a value of type ${kindName(tape, value)}${whereOf(tape, root)}`);
      else if (!this.#sum.add(sourceOf(tape, value)))
        this.#refuse(`holds a number beyond anything that can be added${whereOf(tape, root)}`);
    });
  }

  finish(): string | Rejection | undefined {
    if (this.#rejection !== undefined) return this.#rejection;
    if (this.#count === 0) return this.#word === 'sum' ? '0' : undefined;
    const text = this.#word === 'sum' ? this.#sum.sum() : this.#sum.mean(this.#count);
    return text ?? this.#refuse('comes to more than a number can be');
  }

  #refuse(found: string): Rejection {
    const { text } = this.#path;
    const message = `${text} ${found}, and ${this.#word} takes numbers. Convert it in an earlier step, or leave such documents out with where.`;
    return (this.#rejection ??= reject('AGGREGATE_NOT_A_NUMBER', message, text));
  }
}

/** Of many documents people have to find the one that it is about. */
function whereOf(tape: Tape, root: Value): string {
  const id = tape.kind(root) === OBJECT ? readAt(tape, root, ID) : MISSING;
  return id === MISSING ? '' : ` in the document ${shownValue(tape, id)}`;
}

const ID: Path = parsePath('/id');

/** The smallest or largest of what can be compared, the first of equal ones. */
class Extreme implements Aggregator {
  readonly #sign: 1 | -1;
  readonly #path: Path;
  #order: OrderValue | undefined;
  #text: Buffer | undefined;

  constructor(sign: 1 | -1, path: Path) {
    this.#sign = sign;
    this.#path = path;
  }

  clear(): void {
    this.#order = undefined;
    this.#text = undefined;
  }

  take(tape: Tape, root: Value): void {
    eachValue(tape, root, this.#path, (value) => {
      const order = orderValue(tape, value);
      if (order.rank === NOT_COMPARABLE) return;
      if (this.#order !== undefined && compareOrder(order, this.#order) * this.#sign <= 0) return;
      this.#order = order;
      this.#text = wireText(tape, value);
    });
  }

  finish(): Buffer | undefined {
    return this.#text;
  }
}

class End implements Aggregator {
  readonly #isFirst: boolean;
  readonly #path: Path;
  #text: Buffer | undefined;

  constructor(isFirst: boolean, path: Path) {
    this.#isFirst = isFirst;
    this.#path = path;
  }

  clear(): void {
    this.#text = undefined;
  }

  take(tape: Tape, root: Value): void {
    eachValue(tape, root, this.#path, (value) => {
      if (this.#text === undefined || !this.#isFirst) this.#text = wireText(tape, value);
    });
  }

  finish(): Buffer | undefined {
    return this.#text;
  }
}

function eachValue(tape: Tape, root: Value, path: Path, visit: (value: Value) => void): void {
  readEach(tape, root, path, (value) => {
    if (tape.kind(value) !== NULL) visit(value);
  });
}
