/**
 * Which document is a script working on? Written down in memory that all threads share, before and after each call: a
 * script may never come back, and then only another thread can still tell.
 */
import type { PlanScript } from '../../transform/files.ts';

/** Each thread has a slot: numbers, then two names as UTF-16, that of the script and that of the source. */
const SLOT_BYTES = 1024;
const SLOTS = 64;
/** Places of the numbers; `CALLS` is odd while a call is going on. */
const [CALLS, SECONDS, INDEX, LENGTHS, NUMBERS] = [0, 1, 2, 3, 8];
const LONGEST = 200;
const [SCRIPT, SOURCE] = [0, 1] as const;

/** The place of a record while a module is loaded. */
export const LOADING = -1;
const LOADING_SECONDS = 60;

/** The call that a thread is in. */
export interface ScriptCall {
  /** Another number for every call of the thread. */
  readonly number: number;
  /** The script, as its plan names it. */
  readonly name: string;
  /** How long it may take. */
  readonly seconds: number;
  /** What the record comes from that the document was made of, and its place there, from 0; `LOADING` while there is none. */
  readonly source: string;
  readonly index: number;
}

/** The memory of all threads; the thread of the run has slot 0. */
export let sharedCalls: SharedArrayBuffer = new SharedArrayBuffer(SLOTS * SLOT_BYTES);
let slot = slotOf(sharedCalls, 0);
let onFirst: (() => void) | undefined;
let isScripted = false;

interface Slot {
  readonly numbers: Int32Array;
  readonly units: readonly [Uint16Array, Uint16Array];
  /** What stands there. */
  readonly names: [string, string];
}

/** From here on this thread writes to that slot of the memory; where there are too many threads, it is not watched. */
export function shareCalls(memory: SharedArrayBuffer, number: number): void {
  if (number >= SLOTS) return;
  sharedCalls = memory;
  slot = slotOf(memory, number);
}

/** Calls back when the first script of this thread is loaded. */
export function whenScripted(callback: () => void): void {
  onFirst = callback;
}

/** The thread goes on with records of this source. */
export function workOnSource(name: string): void {
  if (slot.names[SOURCE] !== name) writeName(SOURCE, name);
}

/** A module of a script is loaded, which runs what stands in it; that is written down as well. */
export async function whileLoading<Loaded>(name: string, load: () => Promise<Loaded>): Promise<Loaded> {
  if (!isScripted) onFirst?.();
  isScripted = true;
  enter(name, LOADING_SECONDS, LOADING);
  try {
    return await load();
  } finally {
    slot.numbers[CALLS]!++;
  }
}

/** The function of a script, every call of it written down. */
export function called(name: string, script: unknown): PlanScript['call'] {
  const call = script as (document: unknown, context: unknown) => unknown;
  return (document, context, { index }, seconds, take) => {
    enter(name, seconds, index);
    const { numbers } = slot;
    try {
      // What is taken of its result may be its code as well: a getter, a proxy, or more than there is an end of.
      return take(call(document, context));
    } finally {
      numbers[CALLS]!++;
    }
  };
}

function enter(name: string, seconds: number, index: number): void {
  const { numbers, names } = slot;
  if (names[SCRIPT] !== name) writeName(SCRIPT, name);
  numbers[SECONDS] = seconds;
  numbers[INDEX] = index;
  numbers[CALLS]!++;
}

/** Whether this thread has loaded a script. */
export function hasScripts(): boolean {
  return isScripted;
}

/** Whether this thread is in a script. */
export function isInScript(): boolean {
  return slot.numbers[CALLS]! % 2 === 1;
}

/** The calls that are going on, by slot. */
export function callsIn(memory: SharedArrayBuffer): Map<number, ScriptCall> {
  const calls = new Map<number, ScriptCall>();
  for (let number = 0; number < SLOTS; number++) {
    const { numbers, units } = slotOf(memory, number);
    const call = numbers[CALLS]!;
    if (call % 2 === 0) continue;
    const [name, source] = units.map((its, i) => String.fromCharCode(...its.subarray(0, numbers[LENGTHS + i])));
    calls.set(number, {
      number: call,
      name: name!,
      source: source!,
      seconds: numbers[SECONDS]!,
      index: numbers[INDEX]!,
    });
  }
  return calls;
}

function slotOf(memory: SharedArrayBuffer, number: number): Slot {
  const start = number * SLOT_BYTES;
  const names = start + NUMBERS * Int32Array.BYTES_PER_ELEMENT;
  return {
    numbers: new Int32Array(memory, start, NUMBERS),
    units: [new Uint16Array(memory, names, LONGEST), new Uint16Array(memory, names + 2 * LONGEST, LONGEST)],
    names: ['', ''],
  };
}

function writeName(which: 0 | 1, name: string): void {
  slot.names[which] = name;
  const shown = name.length <= LONGEST ? name : `…${name.slice(1 - LONGEST)}`;
  const units = slot.units[which];
  for (let i = 0; i < shown.length; i++) units[i] = shown.charCodeAt(i);
  slot.numbers[LENGTHS + which] = shown.length;
}
