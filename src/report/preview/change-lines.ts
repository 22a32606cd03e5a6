/** What did a step change in a document? Its lines with marks before what is new, gone or changed; what stays is counted. */
import { sourceOf } from '../../document/decode.ts';
import type { ParsedJson } from '../../document/parsed-json.ts';
import { ARRAY, OBJECT } from '../../document/tape.ts';
import { amountText } from '../text/quantities.ts';
import { elementsOf, type Item, type Line, membersOf, restLine, shortValue, valueLines } from './value-lines.ts';

/** So many things in a row that stay are shown. */
const FEW = 1;

export function changeLines(before: ParsedJson, after: ParsedJson): Line[] {
  return changedLines(before, { key: '', value: before.root }, after, { key: '', value: after.root }, 0);
}

/** Of two values that are not the same. */
function changedLines(before: ParsedJson, old: Item, after: ParsedJson, now: Item, depth: number): Line[] {
  const [kind, other] = [before.tape.kind(old.value), after.tape.kind(now.value)];
  if (kind !== other || kind > ARRAY) {
    if (kind > ARRAY && other > ARRAY) {
      const text = `${now.key}${shortValue(before.tape, old.value)} → ${shortValue(after.tape, now.value)}`;
      return [{ mark: '~', depth, text }];
    }
    return [...goneLines(before, old, depth), ...newLines(after, now, depth)];
  }
  const pairs =
    kind === OBJECT ? membersSideBySide(before, old, after, now) : elementsSideBySide(before, old, after, now);
  const [open, close] = kind === OBJECT ? '{}' : '[]';
  // The document itself is changed anyway.
  const mark = depth === 0 ? ' ' : '~';
  return [
    { mark, depth, text: now.key + open! },
    ...pairLines(pairs, before, after, depth + 1),
    { mark, depth, text: close! },
  ];
}

interface PairOfItems {
  readonly old?: Item | undefined;
  readonly now?: Item | undefined;
}

function pairLines(pairs: readonly PairOfItems[], before: ParsedJson, after: ParsedJson, depth: number): Line[] {
  const lines: Line[] = [];
  let same: Item[] = [];
  const passSame = (): void => {
    if (same.length > FEW) lines.push(restLine(' ', depth, same.length, 'as before'));
    else lines.push(...same.flatMap(({ key, value }) => valueLines(after.tape, value, key, depth, ' ')));
    same = [];
  };
  for (const { old, now } of pairs) {
    if (old !== undefined && now !== undefined && isSame(before, old, after, now)) {
      same.push(now);
      continue;
    }
    passSame();
    if (now === undefined) lines.push(...goneLines(before, old!, depth));
    else if (old === undefined) lines.push(...newLines(after, now, depth));
    else lines.push(...changedLines(before, old, after, now, depth));
  }
  passSame();
  return lines;
}

/** In the order of the new members; those that are gone stand where they were. */
function membersSideBySide(before: ParsedJson, old: Item, after: ParsedJson, now: Item): PairOfItems[] {
  const olds = membersOf(before.tape, old.value);
  const places = new Map<string, number[]>();
  for (const [place, { key }] of olds.entries()) {
    const same = places.get(key);
    if (same === undefined) places.set(key, [place]);
    else same.push(place);
  }
  const news = membersOf(after.tape, now.value).map((item) => ({ item, place: places.get(item.key)?.shift() }));
  const stay = new Set(news.map(({ place }) => place));
  const pairs: PairOfItems[] = [];
  let at = 0;
  const passGone = (end: number): void => {
    for (; at < end; at++) if (!stay.has(at)) pairs.push({ old: olds[at] });
  };
  for (const { item, place } of news) {
    if (place !== undefined) passGone(place);
    pairs.push({ old: place === undefined ? undefined : olds[place], now: item });
  }
  passGone(olds.length);
  return pairs;
}

/** What is the same at both ends stays; what is between is compared one by one where it is as many. */
function elementsSideBySide(before: ParsedJson, old: Item, after: ParsedJson, now: Item): PairOfItems[] {
  const olds = elementsOf(before.tape, old.value);
  const news = elementsOf(after.tape, now.value);
  const shorter = Math.min(olds.length, news.length);
  const same = (i: number, k: number): boolean => isSame(before, olds[i]!, after, news[k]!);
  let start = 0;
  while (start < shorter && same(start, start)) start++;
  let end = 0;
  while (end < shorter - start && same(olds.length - 1 - end, news.length - 1 - end)) end++;
  const [goneOnes, newOnes] = [olds.slice(start, olds.length - end), news.slice(start, news.length - end)];
  const isAsMany = goneOnes.length === newOnes.length;
  return [
    ...news.slice(0, start).map((item, i) => ({ old: olds[i], now: item })),
    ...(isAsMany
      ? newOnes.map((item, i) => ({ old: goneOnes[i], now: item }))
      : [...goneOnes.map((item) => ({ old: item })), ...newOnes.map((item) => ({ now: item }))]),
    ...news.slice(news.length - end).map((item, i) => ({ old: olds[olds.length - end + i], now: item })),
  ];
}

function isSame(before: ParsedJson, old: Item, after: ParsedJson, now: Item): boolean {
  return sourceOf(before.tape, old.value) === sourceOf(after.tape, now.value);
}

/** What is gone has been seen before: a line is enough. */
function goneLines({ tape }: ParsedJson, { key, value }: Item, depth: number): Line[] {
  const [first, ...more] = valueLines(tape, value, key, depth, '-');
  if (more.length === 0) return [first!];
  const isObject = tape.kind(value) === OBJECT;
  const count = (isObject ? membersOf : elementsOf)(tape, value).length;
  const what = amountText(count, isObject ? 'property' : 'element', isObject ? 'properties' : 'elements');
  return [{ ...first!, text: `${first!.text} … ${what} ${isObject ? '}' : ']'}` }];
}

function newLines({ tape }: ParsedJson, { key, value }: Item, depth: number): Line[] {
  return valueLines(tape, value, key, depth, '+');
}
