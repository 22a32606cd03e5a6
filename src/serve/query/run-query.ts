/**
 * What does a query find? One page of it: items are read in the order of their numbers, and found ones told as they
 * come; what has to be sorted, told once or made of many is gathered before. A page goes on behind a place that says
 * which item was the last, and how many were passed by and told before.
 */
import type { Buffer } from 'node:buffer';
import type { PageLimits } from '../../container/item-feed.ts';
import type { Scope } from './evaluate.ts';
import { type Asked, type Candidate, holds } from './asked.ts';
import { gathered, isGathered } from './gathered.ts';
import { ItemRow } from './item-row.ts';
import { project } from './project.ts';
import { QueryError } from './query-error.ts';
import { forget, recall, remember } from './remembered.ts';
import type { Count } from './syntax.ts';

export interface Place {
  readonly after: number;
  readonly skipped: number;
  readonly told: number;
}

export interface QueryPage {
  readonly documents: readonly Buffer[];
  /** Where to go on, if there may be more. */
  readonly next: Place | undefined;
  /** Bytes that were read. */
  readonly bytes: number;
}

export const START: Place = { after: 0, skipped: 0, told: 0 };

/** More is not read for one page, even if nothing is found: clients go on. */
const MOST_READ = 64 << 20;

/**
 * @param candidates items behind a number
 * @param name says what is asked of what in which state; the same name is the same result
 */
export function runQuery(
  asked: Asked,
  candidates: (after: number) => Iterable<Candidate>,
  place: Place,
  limits: PageLimits,
  name: string,
): QueryPage {
  const { query, parameters } = asked;
  const offset = countOf(query.offset, parameters, 0);
  const most = Math.min(countOf(query.top, parameters, Infinity), countOf(query.limit, parameters, Infinity));
  if (isGathered(query)) {
    const all = recall(name) ?? gathered(asked, candidates(0));
    const page = pageOf(all.documents.slice(offset, offset + most), place, limits, all.bytes);
    if (page.next === undefined) forget(name);
    else remember(name, { ...all, bytes: 0 });
    return page;
  }
  const documents: Buffer[] = [];
  let [{ after, skipped, told }, read, written] = [place, 0, 0];
  if (told >= most) return { documents, next: undefined, bytes: 0 };
  for (const { item, text, body } of candidates(after)) {
    read += text.length;
    const scope: Scope = { parameters, row: new ItemRow(text, body) };
    const found = holds(query, scope) ? project(query, scope, body) : undefined;
    if (found !== undefined && skipped < offset) {
      skipped++;
    } else if (found !== undefined) {
      written += found.length;
      const isFull = documents.length >= limits.items || (documents.length > 0 && written > limits.bytes);
      if (isFull) return { documents, next: { after, skipped, told }, bytes: read };
      documents.push(found);
      told++;
      if (told >= most) return { documents, next: undefined, bytes: read };
    }
    after = item;
    if (read > MOST_READ) return { documents, next: { after, skipped, told }, bytes: read };
  }
  return { documents, next: undefined, bytes: read };
}

function pageOf(all: readonly Buffer[], { told }: Place, limits: PageLimits, bytes: number): QueryPage {
  const documents: Buffer[] = [];
  let written = 0;
  for (const document of all.slice(told)) {
    written += document.length;
    if (documents.length >= limits.items || (documents.length > 0 && written > limits.bytes)) {
      return { documents, next: { after: 0, skipped: 0, told: told + documents.length }, bytes };
    }
    documents.push(document);
  }
  return { documents, next: undefined, bytes };
}

function countOf(count: Count | undefined, parameters: Asked['parameters'], otherwise: number): number {
  if (count === undefined) return otherwise;
  const value = count.kind === 'constant' ? count.value : parameters.get(count.name);
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new QueryError(`A number of items is ${JSON.stringify(value)}.`);
}
