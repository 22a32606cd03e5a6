/**
 * Is the item's own time to live valid? Where the container has a default, `ttl` is -1 or a whole number of seconds up
 * to 2,147,483,647; 0, null and other negative numbers are answered with 400 (azure-cosmos-js, ttl.spec.ts). Without a
 * default it means nothing, and anything goes, except that the service still refuses a number that is none
 * (azure-sdk-for-js, bulk.item.spec.ts).
 */
import { sourceOf } from '../document/decode.ts';
import { type Key, keyOf } from '../document/key.ts';
import { findMember, valueAt } from '../document/members.ts';
import { reject, type Rejection } from '../document/rejection.ts';
import { EDITED, END, NUMBER, type Tape, type Value } from '../document/tape.ts';
import { isTtl, LONGEST_TTL } from '../document/ttl.ts';

/** @param onlyNumbers whether anything but a number goes */
export function refuseTtl(tape: Tape, root: Value, onlyNumbers: boolean = false): Rejection | undefined {
  const cursor = findMember(tape, root, TTL);
  if (cursor === END) return undefined;
  const value = valueAt(tape, cursor);
  if (onlyNumbers && tape.kind(value) !== NUMBER) return undefined;
  if (tape.kind(value) === NUMBER && isTtl(Number(sourceOf(tape, value)))) return undefined;
  const found = tape.is(value, EDITED) ? 'an object or array' : sourceOf(tape, value).slice(0, 40);
  return reject(
    'TTL_INVALID',
    `/ttl is ${found}; -1 or a whole number of seconds from 1 to ${LONGEST_TTL} is expected. Convert it with a ttl step, or remove it.`,
    '/ttl',
  );
}

/** The time to live that an item names, in seconds. */
export function ownTtl(tape: Tape, root: Value): number | undefined {
  const cursor = findMember(tape, root, TTL);
  if (cursor === END || tape.kind(valueAt(tape, cursor)) !== NUMBER) return undefined;
  const seconds = Number(sourceOf(tape, valueAt(tape, cursor)));
  return isTtl(seconds) ? seconds : undefined;
}

const TTL: Key = keyOf('ttl');
