/** What is different between two plans? Their parts side by side, for people. */
import type { PlanPart } from '../plan/plan.ts';
import { saidIn } from './plan-part.ts';

/** Sentences without an end; none where both decide the same output. */
export function planChanges(was: readonly PlanPart[], is: readonly PlanPart[]): string[] {
  const places = new Map<string, [was: string[], is: string[]]>();
  const add = ({ place, text }: PlanPart, side: 0 | 1): void => {
    const list = listOf(place);
    if (!places.has(list)) places.set(list, [[], []]);
    places.get(list)![side].push(text);
  };
  for (const part of was) add(part, 0);
  for (const part of is) add(part, 1);
  return [...places].flatMap(([place, [before, now]]) => listChanges(place, before, now));
}

/** `transforms[2]` → `transforms`; others stand for themselves. */
function listOf(place: string): string {
  return place.replace(/\[\d+\]$/, '');
}

/** Lists are alike at both ends as far as they can be; what stands in between has changed, come or gone. */
function listChanges(list: string, was: readonly string[], is: readonly string[]): string[] {
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start++;
  let end = 0;
  while (end < Math.min(was.length, is.length) - start && was.at(-1 - end) === is.at(-1 - end)) end++;
  const changes: string[] = [];
  for (let i = start; i < Math.max(was.length, is.length) - end; i++) {
    const before = i < was.length - end ? was[i] : undefined;
    const now = i < is.length - end ? is[i] : undefined;
    const place = LISTS.has(list) ? `${list}[${i}]` : list;
    changes.push(...partChanges(place, before, now));
  }
  return changes;
}

const LISTS: ReadonlySet<string> = new Set(['sources', 'transforms']);

/** A part that has come or gone is shown whole, of another one what differs. */
function partChanges(place: string, was: string | undefined, is: string | undefined): string[] {
  const before = was === undefined ? undefined : saidIn({ place, text: was });
  const now = is === undefined ? undefined : saidIn({ place, text: is });
  if (before === undefined || now === undefined) return change(place, wholeText(before), wholeText(now));
  const places = new Set([...before.keys(), ...now.keys()]);
  const changes = [...places].flatMap((at) => change(`${place}${at}`, before.get(at), now.get(at)));
  // Whatever the names are that this version has for it.
  return changes.length > 0 ? changes : change(place, was, is);
}

function wholeText(said: ReadonlyMap<string, string> | undefined): string | undefined {
  if (said === undefined) return undefined;
  return [...said].map(([at, text]) => (at === '' ? text : `${at.slice(1)}: ${text}`)).join(', ');
}

function change(place: string, was: string | undefined, is: string | undefined): string[] {
  if (was === is) return [];
  if (was === undefined) return [`${place} is new:  ${around(is!, 0)}`];
  if (is === undefined) return [`${place} is gone: ${around(was, 0)}`];
  const at = differsAt(was, is);
  return [`${place} was: ${around(was, at)}`, `${' '.repeat(place.length)}  is: ${around(is, at)}`];
}

function differsAt(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** So much of a text is shown, and so much of it before the first difference. */
const SHOWN = 160;
const BEFORE = 60;

/** Cut where it is long, so that what stands at `at` can be seen. */
function around(text: string, at: number): string {
  if (text.length <= SHOWN) return text;
  const from = Math.max(0, Math.min(at - BEFORE, text.length - SHOWN));
  const to = from + SHOWN;
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
