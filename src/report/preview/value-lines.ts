/**
 * How is a JSON value shown to people? Over several lines, where it is long: arrays, objects and texts by their
 * beginning, with how much more there is. Numbers and texts are shown as they are written.
 */
import { sourceOf } from '../../document/decode.ts';
import {
  elementAt,
  firstElement,
  firstMember,
  keyAt,
  nextElement,
  nextMember,
  valueAt,
} from '../../document/members.ts';
import { ARRAY, END, OBJECT, type Tape, type Value } from '../../document/tape.ts';
import { countText } from '../text/quantities.ts';
import { shortened } from '../text/shortened.ts';

/** `+`: new, `-`: gone, `~`: changed. */
export type Mark = ' ' | '+' | '-' | '~';

export interface Line {
  readonly mark: Mark;
  readonly depth: number;
  readonly text: string;
  /** It stands for what is not shown. */
  readonly isRest?: true;
}

const MOST_ELEMENTS = 3;
const MOST_MEMBERS = 40;
const DEEPEST = 8;
/** Values that are no longer stand in one line, if that is not wider, with their names and places, than is easily read. */
const SHORT = 100;
const WIDEST = 88;

/** @param key what stands before it: `"name": ` or nothing */
export function valueLines(tape: Tape, value: Value, key: string, depth: number, mark: Mark): Line[] {
  const kind = tape.kind(value);
  if ((kind !== OBJECT && kind !== ARRAY) || isShort(tape, value)) {
    const text = key + shortValue(tape, value);
    if ((kind !== OBJECT && kind !== ARRAY) || 2 * depth + text.length <= WIDEST) return [{ mark, depth, text }];
  }
  const [open, close] = kind === OBJECT ? '{}' : '[]';
  if (depth >= DEEPEST) return [{ mark, depth, text: `${key}${open!} … ${close!}` }];
  const items = kind === OBJECT ? membersOf(tape, value) : elementsOf(tape, value);
  const most = kind === OBJECT ? MOST_MEMBERS : MOST_ELEMENTS;
  // One more takes no more room than saying that there is one more.
  const shown = items.length === most + 1 ? most + 1 : Math.min(items.length, most);
  const lines = items.slice(0, shown).flatMap((item) => valueLines(tape, item.value, item.key, depth + 1, mark));
  return [
    { mark, depth, text: key + open! },
    ...lines,
    ...(shown < items.length ? [restLine(mark, depth + 1, items.length - shown, 'more')] : []),
    { mark, depth, text: close! },
  ];
}

export function restLine(mark: Mark, depth: number, count: number, what: string): Line {
  return { mark, depth, text: `… ${countText(count)} ${what}`, isRest: true };
}

/** A value in one line; a long one by its beginning. */
export function shortValue(tape: Tape, value: Value): string {
  const kind = tape.kind(value);
  if (!isShort(tape, value) || (kind !== OBJECT && kind !== ARRAY)) return visible(shortened(sourceOf(tape, value)));
  const items = kind === OBJECT ? membersOf(tape, value) : elementsOf(tape, value);
  const text = items.map((item) => item.key + shortValue(tape, item.value)).join(', ');
  if (kind === ARRAY) return `[${text}]`;
  return text === '' ? '{}' : `{ ${text} }`;
}

export interface Item {
  /** `"name": ` for a member. */
  readonly key: string;
  readonly value: Value;
}

export function membersOf(tape: Tape, object: Value): Item[] {
  const items: Item[] = [];
  for (let cursor = firstMember(tape, object); cursor !== END; cursor = nextMember(tape, object, cursor))
    items.push({ key: `${visible(sourceOf(tape, keyAt(tape, cursor)))}: `, value: valueAt(tape, cursor) });
  return items;
}

export function elementsOf(tape: Tape, array: Value): Item[] {
  const items: Item[] = [];
  for (let cursor = firstElement(tape, array); cursor !== END; cursor = nextElement(tape, array, cursor))
    items.push({ key: '', value: elementAt(tape, cursor) });
  return items;
}

/** Text in which no character does anything to a terminal, or to the order of others. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, (character) => {
    return String.raw`\u` + character.codePointAt(0)!.toString(16).padStart(4, '0');
  });
}

function isShort(tape: Tape, value: Value): boolean {
  return tape.end(value) - tape.start(value) <= SHORT;
}
