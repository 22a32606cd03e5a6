/**
 * How does MongoDB Extended JSON become plain JSON? Every object that stands for one value is replaced by that value.
 * The first level of the document is edited, a value deeper down that holds some is written anew and indexed again, so
 * that neither depth nor length matters; everything else stays the bytes that it was.
 */
import type { Buffer } from 'node:buffer';
import { textOf } from './decode.ts';
import { editable, renameAt, replaceAt } from './edit.ts';
import { UNFIT } from './extended-scalars.ts';
import { beginsWithDollar, plainValue } from './extended-values.ts';
import { isKey, keyEntry, keyOf } from './key.ts';
import { appendRange, indexScratch } from './literal.ts';
import { findMember, firstMember, keyAt, nextMember, valueAt } from './members.ts';
import { END, MISSING, OBJECT, type Tape, type Value } from './tape.ts';
import { Trail } from './trail.ts';

/** An object that stands for no plain value, and stays as it is. */
export interface KeptObject {
  readonly path: string;
  /** Its first key. */
  readonly name: string;
  /** Whether its value is none of the type that the name means. */
  readonly isUnfit: boolean;
}

/** The document as plain JSON; the root itself when nothing changes. `root` is unedited. */
export function plainDocument(tape: Tape, root: Value, keep: (kept: KeptObject) => void): Value {
  const found = findValues(tape, root, keep);
  if (found.length === 0) return root;
  const level = editable(tape, root);
  let from = 0;
  for (let cursor = firstMember(tape, level); cursor !== END; cursor = nextMember(tape, level, cursor)) {
    const value = valueAt(tape, cursor);
    const end = tape.words[value * 4 + 2]!;
    let to = from;
    while (to < found.length && found[to]! < end) to += 2;
    if (to > from)
      replaceAt(tape, cursor, found[from] === value ? found[from + 1]! : written(tape, value, found, from, to));
    from = to;
  }
  return level;
}

/** The document whose `_id` is its `id`, if it has none. */
export function idOfMongo(tape: Tape, root: Value): Value {
  if (!tape.hasUnderscoreKeys || findMember(tape, root, ID) !== END || findMember(tape, root, MONGO_ID) === END)
    return root;
  const level = editable(tape, root);
  const entry = keyEntry(tape, ID);
  for (let cursor = firstMember(tape, level); cursor !== END; cursor = nextMember(tape, level, cursor))
    if (isKey(tape, keyAt(tape, cursor), MONGO_ID)) renameAt(tape, cursor, entry);
  return level;
}

/**
 * Tells for records of a text, in their order, whether they can hold Extended JSON: a key that begins with `$`, which
 * may be written as an escape. Looks at each byte once, as fast as bytes can be looked at.
 */
export function searchDollars(text: Buffer): (start: number, end: number) => boolean {
  const search = (what: string): ((start: number, end: number) => boolean) => {
    let next = -1;
    return (start, end) => {
      if (next < start) {
        const at = text.indexOf(what, start, 'latin1');
        next = at < 0 ? Infinity : at;
      }
      return next < end;
    };
  };
  const plainly = search('$');
  const escaped = search(String.raw`\u0024`);
  return (start, end) => plainly(start, end) || escaped(start, end);
}

/** The objects that stand for a plain value, in the order of the text, each with that value behind it. */
function findValues(tape: Tape, root: Value, keep: (kept: KeptObject) => void): Value[] {
  const found: Value[] = [];
  let trail: Trail | undefined;
  const end = tape.words[root * 4 + 2]!;
  for (let entry = root + 1; entry < end; entry++) {
    if (tape.kind(entry) !== OBJECT || !beginsWithDollar(tape, entry)) continue;
    const plain = plainValue(tape, entry);
    if (plain === MISSING) continue;
    if (plain >= 0) found.push(entry, plain);
    else {
      trail ??= new Trail(tape, root, '');
      keep({ path: trail.pathTo(entry), name: textOf(tape, entry + 1), isUnfit: plain === UNFIT });
    }
    // What is inside belongs to it.
    entry = tape.words[entry * 4 + 2]! - 1;
  }
  return found;
}

/** The value with those of the found objects that lie in it replaced. */
function written(tape: Tape, value: Value, found: readonly Value[], from: number, to: number): Value {
  const start = tape.scratchLength;
  let copied = tape.start(value);
  for (let i = from; i < to; i += 2) {
    const object = found[i]!;
    const plain = found[i + 1]!;
    appendRange(tape, value, copied, tape.start(object));
    appendRange(tape, plain, tape.start(plain), tape.end(plain));
    copied = tape.end(object);
  }
  appendRange(tape, value, copied, tape.end(value));
  return indexScratch(tape, start);
}

const ID = keyOf('id');
const MONGO_ID = keyOf('_id');
