/** Which records are looked at? The first few of each source, or those of an id; no more of a source is read than that takes. */
import { sourceOf, textOf } from '../../document/decode.ts';
import { type Key, keyOf } from '../../document/key.ts';
import { findMember, firstMember, nextMember, valueAt } from '../../document/members.ts';
import { parseDocument } from '../../document/parse.ts';
import type { Place } from '../../document/position.ts';
import { END, NUMBER, OBJECT, STRING, Tape, type Value } from '../../document/tape.ts';
import type { Reading, RecordBatch, Shard } from '../../source/source.ts';

export interface Selection {
  /** Records of each source; with `id`, of all. */
  readonly count: number;
  /** The text of `id` or `_id`. */
  readonly id?: string | undefined;
}

/** What the shards have come upon so far. */
export interface Seen {
  /** The record in hand. */
  place: Place;
  /** Records that were looked at. */
  looked: number;
  /** Those that were given. */
  given: number;
}

/** The shards with these records only, each in a batch of its own, so that `seen` tells which one is in hand. */
export function selected(shards: readonly Shard[], { count, id }: Selection, seen: Seen): readonly Shard[] {
  const givenOf = new Map<string, number>();
  const tape = new Tape();
  return shards.map((shard) => {
    const { entity, source } = shard;
    const name = id === undefined ? entity : '';
    const isEnough = (): boolean => (givenOf.get(name) ?? 0) >= count;
    const batches = async function* (reading: Reading = {}): AsyncGenerator<RecordBatch, void, undefined> {
      if (isEnough()) return;
      for await (const batch of shard.batches(reading)) {
        for (const one of recordsOf(batch)) {
          seen.looked++;
          if (id !== undefined && !hasId(tape, one, id)) continue;
          givenOf.set(name, (givenOf.get(name) ?? 0) + 1);
          seen.given++;
          seen.place = placeOf(one, source);
          yield one;
          if (isEnough()) return;
        }
      }
    };
    return { ...shard, batches };
  });
}

function* recordsOf(batch: RecordBatch): Generator<RecordBatch, void, undefined> {
  const { count, starts, ends, lines, firstIndex, broken } = batch;
  for (let i = 0; i < count; i++) {
    const [from, to] = [i, i + 1];
    const arrays = {
      starts: starts.subarray(from, to),
      ends: ends.subarray(from, to),
      lines: lines.subarray(from, to),
    };
    yield { ...batch, ...arrays, count: 1, firstIndex: firstIndex + i, utf8: false, broken: [] };
  }
  for (const one of broken) yield { ...batch, count: 0, broken: [one] };
}

function placeOf({ count, lines, starts, offset, broken }: RecordBatch, source: string): Place {
  const [first] = broken;
  if (count === 0) return { source, line: first!.line, offset: first!.offset };
  return { source, line: lines[0]!, offset: offset + starts[0]! };
}

function hasId(tape: Tape, { text, count, starts, ends }: RecordBatch, id: string): boolean {
  if (count === 0) return false;
  tape.begin(text);
  const root = parseDocument(tape, text, starts[0]!, ends[0]!, false);
  return typeof root === 'number' && IDS.some((key) => isText(tape, memberOf(tape, root, key), id));
}

const IDS: readonly Key[] = [keyOf('id'), keyOf('_id')];

function memberOf(tape: Tape, object: Value, key: Key): Value {
  const cursor = findMember(tape, object, key);
  return cursor === END ? END : valueAt(tape, cursor);
}

/** A text, the digits of a number, or what MongoDB wraps: `{"$oid": "…"}`. */
function isText(tape: Tape, value: Value, text: string): boolean {
  if (value === END) return false;
  const kind = tape.kind(value);
  if (kind === STRING) return textOf(tape, value) === text;
  if (kind === NUMBER) return sourceOf(tape, value) === text;
  if (kind !== OBJECT) return false;
  const only = firstMember(tape, value);
  if (only === END || nextMember(tape, value, only) !== END) return false;
  const inner = valueAt(tape, only);
  return tape.kind(inner) === STRING && textOf(tape, inner) === text;
}
