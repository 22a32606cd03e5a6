/**
 * How do several winners of one contest travel as one? In an object without an id, which no document is: each with the keys
 * that it stands for.
 */
import { keyOf } from '../../src/document/key.ts';
import { textOf } from '../../src/document/decode.ts';
import { elementAt, findMember, firstElement, nextElement, valueAt } from '../../src/document/members.ts';
import type { OutputBuffer } from '../../src/document/output-buffer.ts';
import { END, STRING, type Tape, type Value } from '../../src/document/tape.ts';
import { isSameKey } from './object-key.ts';
import type { Standing } from './standing.ts';

const ID = keyOf('id');
const WINNERS = keyOf('winners');
const KEYS = keyOf('keys');
const DOCUMENT = keyOf('document');

export function writeWinners(output: OutputBuffer, standing: readonly Standing[]): void {
  if (standing.length === 1) {
    standing[0]!.write(output);
    return;
  }
  standing.forEach((one, at) => {
    const keys = JSON.stringify(one.keys.map((key) => key ?? null));
    output.text(`${at === 0 ? '{"winners":[' : ','}{"keys":${keys},"document":`);
    one.write(output);
    output.text('}');
  });
  output.text(']}');
}

export interface Winners {
  /** All that stand in the place of the one that has won. */
  readonly all: readonly Value[];
  /** The one for a key. */
  readonly own: Value;
}

/** @param key as `keyJson` has it, asked for where there are several */
export function readWinners(tape: Tape, found: Value, key: () => string | undefined): Winners {
  if (findMember(tape, found, ID) !== END) return { all: [found], own: found };
  const all: Value[] = [];
  let own: Value | undefined;
  const winners = valueAt(tape, findMember(tape, found, WINNERS));
  for (let cursor = firstElement(tape, winners); cursor !== END; cursor = nextElement(tape, winners, cursor)) {
    const winner = elementAt(tape, cursor);
    const document = valueAt(tape, findMember(tape, winner, DOCUMENT));
    all.push(document);
    if (hasKey(tape, valueAt(tape, findMember(tape, winner, KEYS)), key())) own = document;
  }
  if (own === undefined) throw new Error('A key has entered a contest, and nothing has come of it.');
  return { all, own };
}

function hasKey(tape: Tape, keys: Value, key: string | undefined): boolean {
  for (let cursor = firstElement(tape, keys); cursor !== END; cursor = nextElement(tape, keys, cursor)) {
    const value = elementAt(tape, cursor);
    if (isSameKey(tape.kind(value) === STRING ? textOf(tape, value) : undefined, key)) return true;
  }
  return false;
}
