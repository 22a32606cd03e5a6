/**
 * What was gathered for the page before? The next one is cut from the same, as long as nothing has changed: to sort all
 * items again for each page would take the square of the time.
 */
import type { Gathered } from './gathered.ts';

/** Clients read several ranges at once. */
const MOST_RESULTS = 8;
const MOST_BYTES = 64 << 20;

const results = new Map<string, Gathered>();

export function recall(name: string): Gathered | undefined {
  return results.get(name);
}

/** @param name says what it was gathered from, and by which query */
export function remember(name: string, gathered: Gathered): void {
  results.delete(name);
  if (gathered.documents.reduce((sum, { length }) => sum + length, 0) > MOST_BYTES) return;
  const [oldest] = results.keys();
  if (results.size >= MOST_RESULTS && oldest !== undefined) results.delete(oldest);
  results.set(name, gathered);
}

export function forget(name: string): void {
  results.delete(name);
}
