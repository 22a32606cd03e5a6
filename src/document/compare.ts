/**
 * Do two documents say the same? Key order does not matter, of a repeated key the last counts, text is compared by code
 * unit, numbers as doubles or by their exact decimal value. The values may lie on two tapes, edited or not, and nest as
 * deep as they like.
 */
import { decimalOf } from './decimal.ts';
import { sourceOf, textOf } from './decode.ts';
import { elementAt, firstElement, firstMember, keyAt, nextElement, nextMember, valueAt } from './members.ts';
import { childPath } from './path.ts';
import {
  ARRAY,
  type Cursor,
  EDITED,
  END,
  ESCAPED,
  FALSE,
  NULL,
  NUMBER,
  OBJECT,
  STRING,
  type Tape,
  TRUE,
  type Value,
} from './tape.ts';

/** When two numbers are equal: `double` as the service stores them (1 = 1.0, -0 = 0), `exact` by their decimal value. */
export type NumberEquality = 'double' | 'exact';

export interface Difference {
  readonly path: string;
  /** `missing`: only on the left; `extra`: only on the right; `different`: in both, with another value. */
  readonly kind: 'missing' | 'extra' | 'different';
}

/** The differences, at most `limit` of them: by default only whether there is one. */
export function compare(
  left: Tape,
  a: Value,
  right: Tape,
  b: Value,
  numbers: NumberEquality,
  limit: number = 1,
): readonly Difference[] {
  const differences: Difference[] = [];
  const levels: Level[] = [];
  if (!descend(a, b)) differences.push({ path: '/', kind: 'different' });
  while (levels.length > 0 && differences.length < limit) {
    const level = levels.at(-1)!;
    const pair = level.next();
    if (pair === undefined) levels.pop();
    else if (pair.kind === undefined) {
      if (!descend(pair.left, pair.right)) differences.push({ path: pathOf(levels), kind: 'different' });
    } else differences.push({ path: pathOf(levels), kind: pair.kind });
  }
  return differences;

  /** Compares what the values are; what they hold is compared level by level, without recursion. */
  function descend(one: Value, other: Value): boolean {
    const kind = left.kind(one);
    if (kind !== right.kind(other)) return false;
    if (kind === OBJECT) levels.push(new ObjectLevel(left, one, right, other));
    else if (kind === ARRAY) levels.push(new ArrayLevel(left, one, right, other));
    else return sameScalar(left, one, right, other, numbers);
    return true;
  }
}

interface Pair {
  left: Value;
  right: Value;
  /** When only one side has it. */
  kind: 'missing' | 'extra' | undefined;
}

/** A pair of objects or arrays that is being compared. */
interface Level {
  /** The step of a path from the level to the current pair. */
  readonly segment: string | number;
  /** The next pair of what they hold; `undefined` at the end. */
  next(): Pair | undefined;
}

class ArrayLevel implements Level {
  segment = -1;
  readonly #left: Tape;
  readonly #right: Tape;
  readonly #a: Value;
  readonly #b: Value;
  #one: Cursor;
  #other: Cursor;

  constructor(left: Tape, a: Value, right: Tape, b: Value) {
    this.#left = left;
    this.#right = right;
    this.#a = a;
    this.#b = b;
    this.#one = firstElement(left, a);
    this.#other = firstElement(right, b);
  }

  next(): Pair | undefined {
    const one = this.#one;
    const other = this.#other;
    if (one === END && other === END) return undefined;
    this.segment++;
    if (one !== END) this.#one = nextElement(this.#left, this.#a, one);
    if (other !== END) this.#other = nextElement(this.#right, this.#b, other);
    return {
      left: one === END ? END : elementAt(this.#left, one),
      right: other === END ? END : elementAt(this.#right, other),
      kind: one === END ? 'extra' : other === END ? 'missing' : undefined,
    };
  }
}

class ObjectLevel implements Level {
  segment = '';
  readonly #left: Map<string, Value>;
  readonly #right: Map<string, Value>;
  #names: Iterator<string>;
  #isBehind = false;

  constructor(left: Tape, a: Value, right: Tape, b: Value) {
    this.#left = membersOf(left, a);
    this.#right = membersOf(right, b);
    this.#names = this.#left.keys();
  }

  next(): Pair | undefined {
    for (;;) {
      const step = this.#names.next();
      if (step.done === true) {
        if (this.#isBehind) return undefined;
        this.#isBehind = true;
        this.#names = this.#right.keys();
        continue;
      }
      const one = this.#left.get(step.value);
      const other = this.#right.get(step.value);
      // Behind the left side's names only those are left that the right side has alone.
      if (this.#isBehind && one !== undefined) continue;
      this.segment = step.value;
      return {
        left: one ?? END,
        right: other ?? END,
        kind: one === undefined ? 'extra' : other === undefined ? 'missing' : undefined,
      };
    }
  }
}

/** Values by name; of a repeated name the last, in the place of the first. */
function membersOf(tape: Tape, object: Value): Map<string, Value> {
  const members = new Map<string, Value>();
  for (let cursor = firstMember(tape, object); cursor !== END; cursor = nextMember(tape, object, cursor)) {
    members.set(textOf(tape, keyAt(tape, cursor)), valueAt(tape, cursor));
  }
  return members;
}

function sameScalar(left: Tape, a: Value, right: Tape, b: Value, numbers: NumberEquality): boolean {
  switch (left.kind(a)) {
    case TRUE:
    case FALSE:
    case NULL:
      return true;
    case STRING:
      if (!left.is(a, ESCAPED) && !right.is(b, ESCAPED)) return sameBytes(left, a, right, b);
      return textOf(left, a) === textOf(right, b);
    case NUMBER:
      if (sameBytes(left, a, right, b)) return true;
      return sameNumber(sourceOf(left, a), sourceOf(right, b), numbers);
    default:
      throw new Error(
        left.is(a, EDITED) ? 'An edited level is no scalar.' : 'A value without a kind cannot be compared.',
      );
  }
}

function sameNumber(a: string, b: string, numbers: NumberEquality): boolean {
  return numbers === 'double' ? Number(a) === Number(b) : decimalOf(a) === decimalOf(b);
}

function sameBytes(left: Tape, a: Value, right: Tape, b: Value): boolean {
  return left.bytesOf(a).compare(right.bytesOf(b), right.start(b), right.end(b), left.start(a), left.end(a)) === 0;
}

function pathOf(levels: readonly Level[]): string {
  let path = '/';
  for (const { segment } of levels)
    path = typeof segment === 'string' ? childPath(path, segment) : `${path === '/' ? '' : path}/${segment}`;
  return path;
}
